import { P5_LED_COUNT, P5_REPORT_SIZE } from './p5Report.js';

/** Tests only: reports written bit by bit after the table of the protocol, as the glove would send them. */

export interface WrittenReport {
  /** Index, middle, ring, little, thumb: the glove's own order, 0..63. */
  readonly bends: readonly number[];
  readonly buttons?: number;
  readonly slots?: readonly { readonly led: number; readonly v2: number; readonly v1: number; readonly h: number }[];
}

export function writeP5Report({ bends, buttons = 0, slots = [] }: WrittenReport): Uint8Array<ArrayBuffer> {
  let bits = '';
  const put = (value: number, count: number) => {
    bits += (value & ((1 << count) - 1)).toString(2).padStart(count, '0');
  };
  for (const bend of bends) put(bend, 6);
  put(0, 2);
  put(buttons, 4);
  for (let slot = 0; slot < 4; slot++) put(slots[slot]?.led ?? 8, 4);
  for (let slot = 0; slot < 4; slot++) {
    const { v2, v1, h } = slots[slot] ?? { v2: 0, v1: 0, h: 0 };
    put(v2, 10);
    put(v1, 10);
    put(h, 10);
  }
  bits = bits.padEnd(P5_REPORT_SIZE * 8, '0');
  return Uint8Array.from({ length: P5_REPORT_SIZE }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2));
}

/** Places of the eight LEDs, 1/100 inch, as feature report 12 has them: about the size of a hand, in no plane. */
export const ledInches = [
  [0, 150, 40],
  [-160, 20, 0],
  [160, 40, 10],
  [20, -30, 90],
  [110, 320, -20],
  [220, 120, 60],
  [10, -170, -40],
  [190, -60, 30],
];

export function writeP5Features(): { heads: DataView; leds: DataView } {
  const heads = new DataView(new ArrayBuffer(6));
  heads.setUint8(0, 6);
  heads.setInt8(1, 16); // 0.5 degrees on top of 17
  heads.setInt8(3, -32); // 1 degree below -10
  heads.setUint8(5, 51); // 5.1 inches
  const leds = new DataView(new ArrayBuffer(62));
  leds.setUint8(0, 12);
  leds.setUint8(1, 0);
  for (let led = 0; led < P5_LED_COUNT; led++) {
    for (let k = 0; k < 3; k++) leds.setInt16(2 + (led * 3 + k) * 2, ledInches[led][k]);
  }
  return { heads, leds };
}
