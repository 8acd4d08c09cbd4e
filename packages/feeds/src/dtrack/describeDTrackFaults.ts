import type { DTrackFrame } from './dtrackFrame.js';

/**
 * What one packet had wrong, a sentence for each time: ids that come twice, bodies that are no numbers, damaged lines. The
 * rest of the packet holds. Empty for nearly all packets.
 */
export function describeDTrackFaults({ doubledIds, damagedItems, damagedLines }: DTrackFrame): readonly string[] {
  if (doubledIds.length === 0 && damagedItems === 0 && damagedLines === 0) return none;
  return [
    ...doubledIds.map(
      (id) =>
        `DTrack packet, body ${id}: expected each id once, got it twice; both bodies count as lost in this packet.`,
    ),
    ...Array<string>(damagedItems).fill(damagedItem),
    ...Array<string>(damagedLines).fill(damagedLine),
  ];
}

const none: readonly string[] = [];
const damagedItem =
  'DTrack packet: expected finite numbers in each body, got NaN; such a body counts as lost in its packet.';
const damagedLine = 'DTrack packet: expected whole lines, got a damaged one; it is left out from there on.';
