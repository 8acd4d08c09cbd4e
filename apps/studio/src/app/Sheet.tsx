import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { matchesMedia } from '../ui/media.js';
import { nearestSheetSize, nextSheetSize, type SheetSize, sheetSizes, tappedSheetSize } from './pageLayout.js';
import { useStudioStore } from './studioStore.js';

/** As in styles/frame.css: low windows have their sheet at the side. */
const SIDE_SHEET = '(max-height: 440px)';
/** A shorter way of a finger is a tap, pixels. */
const TAP_PIXELS = 6;

interface SheetProps {
  readonly label: string;
  /** 'panel' is at the right, 'guide' at the left of wide screens. */
  readonly place: 'panel' | 'guide';
  readonly className?: string;
  /** Takes the focus when the sheet goes away while it has it. */
  readonly returnFocusTo: string;
  readonly children: ReactNode;
}

/** A panel beside the picture. On small screens a sheet of three sizes, changed by dragging, tapping or keys on its handle. */
export function Sheet({ label, place, className = '', returnFocusTo, children }: SheetProps) {
  const size = useStudioStore((state) => state.sheetSize);
  const sheet = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = sheet.current;
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>(returnFocusTo)?.focus();
    };
  }, [returnFocusTo]);
  return (
    <aside ref={sheet} className={`sheet ${place} card ${className}`} data-size={size} aria-label={label}>
      <SheetHandle label={label} />
      <div className="sheet-body">{children}</div>
    </aside>
  );
}

interface Drag {
  readonly at: number;
  readonly from: number;
  readonly isSide: boolean;
  hasMoved: boolean;
}

function SheetHandle({ label }: { readonly label: string }) {
  const size = useStudioStore((state) => state.sheetSize);
  const setSize = (sheetSize: SheetSize) => useStudioStore.setState({ sheetSize });
  const drag = useRef<Drag | null>(null);
  const sheetOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('.sheet');

  function start(event: PointerEvent<HTMLElement>): void {
    const sheet = sheetOf(event.currentTarget);
    if (!sheet) return;
    const isSide = matchesMedia(SIDE_SHEET);
    const { width, height } = sheet.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      at: isSide ? event.clientX : event.clientY,
      from: isSide ? width : height,
      isSide,
      hasMoved: false,
    };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const sheet = sheetOf(event.currentTarget);
    if (!drag.current || !sheet) return;
    const { at, from, isSide } = drag.current;
    const way = at - (isSide ? event.clientX : event.clientY);
    if (Math.abs(way) > TAP_PIXELS) drag.current.hasMoved = true;
    if (drag.current.hasMoved) sheet.style.setProperty('--sheet-size', `${Math.max(48, from + way)}px`);
  }

  function end(event: PointerEvent<HTMLElement>): void {
    const sheet = sheetOf(event.currentTarget);
    const held = drag.current;
    drag.current = null;
    if (!held || !sheet) return;
    sheet.style.removeProperty('--sheet-size');
    const way = held.at - (held.isSide ? event.clientX : event.clientY);
    if (held.hasMoved) setSize(nearestSheetSize((held.from + way) / (held.isSide ? innerWidth : innerHeight)));
    else setSize(tappedSheetSize(size));
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'ArrowUp' || key === 'ArrowLeft') setSize(nextSheetSize(size, 1));
    else if (key === 'ArrowDown' || key === 'ArrowRight') setSize(nextSheetSize(size, -1));
    else if (key === 'Home') setSize('peek');
    else if (key === 'End') setSize('full');
    else if (key === 'Enter' || key === ' ') setSize(tappedSheetSize(size));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter that is moved has no element of its own
    <div
      className="sheet-handle"
      role="separator"
      tabIndex={0}
      aria-label={`Size of ${label}`}
      title="Drag, tap, or arrow keys: how much of the screen this takes"
      aria-valuemin={0}
      aria-valuemax={sheetSizes.length - 1}
      aria-valuenow={sheetSizes.indexOf(size)}
      aria-valuetext={size}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  );
}
