import { useEffect, useReducer, useState } from 'react';
import { useClock } from '../../time/useClock.js';
import { Bubble } from './Bubble.js';

/** A finger that rests on something for so long asks what it is, seconds. */
const LONG_PRESS_SECONDS = 0.5;
/** A finger that moves farther than this drags or scrolls, pixels. */
const STILL_PIXELS = 10;

/**
 * Shows the title= of a control when it gets the keyboard's focus or a long press of a finger: browsers show titles to a
 * mouse only. One for the whole page.
 */
export function TitleTips() {
  const clock = useClock();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [, placeAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    let forget = () => {};
    let downAt = { x: 0, y: 0 };
    const on = <Kind extends keyof WindowEventMap>(kind: Kind, work: (event: WindowEventMap[Kind]) => void) =>
      addEventListener(kind, work, options);
    // Focus that a dialog or a tour has set asks for nothing: only keys that go from one to the next do.
    let isGoing = false;
    on('focusin', ({ target }) => setAnchor(isGoing ? titled(target) : null));
    on('focusout', () => setAnchor(null));
    on('pointerdown', ({ target, pointerType, clientX, clientY }) => {
      isGoing = false;
      setAnchor(null);
      forget();
      downAt = { x: clientX, y: clientY };
      if (pointerType === 'touch') forget = clock.after(LONG_PRESS_SECONDS, () => setAnchor(titled(target)));
    });
    on('pointermove', ({ clientX, clientY }) => {
      if (Math.hypot(clientX - downAt.x, clientY - downAt.y) > STILL_PIXELS) forget();
    });
    on('pointerup', () => forget());
    on('pointercancel', () => forget());
    on('keydown', ({ key }) => {
      isGoing = key === 'Tab' || key.startsWith('Arrow');
      if (key === 'Escape') setAnchor(null);
    });
    // A control below the fold is scrolled into view when it gets the focus, and the event of that comes later.
    on('scroll', placeAgain);
    on('wheel', () => setAnchor(null));
    return () => {
      forget();
      listening.abort();
    };
  }, [clock]);
  const title = anchor?.getAttribute('title');
  return anchor?.isConnected && title ? <Bubble anchor={anchor}>{title}</Bubble> : null;
}

function titled(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[title]') : null;
}
