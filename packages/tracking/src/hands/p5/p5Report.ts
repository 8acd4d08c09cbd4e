import { FINGER_COUNT } from '../handSignal.js';

/**
 * What a P5 glove sends: input report 1. Facts from libp5glove (ezrec, commit 039ee24). Bits are counted from the most
 * significant one of the first byte after the report's number.
 */

export const P5_VENDOR = 0x0d7f;
export const P5_PRODUCT = 0x0100;
export const P5_INPUT_REPORT = 1;
/** Bytes after the report's number. */
export const P5_REPORT_SIZE = 23;
/** The tower sees at most this many LEDs in one report. */
export const P5_SLOT_COUNT = 4;
export const P5_LED_COUNT = 8;

export interface P5Report {
  /** Thumb first, 0 straight .. 1 clenched. */
  readonly bends: Float64Array;
  /** A 1, B 2, C 4. */
  buttons: number;
  /** Number of the LED in each slot; -1: the slot is empty. */
  readonly leds: Int8Array;
  /** Angles as the two heads measure them, ten bits signed: second and first head's vertical, and horizontal. */
  readonly v2: Int16Array;
  readonly v1: Int16Array;
  readonly h: Int16Array;
}

export function createP5Report(): P5Report {
  return {
    bends: new Float64Array(FINGER_COUNT),
    buttons: 0,
    leds: new Int8Array(P5_SLOT_COUNT).fill(-1),
    v2: new Int16Array(P5_SLOT_COUNT),
    v1: new Int16Array(P5_SLOT_COUNT),
    h: new Int16Array(P5_SLOT_COUNT),
  };
}

/** The glove counts index, middle, ring, little, thumb. */
const fingerOfField = [1, 2, 3, 4, 0];

const BENDS_AT = 0;
const BUTTONS_AT = 32;
const LEDS_AT = 36;
const ANGLES_AT = 52;

/** False where the report is too short; then nothing is written. */
export function decodeP5Report(bytes: Uint8Array, out: P5Report): boolean {
  if (bytes.length < P5_REPORT_SIZE) return false;
  for (let field = 0; field < FINGER_COUNT; field++) {
    out.bends[fingerOfField[field]] = readBits(bytes, BENDS_AT + field * 6, 6) / 63;
  }
  out.buttons = readBits(bytes, BUTTONS_AT, 4) & 7;
  for (let slot = 0; slot < P5_SLOT_COUNT; slot++) {
    const led = readBits(bytes, LEDS_AT + slot * 4, 4);
    out.leds[slot] = led & 8 ? -1 : led;
    const at = ANGLES_AT + slot * 30;
    out.v2[slot] = readSigned10(bytes, at);
    out.v1[slot] = readSigned10(bytes, at + 10);
    out.h[slot] = readSigned10(bytes, at + 20);
  }
  return true;
}

function readBits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit++) value = (value << 1) | ((bytes[bit >> 3] >> (7 - (bit & 7))) & 1);
  return value;
}

function readSigned10(bytes: Uint8Array, at: number): number {
  return (readBits(bytes, at, 10) << 22) >> 22;
}
