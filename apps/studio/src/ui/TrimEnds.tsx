import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import './trimEnds.css';

interface TrimEndsProps {
  /** Length of the take. A take of another length needs another `key`. */
  readonly seconds: number;
  /** An end was moved: the take is shown at this moment. */
  readonly onMove: (atSeconds: number) => void;
  readonly onCut: (fromSeconds: number, toSeconds: number) => void;
}

/** Both ends of a take, over its timeline; drawn inwards they cut it. */
export function TrimEnds({ seconds, onMove, onCut }: TrimEndsProps) {
  const [range, setRange] = useState<readonly [from: number, to: number]>([0, seconds]);
  const frame = useRef<HTMLDivElement>(null);
  const share = (at: number) => `${(100 * at) / Math.max(seconds, 1e-6)}%`;
  const move = (end: 0 | 1, wanted: number) => {
    const at = Math.min(Math.max(wanted, 0), seconds);
    setRange(end === 0 ? [Math.min(at, range[1]), range[1]] : [range[0], Math.max(at, range[0])]);
    onMove(at);
  };
  const cut = () => {
    const [from, to] = range;
    if (from !== 0 || to !== seconds) onCut(from, to);
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
    event.stopPropagation();
  };
  return (
    <div className="trim" ref={frame}>
      <i className="cut" style={{ left: 0, width: share(range[0]) }} />
      <i className="cut" style={{ right: 0, width: share(seconds - range[1]) }} />
      {([0, 1] as const).map((end) => (
        <div
          key={end}
          role="slider"
          tabIndex={0}
          aria-label={end === 0 ? 'Start of the take' : 'End of the take'}
          aria-valuemin={0}
          aria-valuemax={seconds}
          aria-valuenow={range[end]}
          aria-valuetext={`${range[end].toFixed(2)} s`}
          title="Drag to cut the take here; with arrow keys and Enter, too"
          style={{ left: share(range[end]) }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => drag(event, end)}
          onPointerUp={cut}
          onKeyDown={(event) => press(event, end)}
        />
      ))}
    </div>
  );
}
