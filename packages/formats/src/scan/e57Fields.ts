import { FormatError } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import type { XmlElement } from '../io/readXml.js';

const places = {
  ...{ cartesianX: 'x', cartesianY: 'y', cartesianZ: 'z', cartesianInvalidState: 'invalid' },
  ...{ sphericalRange: 'range', sphericalAzimuth: 'azimuth', sphericalElevation: 'elevation' },
  ...{ sphericalInvalidState: 'invalid', intensity: 'intensity' },
  ...{ colorRed: 'red', colorGreen: 'green', colorBlue: 'blue' },
} as const;

/** One field of a point in an E57 file. */
export interface E57Field {
  /** What it is; null for one that is passed over. */
  readonly place: (typeof places)[keyof typeof places] | null;
  readonly kind: 'integer' | 'single' | 'double';
  /** Bits of a value; 0: all are `least`. */
  readonly bits: number;
  readonly least: number;
  readonly scale: number;
  readonly offset: number;
  /** What is shown as 0 and as 1. */
  readonly ends: readonly [number, number];
}

/** More than a packet's bytes of one field while another has none. */
const MOST_WAITING_BYTES = 1 << 20;

/** Throws FormatError. @param limits elements that say what is darkest and brightest */
export function fieldOf({ name, attributes }: XmlElement, limits: readonly (XmlElement | undefined)[]): E57Field {
  const place = Object.hasOwn(places, name) ? places[name as keyof typeof places] : null;
  const numberOf = (key: string, fallback: number) => {
    const value = attributes[key] === undefined ? fallback : Number(attributes[key]);
    if (!Number.isFinite(value)) throw new FormatError('E57', `prototype ${name}`, `expected a number as ${key}`);
    return value;
  };
  const limit = (which: 'Minimum' | 'Maximum', fallback: number) => {
    const key = `${name}${which}`;
    const text = limits
      .flatMap((one) => one?.children ?? [])
      .find((one) => one.name === key)
      ?.text.trim();
    const value = text ? Number(text) : fallback;
    return Number.isFinite(value) ? value : fallback;
  };
  if (attributes.type === 'Float') {
    const kind = attributes.precision === 'single' ? 'single' : 'double';
    const ends = [limit('Minimum', 0), limit('Maximum', 1)] as const;
    return { place, kind, bits: kind === 'single' ? 32 : 64, least: 0, scale: 1, offset: 0, ends };
  }
  if (attributes.type !== 'Integer' && attributes.type !== 'ScaledInteger')
    throw new FormatError(
      'E57',
      `prototype ${name}`,
      `expected Integer, ScaledInteger or Float, got ${attributes.type ?? 'nothing'}`,
    );
  const [least, most] = [numberOf('minimum', 0), numberOf('maximum', 0)];
  const bits = most > least ? Math.floor(Math.log2(most - least)) + 1 : 0;
  if (bits > 52) throw new FormatError('E57', `prototype ${name}`, `expected at most 52 bits, got ${bits}`);
  const [scale, offset] = [numberOf('scale', 1), numberOf('offset', 0)];
  const ends = [limit('Minimum', least * scale + offset), limit('Maximum', most * scale + offset)] as const;
  return { place, kind: 'integer', bits, least, scale, offset, ends };
}

/** Values of one field, whose bytes come packet by packet; a value may begin in one and end in the next. */
export class BitStream {
  readonly field: E57Field;
  #bytes = new Uint8Array(0);
  #bit = 0;

  constructor(field: E57Field) {
    this.field = field;
  }

  /** Whole values that are there. */
  get ready(): number {
    const { bits } = this.field;
    return bits === 0 ? Number.POSITIVE_INFINITY : Math.floor((this.#bytes.length * 8 - this.#bit) / bits);
  }

  /** False where too much waits to be read. */
  feed(bytes: Uint8Array): boolean {
    const rest = this.#bytes.subarray(this.#bit >> 3);
    if (rest.length > MOST_WAITING_BYTES) return false;
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    this.#bytes = all;
    this.#bit &= 7;
    return true;
  }

  next(): number {
    const { kind, bits, least, scale, offset } = this.field;
    if (kind === 'integer') return (this.#take(bits) + least) * scale + offset;
    const view = viewOf(this.#bytes);
    const at = this.#bit >> 3;
    this.#bit += bits;
    return kind === 'single' ? view.getFloat32(at, true) : view.getFloat64(at, true);
  }

  /** 0 to 65535. */
  nextShare(): number {
    const [low, high] = this.field.ends;
    const share = high > low ? (this.next() - low) / (high - low) : this.next() * 0;
    return Math.round(65535 * Math.min(1, Math.max(0, share || 0)));
  }

  skip(count: number): void {
    this.#bit += this.field.bits * count;
  }

  /** The lowest bits come first. */
  #take(bits: number): number {
    let value = 0;
    for (let got = 0; got < bits; ) {
      const from = this.#bit & 7;
      const many = Math.min(8 - from, bits - got);
      value += ((this.#bytes[this.#bit >> 3] >> from) & (2 ** many - 1)) * 2 ** got;
      got += many;
      this.#bit += many;
    }
    return value;
  }
}
