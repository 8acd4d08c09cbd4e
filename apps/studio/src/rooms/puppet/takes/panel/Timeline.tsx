import { takeDuration } from '@leib/puppet';
import { Pause, Play, Repeat, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../../../ui/IconButton.js';
import { partColour } from '../../scene/partColours.js';
import { type PartPlot, partPlots } from '../partPlots.js';
import { trimEntry } from '../takeEntry.js';
import type { EntryProps } from './takesProps.js';
import { Waveform } from './Waveform.js';

/** Columns of a plot. */
const COLUMNS = 120;

/** Play, pause, loop, scrub, trim; how each part moves, and the sound. */
export function Timeline(props: EntryProps) {
  const { takes, entry, refresh } = props;
  const seconds = takeDuration(entry.take);
  const plots = useMemo(() => partPlots(entry.take, COLUMNS), [entry.take]);
  const isPlaying = takes.mode === 'playing';
  const act = (work: () => void) => {
    work();
    refresh();
  };
  return (
    <section aria-label="Timeline">
      <div className="take-transport">
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Pause (K)' : 'Play (K)'}
          onClick={() => act(() => takes.togglePlaying())}
        />
        <IconButton
          icon={Repeat}
          label="Loop"
          isPressed={takes.isLooped}
          onClick={() =>
            act(() => {
              takes.isLooped = !takes.isLooped;
            })
          }
        />
        <output data-testid="take-time">
          {takes.timeSeconds.toFixed(2)} / {seconds.toFixed(2)} s
        </output>
        {takes.mode !== 'idle' && (
          <IconButton icon={X} label="The hand has the puppet again" onClick={() => act(() => takes.stop())} />
        )}
      </div>
      <div className="timeline-body">
        {plots.map((plot) => (
          <PlotRow key={plot.name} plot={plot} />
        ))}
        {plots.length === 0 && <p className="hint">Nothing moves in this take.</p>}
        {entry.sound && <Waveform sound={entry.sound} player={takes.sound} seconds={seconds} />}
        <div className="playhead-track" aria-hidden>
          <i style={{ left: `${(100 * takes.timeSeconds) / Math.max(seconds, 1e-6)}%` }} />
        </div>
        <TrimEnds key={`${entry.id} ${seconds}`} {...props} />
      </div>
      <input
        type="range"
        className="scrub"
        aria-label="Time"
        min={0}
        max={seconds}
        step={0.01}
        value={takes.timeSeconds}
        style={{ '--filled': `${(100 * takes.timeSeconds) / Math.max(seconds, 1e-6)}%` } as React.CSSProperties}
        onChange={({ target }) => act(() => takes.seek(target.valueAsNumber))}
      />
    </section>
  );
}

function PlotRow({ plot: { name, part, heights } }: { readonly plot: PartPlot }) {
  const points = Array.from(heights, (height, i) => `${i},${(18 - 16 * height).toFixed(1)}`).join(' ');
  return (
    <div className="plot-row" title={`How ${name} moves`}>
      <svg viewBox={`0 0 ${COLUMNS - 1} 20`} preserveAspectRatio="none" aria-hidden>
        <polyline points={points} style={{ stroke: part < 0 ? 'currentColor' : partColour(part).getStyle() }} />
      </svg>
      <small>{name}</small>
    </div>
  );
}

/** Both ends of the take; drawn inwards they cut it. Each cut is a step that can be undone. */
function TrimEnds({ takes, entry, refresh }: EntryProps) {
  const seconds = takeDuration(entry.take);
  const [range, setRange] = useState<readonly [from: number, to: number]>([0, seconds]);
  const frame = useRef<HTMLDivElement>(null);
  const move = (end: 0 | 1, wanted: number) => {
    const at = Math.min(Math.max(wanted, 0), seconds);
    setRange(end === 0 ? [Math.min(at, range[1]), range[1]] : [range[0], Math.max(at, range[0])]);
    takes.seek(at);
    refresh();
  };
  const cut = () => {
    const [from, to] = range;
    if (from === 0 && to === seconds) return;
    takes.shelf.replace(`trim ${entry.take.name}`, trimEntry(entry, from, to));
    takes.seek(0);
    refresh();
  };
  const drag = (event: PointerEvent<HTMLElement>, end: 0 | 1) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(end, ((event.clientX - box.left) / box.width) * seconds);
  };
  const press = (event: KeyboardEvent, end: 0 | 1) => {
    const step = { ArrowLeft: -0.05, ArrowRight: 0.05 }[event.key];
    if (step !== undefined) move(end, range[end] + step);
    else if (event.key === 'Enter') cut();
    else return;
    event.preventDefault();
  };
  return (
    <div className="trim" ref={frame}>
      <i className="cut" style={{ left: 0, width: `${(100 * range[0]) / Math.max(seconds, 1e-6)}%` }} />
      <i className="cut" style={{ right: 0, width: `${100 - (100 * range[1]) / Math.max(seconds, 1e-6)}%` }} />
      {([0, 1] as const).map((end) => (
        <div
          key={end}
          role="slider"
          tabIndex={0}
          aria-label={end === 0 ? 'Start of the take' : 'End of the take'}
          aria-valuemin={0}
          aria-valuemax={seconds}
          aria-valuenow={range[end]}
          title="Drag to cut the take here; with arrow keys and Enter, too"
          style={{ left: `${(100 * range[end]) / Math.max(seconds, 1e-6)}%` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => drag(event, end)}
          onPointerUp={cut}
          onKeyDown={(event) => press(event, end)}
        />
      ))}
    </div>
  );
}
