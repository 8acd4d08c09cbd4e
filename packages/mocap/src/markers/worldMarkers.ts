import type { Skeleton } from '@leib/core';
import { type C3dFile, type UpAxis, upAxes } from '@leib/formats';
import type { BodyMarker } from './assignMarkers.js';

/** Markers in our world: Y up, metres. */
export interface WorldMarkers {
  /** frameCount x columnCount x 3. NaN where a marker was not seen. */
  readonly positions: Float64Array;
  readonly frameCount: number;
  readonly columnCount: number;
  readonly hz: number;
  readonly up: UpAxis;
  /** What the up axis was found from. */
  readonly upFrom: 'given' | 'markers' | 'parameter' | 'floor' | 'convention';
  /** Factor that was applied to the file's lengths because its unit cannot be right; 1 where it can. */
  readonly unitFactor: number;
  /** Size of the person against the given body, by distances between markers; 1 where no distance tells. */
  readonly scale: number;
}

/** Units that files get wrong: millimetres said, metres meant, and so on. */
const unitFactors = [1, 0.001, 0.01, 0.1, 10, 100, 1000, 25.4, 1 / 25.4];
/** Sizes against the given body within which a unit is believed. */
const BELIEVED_SCALES = [0.45, 1.6] as const;

/** Brings a file's markers into our world. Zeros are markers that were not seen, as some programs write them. */
export function worldMarkers(
  file: C3dFile,
  markers: readonly BodyMarker[],
  skeleton: Skeleton,
  givenUp: UpAxis | null = null,
): WorldMarkers {
  const columnCount = file.labels.length;
  const seen = file.positions.slice();
  for (let at = 0; at < seen.length; at += 3) {
    const isZero = seen[at] === 0 && seen[at + 1] === 0 && seen[at + 2] === 0;
    if (isZero || !Number.isFinite(seen[at] + seen[at + 1] + seen[at + 2])) seen.fill(Number.NaN, at, at + 3);
  }
  const raw: RawMarkers = { positions: seen, frameCount: file.frameCount, columnCount };
  const ratio = sizeRatio(raw, markers, skeleton);
  const unitFactor = ratio === null ? 1 : unitFactorOf(ratio);
  for (let i = 0; i < seen.length; i++) seen[i] *= unitFactor;
  const { up, upFrom } =
    givenUp === null ? findUp(raw, markers, skeleton, file) : { up: givenUp, upFrom: 'given' as const };
  turnUp(seen, up);
  return {
    positions: seen,
    frameCount: file.frameCount,
    columnCount,
    hz: file.rate,
    up,
    upFrom,
    unitFactor,
    scale: ratio === null ? 1 : ratio * unitFactor,
  };
}

interface RawMarkers {
  readonly positions: Float64Array;
  readonly frameCount: number;
  readonly columnCount: number;
}

/** Frames that are looked at for sizes and directions. */
const LOOKS = 60;

function eachLook({ frameCount }: RawMarkers, look: (frame: number) => void): void {
  const step = Math.max(1, Math.floor(frameCount / LOOKS));
  for (let frame = 0; frame < frameCount; frame += step) look(frame);
}

/** Distances shorter than this at rest tell little about a size, metres. */
const SHORTEST = 0.08;

/**
 * Size of the person against the skeleton: the median ratio of distances that do not change as the person moves, between markers
 * on one bone and markers at the two ends of one. null where there is no such pair.
 */
function sizeRatio(raw: RawMarkers, markers: readonly BodyMarker[], skeleton: Skeleton): number | null {
  const ratios: number[] = [];
  const rest = (marker: BodyMarker, k: number) =>
    skeleton.restWorldPositions[marker.joint * 3 + k] + marker.expected[k];
  markers.forEach((a, i) => {
    for (const b of markers.slice(i + 1)) {
      if (!isRigidPair(a, b, skeleton)) continue;
      const expected = Math.hypot(rest(a, 0) - rest(b, 0), rest(a, 1) - rest(b, 1), rest(a, 2) - rest(b, 2));
      if (expected < SHORTEST) continue;
      const measured = medianDistance(raw, a.column, b.column);
      if (measured !== null) ratios.push(measured / expected);
    }
  });
  return ratios.length === 0 ? null : median(ratios);
}

function isRigidPair(a: BodyMarker, b: BodyMarker, { parents }: Skeleton): boolean {
  if (a.nearJoint < 0 || b.nearJoint < 0) return false;
  if (a.joint === b.joint) return true;
  // At two neighbouring joints: the bone between them is rigid.
  return parents[a.nearJoint] === b.nearJoint || parents[b.nearJoint] === a.nearJoint;
}

