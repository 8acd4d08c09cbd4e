import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { isTouchScreen } from '../ui/media.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';
import './touchSticks.css';

/** From the middle of a stick to its edge, pixels. */
const REACH = 42;

/** -1..1, to the right and up. */
interface Push {
  readonly x: number;
  readonly y: number;
}
const rest: Push = { x: 0, y: 0 };

/** Two sticks on touch screens: the left one walks, the right one turns. Where mouse and keys move the person, and in Embody. */
export function TouchSticks() {
  const studio = useStudio();
  const isOfUse = useStudioStore(
    ({ source, roomId, xr }) => xr !== 'presenting' && (source.kind === 'emulator' || roomId === 'embody'),
  );
  const isStill = useStudioStore(() => studio.room.isStill);
  const pushed = useRef({ walk: rest, turn: rest });
  const isShown = isOfUse && !isStill && isTouchScreen();
  useEffect(() => (isShown ? () => studio.sources.pushSticks(0, 0, 0) : undefined), [isShown, studio]);
  if (!isShown) return null;
  const push = (change: Partial<typeof pushed.current>) => {
    pushed.current = { ...pushed.current, ...change };
    const { walk, turn } = pushed.current;
    studio.sources.pushSticks(walk.x, walk.y, turn.x);
  };
  return (
    <div className="touch-sticks">
      <Stick label="Walk" onPush={(walk) => push({ walk })} />
      <Stick label="Turn" isSideways onPush={(turn) => push({ turn })} />
    </div>
  );
}

interface StickProps {
  readonly label: string;
  /** Moves only to the left and to the right. */
  readonly isSideways?: boolean;
  readonly onPush: (push: Push) => void;
}

function Stick({ label, isSideways = false, onPush }: StickProps) {
  const [at, setAt] = useState(rest);

  function aim(event: PointerEvent<HTMLElement>): void {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left - width / 2) / REACH;
    const y = isSideways ? 0 : -(event.clientY - top - height / 2) / REACH;
    const length = Math.max(1, Math.hypot(x, y));
    const next = { x: x / length, y: y / length };
    setAt(next);
    onPush(next);
  }

  function letGo(): void {
    setAt(rest);
    onPush(rest);
  }

  return (
    <div
      className="touch-stick card"
      role="img"
      aria-label={`${label}: drag here, or use the keys`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        aim(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && aim(event)}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <span className="knob" style={{ transform: `translate(${at.x * REACH}px, ${-at.y * REACH}px)` }} />
      <small>{label}</small>
    </div>
  );
}
