import { X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '../../../ui/IconButton.js';
import { Select } from '../../../ui/Select.js';
import type { PuppetController } from '../puppetController.js';
import { puppetShape } from '../puppetShape.js';
import { type ViewSlot, viewSlots } from './furtherViews.js';
import './viewCards.css';

const options = puppetShape.views.controls.view1.options.filter(({ value }) => value !== 'none');
const slotNames = { view1: 'First further view', view2: 'Second further view', view3: 'Third further view' } as const;

interface ViewCardsProps {
  readonly controller: PuppetController;
}

/** Frames of the further views: which each shows, and how much room they take. */
export function ViewCards({ controller }: ViewCardsProps) {
  const { settings } = controller;
  useStore(settings.store);
  const values = settings.values();
  const open = viewSlots.filter((slot) => values[slot] !== 'none');
  if (open.length === 0) return null;
  return (
    <div
      className="view-cards"
      style={{ '--share': values.viewShare / 100, '--count': open.length } as React.CSSProperties}
    >
      {open.map((slot) => (
        <ViewCard key={slot} slot={slot} controller={controller} />
      ))}
      <Divider controller={controller} />
    </div>
  );
}

function ViewCard({ slot, controller }: ViewCardsProps & { readonly slot: ViewSlot }) {
  const { settings, views } = controller;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? views.attach(slot, frame.current) : undefined), [views, slot]);
  const set = (value: string) => {
    settings.set(slot, value);
    settings.endGesture();
  };
  return (
    <section className="view-card" aria-label={slotNames[slot]}>
      <div ref={frame} className="view-frame" title="Drag to turn this view" />
      <div className="view-head">
        <Select
          aria-label={`${slotNames[slot]} shows`}
          value={settings.values()[slot]}
          options={options}
          onChange={set}
        />
        <IconButton icon={X} label="Close this view" onClick={() => set('none')} />
      </div>
    </section>
  );
}

/** The edge between the further views and the main one: dragged, or moved by arrow keys. */
function Divider({ controller: { settings } }: ViewCardsProps) {
  const { min, max } = puppetShape.views.controls.viewShare;
  const share = settings.values().viewShare;
  const set = (percent: number) => settings.set('viewShare', Math.min(max, Math.max(min, Math.round(percent))));

  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const cards = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!cards) return;
    const isRow = getComputedStyle(event.currentTarget.parentElement as Element).flexDirection === 'row';
    set(
      isRow ? ((cards.bottom - event.clientY) / innerHeight) * 100 : ((event.clientX - cards.left) / innerWidth) * 100,
    );
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved, which hr is not.
    <div
      className="view-divider"
      role="separator"
      tabIndex={0}
      aria-label="Size of the further views"
      aria-valuenow={share}
      aria-valuemin={min}
      aria-valuemax={max}
      title="Drag to make the further views larger or smaller"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onPointerUp={() => settings.endGesture()}
      onKeyDown={(event) => {
        const step = { ArrowRight: 2, ArrowUp: 2, ArrowLeft: -2, ArrowDown: -2 }[event.key];
        if (step) set(share + step);
      }}
      onKeyUp={() => settings.endGesture()}
    />
  );
}
