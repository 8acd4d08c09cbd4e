import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { usePage } from '../pageStore.js';
import { Bubble } from './Bubble.js';

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
      <button
        type="button"
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
      </button>
      {isOpen && holder.current && (
        <Bubble anchor={holder.current} id={id}>
          {text}
          {term && (
            <button type="button" className="bubble-link" onClick={() => usePage.setState({ glossary: term })}>
              Glossary: {term}
            </button>
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
