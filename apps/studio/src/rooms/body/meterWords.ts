import type { ShownMeter } from './bodyRoomStore.js';

/** The meter in words: what to do, and what is measured so far. */
export function meterWords({ advice, lengths }: ShownMeter): string {
  const said = advice === '' ? 'Hold this pose.' : `Stand upright, arms out to the sides. ${advice}`;
  const numbers = [
    lengths.headHeight === undefined ? '' : `neck at ${centimetres(lengths.headHeight)}`,
    lengths.wristSpan === undefined ? '' : `wrists ${centimetres(lengths.wristSpan)} apart`,
    lengths.hipsHeight === undefined ? '' : `hips at ${centimetres(lengths.hipsHeight)}`,
    lengths.kneeHeight === undefined ? '' : `knees at ${centimetres(lengths.kneeHeight)}`,
  ].filter((each) => each !== '');
  return numbers.length === 0 ? said : `${said} Measured: ${numbers.join(', ')}.`;
}

const centimetres = (metres: number) => `${(metres * 100).toFixed(1)} cm`;
