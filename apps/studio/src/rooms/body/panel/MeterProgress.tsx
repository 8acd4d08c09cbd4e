import type { ShownMeter } from '../bodyRoomStore.js';
import { meterWords } from '../meterWords.js';

/** What the wearer is to do while being measured, and how far it is. */
export function MeterProgress({ meter }: { readonly meter: ShownMeter | null }) {
  if (!meter) return null;
  return (
    <div role="status">
      <p>{meterWords(meter)}</p>
      <progress max={1} value={meter.progress} aria-label="Measuring" />
    </div>
  );
}
