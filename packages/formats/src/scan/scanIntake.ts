import { InputError } from '@leib/core';
import { createGroundVoxels, type GroundVoxels } from './groundVoxels.js';
import type { PointBatch, PointsAbout } from './pointBatch.js';

/** Metres of a step in which positions of a scan are kept. */
export const SCAN_STEP = 1e-4;
/** Whole numbers of a kept point: x, y, z in steps, then red and green, blue and intensity, of 16 bits each. */
export const POINT_INTS = 5;
/** Points farther than this from the first one are left out: a scanner's errors, steps. */
const FARTHEST = 2 ** 26;
/** Brightness from the darkest to the brightest of intensities leaves out so many at each end. */
const OUTSIDE_SHARE = 0.01;

/** Which axis of the files is up, and metres of their unit. */
export interface ScanAxes {
  readonly up: 'y' | 'z';
  readonly metresPerUnit: number;
}

/** What all points of a scan are, once they were read. */
export interface ScanSummary {
  readonly pointCount: number;
  /** Points that are no numbers, or too far away. */
  readonly leftOut: number;
  /** In steps. */
  readonly min: Int32Array;
  readonly max: Int32Array;
  /** Where step 0 is in the files' coordinates, metres, Z up. */
  readonly origin: readonly [number, number, number];
  /** Where colours come from. */
  readonly colours: 'rgb' | 'intensity' | 'height';
}

/** Takes the points of all files in: whole steps from the first point on, Z up, with what all of them have in common. */
export class ScanIntake {
  readonly ground: GroundVoxels = createGroundVoxels();
  readonly #axes: ScanAxes;
  readonly #min = new Int32Array(3).fill(2 ** 31 - 1);
  readonly #max = new Int32Array(3).fill(-(2 ** 31));
  readonly #intensities = new Float64Array(65536);
  #origin: [number, number, number] | null = null;
  #count = 0;
  #leftOut = 0;
  #greatestColour = 0;
  #hasColours = true;

  constructor(axes: ScanAxes) {
    this.#axes = axes;
  }

  /** Writes the points of a batch as whole numbers, POINT_INTS each; returns how many they are. */
  take(batch: PointBatch, { hasColours, up }: PointsAbout, out: Int32Array): number {
    const { positions, colours, intensities } = batch;
    const { metresPerUnit } = this.#axes;
    const isYUp = (up ?? this.#axes.up) === 'y';
    this.#hasColours &&= hasColours;
    let at = 0;
    for (let i = 0; i < batch.count; i++) {
      const x = positions[i * 3] * metresPerUnit;
      const y = (isYUp ? -positions[i * 3 + 2] : positions[i * 3 + 1]) * metresPerUnit;
      const z = (isYUp ? positions[i * 3 + 1] : positions[i * 3 + 2]) * metresPerUnit;
      if (!Number.isFinite(x + y + z)) {
        this.#leftOut++;
        continue;
      }
      // Whole metres, so that true coordinates stay short numbers.
      this.#origin ??= [Math.floor(x), Math.floor(y), Math.floor(z)];
      const origin = this.#origin;
      const stepX = Math.round((x - origin[0]) / SCAN_STEP);
      const stepY = Math.round((y - origin[1]) / SCAN_STEP);
      const stepZ = Math.round((z - origin[2]) / SCAN_STEP);
      if (Math.abs(stepX) > FARTHEST || Math.abs(stepY) > FARTHEST || Math.abs(stepZ) > FARTHEST) {
        this.#leftOut++;
        continue;
      }
      const [red, green, blue] = [colours[i * 3], colours[i * 3 + 1], colours[i * 3 + 2]];
      out[at] = stepX;
      out[at + 1] = stepY;
      out[at + 2] = stepZ;
      out[at + 3] = red | (green << 16);
      out[at + 4] = blue | (intensities[i] << 16);
      this.#greatestColour = Math.max(this.#greatestColour, red, green, blue);
      this.#intensities[intensities[i]]++;
      for (let k = 0; k < 3; k++) {
        if (out[at + k] < this.#min[k]) this.#min[k] = out[at + k];
        if (out[at + k] > this.#max[k]) this.#max[k] = out[at + k];
      }
      this.ground.add(stepX, stepY, stepZ);
      at += POINT_INTS;
    }
    this.#count += at / POINT_INTS;
    return at / POINT_INTS;
  }

  /** Throws InputError where there is nothing to show. */
  summary(): ScanSummary {
    if (this.#count === 0 || this.#origin === null) throw new InputError('points', 'expected points, got none');
    if (this.#leftOut > this.#count)
      throw new InputError(
        'points',
        `expected points within ${((FARTHEST * SCAN_STEP) / 1000).toFixed(1)} km of the first one, got ${this.#leftOut} that are not; is the unit right?`,
      );
    return {
      pointCount: this.#count,
      leftOut: this.#leftOut,
      min: this.#min,
      max: this.#max,
      origin: this.#origin,
      colours: this.#hasColours && this.#greatestColour > 0 ? 'rgb' : this.#intensityEnds() ? 'intensity' : 'height',
    };
  }

  /**
   * The colours of kept points as glTF has them, red, green, blue of 65535, linear. Scanners write 8 bits into fields of 16: files in
   * which no colour is above 255 are of 8.
   */
  createColouring(): (points: Int32Array, at: number, out: Uint16Array, outAt: number) => void {
    const { colours, min, max } = this.summary();
    const times = this.#greatestColour <= 255 ? 257 : 1;
    const linear = linearOfSrgb();
    if (colours === 'rgb')
      return (points, at, out, outAt) => {
        out[outAt] = linear[(points[at + 3] & 0xffff) * times];
        out[outAt + 1] = linear[(points[at + 3] >>> 16) * times];
        out[outAt + 2] = linear[(points[at + 4] & 0xffff) * times];
      };
    const ends = this.#intensityEnds();
    const [darkest, brightest] = ends ?? [min[2], Math.max(max[2], min[2] + 1)];
    return (points, at, out, outAt) => {
      const value = ends ? points[at + 4] >>> 16 : points[at + 2];
      const share = Math.min(1, Math.max(0, (value - darkest) / (brightest - darkest)));
      out.fill(linear[Math.round((0.15 + 0.8 * share) * 65535)], outAt, outAt + 3);
    };
  }

  /** Null where all are the same. */
  #intensityEnds(): readonly [number, number] | null {
    const endFrom = (values: Iterable<number>) => {
      let seen = 0;
      for (const value of values) {
        seen += this.#intensities[value];
        if (seen > this.#count * OUTSIDE_SHARE) return value;
      }
      return 0;
    };
    const all = [...this.#intensities.keys()];
    const [low, high] = [endFrom(all), endFrom(all.toReversed())];
    return low < high ? [low, high] : null;
  }
}

/** IEC 61966-2-1, by value of 16 bits. */
function linearOfSrgb(): Uint16Array {
  return Uint16Array.from({ length: 65536 }, (_, i) => {
    const share = i / 65535;
    return Math.round(65535 * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  });
}
