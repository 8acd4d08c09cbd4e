import type { Take } from '@leib/mocap';
import { ChevronDown, Circle, Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import { takeFormats } from '../takes/takeFiles.js';
import { secondsOf } from '../takes/takeShelf.js';
import { CombineForm } from './CombineForm.js';
import type { MocapTabProps } from './mocapTab.js';
import './takesTab.css';

/** Record, trim, combine, export. */
export function TakesTab(props: MocapTabProps) {
  const { controller, refresh } = props;
  const { takes } = controller.takes;
  const { isRecording, recordedSeconds } = controller.takes;
  return (
    <>
      <section aria-label="Record">
        <div className="export-row">
          <button
            type="button"
            className="with-icon record"
            title={isRecording ? 'Ends the take and keeps it in this browser (R)' : 'Records the solved skeleton (R)'}
            onClick={() => {
              controller.toggleRecording();
              refresh();
            }}
          >
            {isRecording ? <Square size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
            {isRecording ? `Stop at ${recordedSeconds.toFixed(1)} s` : 'Record a take'}
          </button>
          {controller.takes.canUndo && (
            <button
              type="button"
              className="small"
              title="The takes as they were before the last change"
              onClick={() => {
                controller.takes.undo();
                refresh();
              }}
            >
              Undo
            </button>
          )}
        </div>
        {takes.length === 0 && !isRecording && (
          <p className="hint" title="BVH, GLB, VRMA or MCAP">
            No takes yet. Record one, or drop a recorded motion here.
          </p>
        )}
      </section>
      <TakeList {...props} />
      {takes.length >= 2 && <CombineForm {...props} />}
    </>
  );
}

function TakeList(props: MocapTabProps) {
  const { controller } = props;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className="take-list" aria-label="Takes">
      {controller.takes.takes.map((take) => (
        <TakeItem
          key={take.name}
          {...props}
          take={take}
          isOpen={open === take.name}
          onOpen={() => setOpen(open === take.name ? null : take.name)}
        />
      ))}
    </ul>
  );
}

interface TakeItemProps extends MocapTabProps {
  readonly take: Take;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function TakeItem({ controller, refresh, take, isOpen, onOpen }: TakeItemProps) {
  const isPlayed = controller.playedTake === take;
  return (
    <li className="take" data-active={isPlayed}>
      <div className="row">
        <IconButton
          icon={Play}
          label={`Play ${take.name}`}
          isPressed={isPlayed}
          onClick={() => {
            controller.playTake(take);
            refresh();
          }}
        />
        <button type="button" className="name" title="Trim, rename, export" aria-expanded={isOpen} onClick={onOpen}>
          {take.name}
        </button>
        <small data-testid={`seconds-${take.name}`}>{secondsOf(take).toFixed(1)} s</small>
        <IconButton icon={ChevronDown} label={`Details of ${take.name}`} isPressed={isOpen} onClick={onOpen} />
        <IconButton
          icon={Trash2}
          label={`Delete ${take.name}`}
          onClick={() => {
            controller.takes.remove(take);
            refresh();
          }}
        />
      </div>
      {isOpen && (
        <TakeDetails key={`${take.name} ${secondsOf(take)}`} controller={controller} refresh={refresh} take={take} />
      )}
    </li>
  );
}

/** Trim, name and export of one take. */
function TakeDetails({ controller, refresh, take }: MocapTabProps & { readonly take: Take }) {
  const seconds = secondsOf(take);
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
          controller.showMoment(take, target.valueAsNumber);
          refresh();
        }}
      />
      <output>{value.toFixed(2)} s</output>
    </label>
  );
  return (
    <div className="take-details">
      <input
        type="text"
        aria-label={`Name of ${take.name}`}
        title="Name of the take; Enter takes it"
        defaultValue={take.name}
        maxLength={60}
        onBlur={({ target }) => {
          controller.takes.rename(take, target.value);
          refresh();
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {end('From', from, (value) => setRange([Math.min(value, to - 0.05), to]))}
      {end('To', to, (value) => setRange([from, Math.max(value, from + 0.05)]))}
      <div className="export-row">
        <button
          type="button"
          title="Keeps only what is between the two times; Undo brings the rest back"
          disabled={from === 0 && to === seconds}
          onClick={() => {
            controller.playTake(controller.takes.trim(take, from, to));
            refresh();
          }}
        >
          Trim
        </button>
        <button
          type="button"
          title="The simulated tracker puts bodies on this motion"
          onClick={() => {
            controller.simulateOn(take);
            refresh();
          }}
        >
          Simulate bodies on it
        </button>
      </div>
      <fieldset className="export-row" aria-label={`Export ${take.name}`}>
        {takeFormats.map(({ id, label, help }) => (
          <button key={id} type="button" title={help} onClick={() => void controller.takes.export(take, id)}>
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
