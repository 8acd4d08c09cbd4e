import { useState } from 'react';
import { type KeptTake, secondsOfTake, trimTake } from '../../../files/takes/take.js';
import { TakeFormats, TakesPanel } from '../../../ui/takes/TakesPanel.js';
import { solveBodiesOf } from '../sources/openMocapFile.js';
import { isBodyTake } from '../takes/mocapTakes.js';
import { CombineForm } from './CombineForm.js';
import type { MocapTabProps } from './mocapTab.js';
import { orNotice } from './orNotice.js';
import './takesTab.css';

/** Record, trim, combine, export. */
export function TakesTab(props: MocapTabProps) {
  const { controller, refresh } = props;
  const { takes } = controller;
  const { isRecording, recordedSeconds, list } = takes;
  const play = (take: KeptTake) => void orNotice(controller.playTake(take)).then(refresh);
  return (
    <>
      <TakesPanel
        kept={takes.kept}
        isListed={isBodyTake}
        record={{
          mode: isRecording ? 'recording' : 'idle',
          words: isRecording ? `Stop at ${recordedSeconds.toFixed(1)} s` : 'Record a take',
          help: isRecording ? 'Ends the take and keeps it in this browser (R)' : 'Records the solved skeleton (R)',
          onToggle: () => void controller.toggleRecording().then(refresh),
        }}
        emptyText="No takes yet. Record one, or drop a recorded motion here."
        playedId={controller.playedTakeId}
        onPlay={play}
        onRemove={(take) => takes.kept.remove(take)}
        onChange={refresh}
        details={(take) => (
          <TakeDetails key={`${take.id} ${secondsOfTake(take)}`} {...props} take={take} onPlay={play} />
        )}
      />
      {list.length >= 2 && <CombineForm {...props} />}
    </>
  );
}

interface TakeDetailsProps extends MocapTabProps {
  readonly take: KeptTake;
  readonly onPlay: (take: KeptTake) => void;
}

/** Trim and export of one take. */
function TakeDetails({ controller, refresh, take, onPlay }: TakeDetailsProps) {
  const { takes } = controller;
  const seconds = secondsOfTake(take);
  const [range, setRange] = useState<readonly [from: number, to: number]>([0, seconds]);
  const [from, to] = range;
  const end = (label: string, value: number, onChange: (value: number) => void) => (
    <label className="trim-end">
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={seconds}
        step={0.01}
        value={value}
        title="Drag: the take is shown at this moment"
        style={{ '--filled': `${(value / seconds) * 100}%` } as React.CSSProperties}
        onChange={({ target }) => {
          onChange(target.valueAsNumber);
          void controller.showMoment(take, target.valueAsNumber).then(refresh);
        }}
      />
      <output>{value.toFixed(2)} s</output>
    </label>
  );
  return (
    <div className="take-details">
      {end('From', from, (value) => setRange([Math.min(value, to - 0.05), to]))}
      {end('To', to, (value) => setRange([from, Math.max(value, from + 0.05)]))}
      <div className="export-row">
        <button
          type="button"
          title="Keeps only what is between the two times; Undo brings the rest back"
          disabled={from === 0 && to === seconds}
          onClick={() => {
            const trimmed = trimTake(take, from, to);
            takes.kept.replace(trimmed, { label: `trim ${take.name}` });
            onPlay(trimmed);
          }}
        >
          Trim
        </button>
        <button
          type="button"
          title="The simulated tracker puts bodies on this motion"
          onClick={() => void orNotice(controller.simulateOn(take)).then(refresh)}
        >
          Simulate bodies on it
        </button>
      </div>
      <TakeFormats
        kept={takes.kept}
        take={take}
        own={[]}
        exports={takes.exports}
        onExport={(format) => takes.export(take, format)}
        more={(formats) =>
          formats.some(({ id }) => id === 'tracking') && (
            <button
              type="button"
              title="The bodies that it was solved from are the source, with the settings of now"
              onClick={() => void orNotice(solveBodiesOf(controller, take)).then(refresh)}
            >
              Solve again
            </button>
          )
        }
      />
    </div>
  );
}
