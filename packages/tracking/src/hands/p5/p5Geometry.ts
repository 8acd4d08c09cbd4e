import { DEG } from '@leib/core';
import { P5_LED_COUNT } from './p5Report.js';

/** How the tower's two heads look, and where the LEDs sit on the glove: from feature reports 6 and 12. */
export interface P5Geometry {
  /** Vertical angles of the two heads, radians. */
  readonly head0: number;
  readonly head1: number;
  /** Between the two heads, metres. */
  readonly headDistance: number;
  /** Of the LEDs on the glove, metres. 8 x 3. */
  readonly leds: Float64Array;
}

const INCH = 0.0254;
/** Feature reports with their number in the first byte, as WebHID hands them out. */
export const P5_HEADS_REPORT = 6;
export const P5_LEDS_REPORT = 12;
const HEADS_SIZE = 6;
const LEDS_SIZE = 62;
/** Heads of a tower of type 0. */
const TYPE_0_HEADS = [17 * DEG, -10 * DEG] as const;

/** null where the reports are too short, or no tower can be like that. */
export function decodeP5Geometry(heads: DataView, leds: DataView): P5Geometry | null {
  if (heads.byteLength < HEADS_SIZE || leds.byteLength < LEDS_SIZE) return null;
  const type = leds.getUint8(1);
  const [base0, base1] = type === 0 ? TYPE_0_HEADS : [0, 0];
  const headDistance = (heads.getUint8(5) / 10) * INCH;
  if (headDistance === 0) return null;
  const places = new Float64Array(P5_LED_COUNT * 3);
  for (let i = 0; i < places.length; i++) {
    const value = (leds.getInt16(2 + i * 2) / 100) * INCH;
    places[i] = i % 3 === 0 ? -value : value;
  }
  return {
    head0: base0 + (heads.getInt8(1) / 32) * DEG,
    head1: base1 + (heads.getInt8(3) / 32) * DEG,
    headDistance,
    leds: places,
  };
}

/** The tower reaches about this far; nearer and farther values are mistakes. */
const NEAREST = 0.05;
const FARTHEST = 4;

/** Where the tower sees an LED, metres; false where its angles meet nowhere in reach. */
export function locateP5Led(
  { head0, head1, headDistance }: P5Geometry,
  v1: number,
  v2: number,
  h: number,
  out: Float64Array,
): boolean {
  const tan1 = Math.tan(Math.atan(v1 / 512) + head0);
  const tan2 = Math.tan(Math.atan(v2 / 512) + head1);
  const horizontal = Math.atan(h / 512);
  const depth = headDistance / (tan1 - tan2);
  if (!(depth > NEAREST && depth < FARTHEST)) return false;
  out[0] = -Math.sin(horizontal) * depth;
  out[1] = tan1 * depth - headDistance / 2;
  out[2] = Math.cos(horizontal) * depth - 2 * headDistance;
  return true;
}