function medianDistance(raw: RawMarkers, a: number, b: number): number | null {
  const found: number[] = [];
  eachLook(raw, (frame) => {
    const [i, j] = [(frame * raw.columnCount + a) * 3, (frame * raw.columnCount + b) * 3];
    const p = raw.positions;
    const distance = Math.hypot(p[i] - p[j], p[i + 1] - p[j + 1], p[i + 2] - p[j + 2]);
    if (Number.isFinite(distance)) found.push(distance);
  });
  return found.length === 0 ? null : median(found);
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
}

function unitFactorOf(ratio: number): number {
  if (ratio > BELIEVED_SCALES[0] && ratio < BELIEVED_SCALES[1]) return 1;
  const wrong = (factor: number) => Math.abs(Math.log(ratio * factor));
  return unitFactors.reduce((best, factor) => (wrong(factor) < wrong(best) ? factor : best));
}

/** How well one axis must agree with the way from feet to head to be the one that is up. */
const CLEAR_UP = 0.85;
/** ...and how far apart markers must be in the T-pose: a trunk alone may lean, metres. */
const WHOLE_BODY = 0.7;

function findUp(
  raw: RawMarkers,
  markers: readonly BodyMarker[],
  skeleton: Skeleton,
  { parameters }: C3dFile,
): Pick<WorldMarkers, 'up' | 'upFrom'> {
  const { direction, extent } = bodyDirection(raw, markers, skeleton);
  const strongest = direction.reduce((best, value, k) => (Math.abs(value) > Math.abs(direction[best]) ? k : best), 0);
  const isClear = Math.abs(direction[strongest]) > CLEAR_UP;
  const byMarkers = upAxes[strongest + (direction[strongest] < 0 ? 3 : 0)];
  if (isClear && extent > WHOLE_BODY) return { up: byMarkers, upFrom: 'markers' };
  const screen = parameters.get('POINT:Y_SCREEN');
  const said = screen?.type === 'text' ? screen.values[0]?.trim().toLowerCase().replace('+', '') : undefined;
  const bySaid = upAxes.find((axis) => axis === said);
  if (bySaid) return { up: bySaid, upFrom: 'parameter' };
  const positive = [0, 1, 2].filter((axis) => isAboveFloor(raw, axis));
  if (positive.length === 1) return { up: upAxes[positive[0]], upFrom: 'floor' };
  return isClear ? { up: byMarkers, upFrom: 'markers' } : { up: 'z', upFrom: 'convention' };
}

/**
 * Unit direction from low parts of the body to high ones, over all frames, and how far apart these are in the T-pose. Arms hang or are
 * raised and do not count.
 */
function bodyDirection(
  raw: RawMarkers,
  markers: readonly BodyMarker[],
  skeleton: Skeleton,
): { direction: number[]; extent: number } {
  const counted = markers.filter(({ joint }) => !/Arm|Hand/.test(skeleton.names[joint]));
  const height = ({ joint, expected }: BodyMarker) => skeleton.restWorldPositions[joint * 3 + 1] + expected[1];
  const sum = [0, 0, 0];
  eachLook(raw, (frame) => {
    const there = counted.filter(({ column }) =>
      Number.isFinite(raw.positions[(frame * raw.columnCount + column) * 3]),
    );
    const middle = there.reduce((all, marker) => all + height(marker), 0) / Math.max(1, there.length);
    for (const marker of there) {
      const at = (frame * raw.columnCount + marker.column) * 3;
      for (let k = 0; k < 3; k++) sum[k] += (height(marker) - middle) * raw.positions[at + k];
    }
  });
  const length = Math.hypot(...sum);
  const heights = counted.map(height);
  const extent = heights.length === 0 ? 0 : Math.max(...heights) - Math.min(...heights);
  return { direction: sum.map((value) => (length > 0 ? value / length : 0)), extent };
}

/** Whether all markers are above a floor at zero along an axis. */
function isAboveFloor({ positions }: RawMarkers, axis: number): boolean {
  for (let at = axis; at < positions.length; at += 3) if (positions[at] < -0.05) return false;
  return true;
}

/** Turns the axis up to +Y: the axes change places in a circle, so that a file with Z up becomes (y, z, x). */
function turnUp(positions: Float64Array, up: UpAxis): void {
  const axis = 'xyz'.indexOf(up.slice(-1));
  const isDown = up.startsWith('-');
  for (let at = 0; at < positions.length; at += 3) {
    const p = [positions[at], positions[at + 1], positions[at + 2]];
    positions[at] = p[(axis + 2) % 3];
    positions[at + 1] = isDown ? -p[axis] : p[axis];
    // Half a turn about the first axis keeps the world right-handed.
    positions[at + 2] = isDown ? -p[(axis + 1) % 3] : p[(axis + 1) % 3];
  }
}
