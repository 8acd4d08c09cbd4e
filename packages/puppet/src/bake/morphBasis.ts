/** Forms, and how each frame is mixed from them. */
export interface MorphBasis {
  /** What each form adds to the rest surface; the largest weight of each form is 1. */
  readonly forms: Float32Array[];
  /** frames x forms. */
  readonly weights: Float32Array;
  readonly rmsError: number;
  readonly maxError: number;
}

export interface MorphBasisParams {
  /** No more forms are added once the error over all frames is below both: root of the mean square, largest; metres. */
  readonly rmsTolerance: number;
  readonly maxTolerance: number;
  readonly mostForms: number;
}

/** Rounds of the power method for each form. */
const POWER_ROUNDS = 4;

/**
 * Principal components of a motion, one after the other: from the frame that is farthest away the power method finds the
 * form that takes most of what is left of all frames, which is then taken away from them. `frames` (differences from
 * rest) are overwritten with what is left. Yields the share that is done; the same frames give the same bits.
 */
export function* fitMorphBasis(
  frames: readonly Float32Array[],
  { rmsTolerance, maxTolerance, mostForms }: MorphBasisParams,
): Generator<number, MorphBasis, void> {
  const forms: Float32Array[] = [];
  const shares: Float64Array[] = [];
  let left = measureLeft(frames);
  const firstError = left.rmsError;
  while ((left.rmsError > rmsTolerance || left.maxError > maxTolerance) && forms.length < mostForms) {
    const form = Float64Array.from(frames[left.farthest]);
    normalise(form);
    for (let round = 0; round < POWER_ROUNDS; round++) {
      sharpen(frames, form);
      const shareOfForms = (forms.length + round / POWER_ROUNDS) / mostForms;
      yield Math.max(shareOfForms, errorProgress(left.rmsError, firstError, rmsTolerance));
    }
    const share = Float64Array.from(frames, (frame) => dot(frame, form));
    frames.forEach((frame, i) => {
      addScaled(frame, form, -share[i]);
    });
    const largest = share.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (!(largest > 0)) break;
    forms.push(Float32Array.from(form, (value) => value * largest));
    shares.push(share.map((value) => value / largest));
    left = measureLeft(frames);
  }
  const weights = new Float32Array(frames.length * forms.length);
  shares.forEach((share, k) => {
    share.forEach((value, frame) => {
      weights[frame * forms.length + k] = value;
    });
  });
  return { forms, weights, rmsError: left.rmsError, maxError: left.maxError };
}

/** The error falls about as a power. */
function errorProgress(error: number, first: number, tolerance: number): number {
  return error <= tolerance ? 0.95 : 0.95 * (Math.log(first / error) / Math.log(first / tolerance));
}

function measureLeft(frames: readonly Float32Array[]) {
  let [sum, count, greatest, farthest, farthestSq] = [0, 0, 0, 0, -1];
  frames.forEach((frame, index) => {
    let frameSq = 0;
    for (let at = 0; at < frame.length; at += 3) {
      const pointSq = frame[at] ** 2 + frame[at + 1] ** 2 + frame[at + 2] ** 2;
      frameSq += pointSq;
      if (pointSq > greatest) greatest = pointSq;
    }
    sum += frameSq;
    count += frame.length / 3;
    if (frameSq <= farthestSq) return;
    [farthest, farthestSq] = [index, frameSq];
  });
  return { farthest, rmsError: Math.sqrt(sum / Math.max(1, count)), maxError: Math.sqrt(greatest) };
}

/** One round of the power method on the frames' covariance. */
function sharpen(frames: readonly Float32Array[], form: Float64Array): void {
  const next = new Float64Array(form.length);
  for (const frame of frames) {
    const share = dot(frame, form);
    for (let i = 0; i < next.length; i++) next[i] += share * frame[i];
  }
  if (normalise(next)) form.set(next);
}

function dot(a: Float32Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}

function addScaled(out: Float32Array, values: Float64Array, scale: number): void {
  for (let i = 0; i < out.length; i++) out[i] += values[i] * scale;
}

/** False where there is no length. */
function normalise(values: Float64Array): boolean {
  let sum = 0;
  for (const value of values) sum += value * value;
  if (!(sum > 0)) return false;
  const scale = 1 / Math.sqrt(sum);
  for (let i = 0; i < values.length; i++) values[i] *= scale;
  return true;
}
