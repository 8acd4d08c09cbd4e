import { describeValue } from '@leib/core';
import { FormatError } from '../formatError.js';
import { type GltfRecord, readGltfAccessor } from '../mesh/gltfAccessor.js';
import type { GltfFile } from './gltfFile.js';

/** One animated property, checked and flat. */
export interface GltfTrack {
  /** Seconds, rising. */
  readonly times: Float64Array;
  /** One value per time; for cubic splines in-tangent, value, out-tangent. */
  readonly values: Float64Array;
  /** Numbers per value: 3 or 4. */
  readonly size: number;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

const interpolations = ['LINEAR', 'STEP', 'CUBICSPLINE'] as const;

/** An entry of an animation's `samplers`. `path` is its place in the file: "animations[0].samplers[3]". */
export function readGltfTrack(file: GltfFile, sampler: GltfRecord, size: 3 | 4, path: string): GltfTrack {
  if (sampler.input === undefined || sampler.output === undefined) {
    throw new FormatError('glTF', path, 'has no input or no output');
  }
  const interpolation = interpolations.find((name) => name === (sampler.interpolation ?? 'LINEAR'));
  if (interpolation === undefined) {
    const reason = `expected one of ${interpolations.join(', ')}, got ${describeValue(sampler.interpolation)}`;
    throw new FormatError('glTF', `${path}.interpolation`, reason);
  }
  const { json, buffers } = file;
  const keepAll = { keepsNotFinite: true };
  const times = readGltfAccessor(json, buffers, sampler.input, 'SCALAR', `${path}.input`, keepAll);
  const type = size === 4 ? 'VEC4' : 'VEC3';
  const values = readGltfAccessor(json, buffers, sampler.output, type, `${path}.output`, keepAll);
  const count = times.length;
  const wanted = interpolation === 'CUBICSPLINE' ? count * 3 : count;
  if (count === 0) throw new FormatError('glTF', path, 'has no keyframes');
  if (values.length !== wanted * size) {
    throw new FormatError('glTF', path, `${values.length / size} values for ${count} keyframes, expected ${wanted}`);
  }
  times.forEach((time, key) => {
    if (Number.isFinite(time) && !(key > 0 && time < times[key - 1])) return;
    const reason = `expected a time that is not before the last one, got ${time}`;
    throw new FormatError('glTF', `${path}.input[${key}]`, reason);
  });
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    const where = `${path}.output[${Math.floor(bad / size)}]`;
    throw new FormatError('glTF', where, `expected a finite number, got ${values[bad]}`);
  }
  return { times, values, size, interpolation };
}

/** Value of a track at a time, held at both ends. glTF 2.0 specification, appendix C. Rotations come out normalised. */
export function sampleGltfTrack(track: GltfTrack, timeSeconds: number, out: Float64Array, at: number): void {
  const { times, values, size, interpolation } = track;
  const last = times.length - 1;
  let key = 0;
  for (let high = last; key < high; ) {
    const middle = (key + high + 1) >> 1;
    if (times[middle] <= timeSeconds) key = middle;
    else high = middle - 1;
  }
  const next = Math.min(key + 1, last);
  const span = times[next] - times[key];
  const t = span > 0 ? Math.min(1, Math.max(0, (timeSeconds - times[key]) / span)) : 0;
  if (interpolation === 'CUBICSPLINE') hermite(track, { key, next, t, span }, out, at);
  else if (interpolation === 'STEP' || t === 0) for (let k = 0; k < size; k++) out[at + k] = values[key * size + k];
  else if (size === 4) slerp(values, key * 4, next * 4, t, out, at);
  else {
    for (let k = 0; k < size; k++) {
      out[at + k] = values[key * size + k] * (1 - t) + values[next * size + k] * t;
    }
  }
  if (size === 4) normalise(out, at);
}

/** Two keys, the share of the way between them, and the seconds that lie between them. */
interface Segment {
  readonly key: number;
  readonly next: number;
  readonly t: number;
  readonly span: number;
}

/** v(t) = (2t³-3t²+1) v0 + td (t³-2t²+t) b0 + (-2t³+3t²) v1 + td (t³-t²) a1 */
function hermite({ values, size }: GltfTrack, { key, next, t, span }: Segment, out: Float64Array, at: number): void {
  const t2 = t * t;
  const t3 = t2 * t;
  for (let k = 0; k < size; k++) {
    const v0 = values[(key * 3 + 1) * size + k];
    const b0 = values[(key * 3 + 2) * size + k];
    const a1 = values[next * 3 * size + k];
    const v1 = values[(next * 3 + 1) * size + k];
    out[at + k] =
      (2 * t3 - 3 * t2 + 1) * v0 + span * (t3 - 2 * t2 + t) * b0 + (3 * t2 - 2 * t3) * v1 + span * (t3 - t2) * a1;
  }
}

function slerp(values: Float64Array, a: number, b: number, t: number, out: Float64Array, at: number): void {
  let cosine = 0;
  for (let k = 0; k < 4; k++) cosine += values[a + k] * values[b + k];
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const sine = Math.sin(angle);
  const fromA = sine > 1e-6 ? Math.sin((1 - t) * angle) / sine : 1 - t;
  const fromB = sign * (sine > 1e-6 ? Math.sin(t * angle) / sine : t);
  for (let k = 0; k < 4; k++) out[at + k] = values[a + k] * fromA + values[b + k] * fromB;
}

function normalise(q: Float64Array, at: number): void {
  const length = Math.hypot(q[at], q[at + 1], q[at + 2], q[at + 3]);
  if (length < 1e-9) {
    q.fill(0, at, at + 3);
    q[at + 3] = 1;
    return;
  }
  for (let k = 0; k < 4; k++) q[at + k] /= length;
}
