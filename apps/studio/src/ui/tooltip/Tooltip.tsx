import './tooltip.css';
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useClock } from '../../time/useClock.js';
import { Button } from '../Button.js';
import { usePage } from '../pageStore.js';

interface TooltipProps {
  /** What is explained, for the button's label. */
  readonly about: string;
  readonly text: string;
  /** A word of the glossary that says more. */
  readonly term?: string | undefined;
}

/** An "i" that explains: opens while it is pointed at or has the focus, stays open by a click or a tap; Escape closes. */
export function Tooltip({ about, text, term }: TooltipProps) {
  const id = useId();
  const holder = useRef<HTMLSpanElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isPinned, setPinned] = useState(false);
  const isOpen = isPointed || isFocused || isPinned;
  const close = () => {
    setPointed(false);
    setFocused(false);
    setPinned(false);
  };
  useClosing(isOpen, holder, close);

  function onBlur(event: FocusEvent) {
    if (!(event.relatedTarget instanceof Element && event.relatedTarget.closest('.bubble'))) close();
  }

  return (
    <span ref={holder} className="tip">
      <Button
        className="tip-button"
        aria-label={`What “${about}” means`}
        aria-expanded={isOpen}
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(true)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setPointed(false)}
        onBlur={onBlur}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setFocused(true)}
        onClick={() => (isPinned ? close() : setPinned(true))}
      >
        <span aria-hidden>i</span>
      </Button>
      {isOpen && holder.current && (
        <Bubble anchor={holder.current} id={id}>
          {text}
          {term && (
            <Button className="bubble-link" onClick={() => usePage.setState({ glossary: term })}>
              Glossary: {term}
            </Button>
          )}
        </Bubble>
      )}
    </span>
  );
}

/** Escape closes an open bubble before anything else hears of it, and so does a press elsewhere. */
function useClosing(isOpen: boolean, holder: React.RefObject<HTMLElement | null>, close: () => void): void {
  const newest = useRef(close);
  newest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      newest.current();
    };
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Element;
      if (!holder.current?.contains(target) && !target.closest('.bubble')) newest.current();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('pointerdown', onPointerDown, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('pointerdown', onPointerDown, { capture: true });
    };
  }, [isOpen, holder]);
}

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

interface BubbleProps {
  readonly anchor: Element;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A small card beside what it explains, above all panels. In a dialog it belongs to the dialog, which covers the rest. */
export function Bubble({ anchor, id, children }: BubbleProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    // In the browser's top layer no panel cuts it, and it is placed in the window.
    if (!element.matches(':popover-open')) element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    const { left, top } = placeBubble(anchor.getBoundingClientRect(), { width, height }, pageSize());
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  });
  const layer = anchor.closest('dialog') ?? document.getElementById('root') ?? document.body;
  return createPortal(
    <div ref={card} id={id} role="tooltip" className="bubble" popover="manual">
      {children}
    </div>,
    layer,
  );
}

export function pageSize(): { readonly width: number; readonly height: number } {
  const { clientWidth, clientHeight } = document.documentElement;
  return { width: clientWidth, height: clientHeight };
}

/** A rectangle of the page, pixels. */
export interface PageRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Distance of a bubble from what it explains, and from the edges of the page, pixels. */
const GAP = 8;
const MARGIN = 10;

/** Where the bubble of an anchor goes: above it, below it where there is no space above; always inside the page. */
export function placeBubble(anchor: PageRect, bubble: PageSize, page: PageSize): { left: number; top: number } {
  const above = anchor.top - GAP - bubble.height;
  const top = above >= MARGIN ? above : anchor.top + anchor.height + GAP;
  const left = anchor.left + anchor.width / 2 - bubble.width / 2;
  return { left: inside(left, bubble.width, page.width), top: inside(top, bubble.height, page.height) };
}

/** Keeps an interval of the page: pushed in from the far edge first, so that its beginning is always seen. */
export function inside(start: number, length: number, pageLength: number): number {
  return Math.max(MARGIN, Math.min(start, pageLength - MARGIN - length));
}
