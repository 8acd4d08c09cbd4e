import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { placeBubble } from './placeBubble.js';
import './tooltip.css';

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
