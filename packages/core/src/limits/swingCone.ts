import { InputError } from '../check/inputError.js';
import { clamp, createVec3, type ReadonlyVec3, type Vec3, vec3 } from '../math/index.js';
import { LIMIT_SLACK } from './eulerRanges.js';

/**
 * How far a bone may swing from the joint frame's forward axis (+Z) towards each of the four sides, radians in
 * [0, pi]: th1 .. th4 of the thesis. Zero closes a side, pi opens it fully.
 */
export interface SwingConeAngles {
  readonly minusY: number;
  readonly plusX: number;
  readonly plusY: number;
  readonly minusX: number;
}

/** The compiled cone: made once by buildSwingCone(), shared, never written again. */
export interface SwingCone {
  readonly angles: SwingConeAngles;
  /** Opening of each side, see openingOf(): minusX, plusX, minusY, plusY. */
  readonly openings: Float64Array;
  /** How the border's parameter is stretched towards each side, same order. Any positive number is right. */
  readonly scales: Float64Array;
  /** Unit directions around the border, SAMPLE_COUNT x 3: where the search for the nearest one starts. */
  readonly border: Float64Array;
  /** The border's way on from each of them, of any length. SAMPLE_COUNT x 3. */
  readonly tangents: Float64Array;
  /** Where in its quarter each of them lies, 0 to 1. SAMPLE_COUNT. */
  readonly parameters: Float64Array;
  /** All angles at most 90 degrees: the allowed directions are a convex cone, and the nearest has a short way. */
  readonly isConvex: boolean;
}

/** A closed side keeps this much, and a fully open one lacks it, radians: the ellipse needs a width. */
const NARROWEST = 1e-6;
const QUARTER_SAMPLES = 12;
const SAMPLE_COUNT = 4 * QUARTER_SAMPLES;
/** What a bend of the border by one radian counts for when samples are spread, in radians along it. */
const BEND_SHARE = 0.5;

/**
 * What a swing angle counts for in the ellipse: cot^2 up to 90 degrees, -cos^2 beyond. It falls from infinity at
 * 0 through zero at 90 degrees to -1 at 180, and so has one meaning for every angle, where tan has none.
 */
function openingOf(angle: number): number {
  const cos = Math.cos(angle);
  return cos > 0 ? (cos / Math.sin(angle)) ** 2 : -cos * cos;
}

/**
 * The four-angle elliptic limit of the thesis (ch. 4, eq. 4.1): a direction (x, y, z), projected onto the plane
 * z = s, is inside when tx^2/qw^2 + ty^2/qh^2 <= 1 with q = |s| tan th. With t = s (x, y)/z this is
 *
 *   z^2 >= x^2 cot^2(thw) + y^2 cot^2(thh),   z > 0
 *
 * and, for a swing by th towards azimuth phi, cot^2 th >= cos^2 phi cot^2 thw + sin^2 phi cot^2 thh. We keep that
 * line and replace cot^2 by openingOf(): the same region to the last digit where all angles are below 90 degrees,
 * the plain continuation where some are not. An ellipse drawn in the angles themselves would also reach 180, but
 * it disagrees with the thesis by degrees, and is not convex on the sphere even for limits below 90.
 */
export function buildSwingCone(angles: SwingConeAngles): SwingCone {
  const sides = [angles.minusX, angles.plusX, angles.minusY, angles.plusY].map((angle, side) => {
    if (!(angle >= 0 && angle <= Math.PI)) {
      throw new InputError(`swing cone, ${sideNames[side]}`, `expected an angle from 0 to pi, got ${angle}`);
    }
    return clamp(angle, NARROWEST, Math.PI - NARROWEST);
  });
  const cone: SwingCone = {
    angles: { ...angles },
    openings: Float64Array.from(sides, openingOf),
    scales: Float64Array.from(sides, (angle) => Math.sin(angle / 2)),
    border: new Float64Array(SAMPLE_COUNT * 3),
    tangents: new Float64Array(SAMPLE_COUNT * 3),
    parameters: new Float64Array(SAMPLE_COUNT),
    isConvex: sides.every((angle) => Math.cos(angle) >= 0),
  };
  for (let quarter = 0; quarter < 4; quarter++) spreadSamples(cone, quarter);
  return cone;
}

/**
 * Samples of one quarter at about equal steps along the border and around its bends. Equal steps of the parameter
 * would leap where a border runs steeply through 90 degrees, and the search would miss what lies between.
 */
function spreadSamples(cone: SwingCone, quarter: number): void {
  const fineCount = 64 * QUARTER_SAMPLES;
  const travelled = new Float64Array(fineCount + 1);
  const before = createVec3();
  const here = createVec3();
  const step = createVec3();
  const lastStep = createVec3();
  writeBorderPoint(cone, quarter, 0, here);
  for (let i = 1; i <= fineCount; i++) {
    vec3.copy(before, here);
    writeBorderPoint(cone, quarter, i / fineCount, here);
    vec3.subtract(step, here, before);
    const turn = i === 1 ? 0 : vec3.angle(step, lastStep);
    travelled[i] = travelled[i - 1] + vec3.length(step) + BEND_SHARE * turn;
    vec3.copy(lastStep, step);
  }
  let fine = 0;
  for (let i = 0; i < QUARTER_SAMPLES; i++) {
    while (travelled[fine] < (i / QUARTER_SAMPLES) * travelled[fineCount]) fine++;
    const sample = quarter * QUARTER_SAMPLES + i;
    const t = fine / fineCount;
    cone.parameters[sample] = t;
    writeBorderPoint(cone, quarter, t, here);
    cone.border.set(here, sample * 3);
    writeBorderTangent(cone, quarter, t, here);
    cone.tangents.set(here, sample * 3);
  }
}

const sideNames = ['minusX', 'plusX', 'minusY', 'plusY'];

/** Is the unit direction (joint frame, forward +Z) allowed? */
export function isInsideSwingCone(cone: SwingCone, direction: ReadonlyVec3): boolean {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const acrossSq = x * x + y * y;
  if (acrossSq < NARROWEST * NARROWEST) {
    // All but along the axis: forward is always allowed, and the pole behind where any side reaches it.
    const { minusX, plusX, minusY, plusY } = cone.angles;
    return z > 0 || Math.max(minusX, plusX, minusY, plusY) >= Math.PI - LIMIT_SLACK;
  }
  // Swung back by the slack, so that the border itself is inside however steep the ellipse is there.
  const across = Math.sqrt(acrossSq);
  const outward = across - z * LIMIT_SLACK;
  if (outward <= 0) return true;
  const forward = z + across * LIMIT_SLACK;
  const wide = cone.openings[x < 0 ? 0 : 1];
  const high = cone.openings[y < 0 ? 2 : 3];
  const needed = (x * x * wide + y * y * high) / acrossSq;
  return forward > 0
    ? forward * forward >= needed * outward * outward
    : -forward * forward >= needed * (forward * forward + outward * outward);
}

/**
 * Writes the direction itself where it is inside, else the allowed unit direction with the least angle to it, and
 * returns whether it had to move. `out` may be `direction`. (Eq. 4.2 - 4.5 move outward points along their azimuth
 * instead, which is not the nearest way, and mirror what lies behind the plane.)
 */
export function clampSwingCone(cone: SwingCone, direction: ReadonlyVec3, out: Vec3): boolean {
  if (isInsideSwingCone(cone, direction)) {
    vec3.copy(out, direction);
    return false;
  }
  if (!cone.isConvex || !projectOntoConvexCone(cone, direction, out)) searchBorder(cone, direction, out);
  return true;
}

/**
 * The nearest point of a convex cone, in space, is also its nearest direction. With wide, high the openings of the
 * direction's quarter and l the multiplier of z^2 = x^2 wide + y^2 high, it is
 *
 *   p = (x / (1 + l wide), y / (1 + l high), z / (1 - l)),   so   (1 - l) |(px sqrt wide, py sqrt high)| = z
 *
 * whose left side falls and is convex up to l = 1: Newton's steps come from below and never overshoot. Where the
 * direction is more than 90 degrees from the whole cone, that point is the apex: returns false.
 */
function projectOntoConvexCone(cone: SwingCone, direction: ReadonlyVec3, out: Vec3): boolean {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const wide = cone.openings[x < 0 ? 0 : 1];
  const high = cone.openings[y < 0 ? 2 : 3];
  const steepX = Math.abs(x) * Math.sqrt(wide);
  const steepY = Math.abs(y) * Math.sqrt(high);
  let multiplier = 1;
  if (z >= 0) {
    // Either term alone has its root below the one sought: a start that is near even where a side is closed.
    multiplier = Math.max(0, (steepX - z) / (steepX + z * wide), (steepY - z) / (steepY + z * high));
  }
  for (let pass = 0; pass < 30; pass++) {
    const shrinkX = 1 / (1 + multiplier * wide);
    const shrinkY = 1 / (1 + multiplier * high);
    const termX = steepX * shrinkX * (steepX * shrinkX);
    const termY = steepY * shrinkY * (steepY * shrinkY);
    const length = Math.sqrt(termX + termY);
    const slope = -length - ((1 - multiplier) * (termX * wide * shrinkX + termY * high * shrinkY)) / length;
    const step = ((1 - multiplier) * length - z) / slope;
    if (!(slope < 0) || multiplier > 1e6) return false;
    multiplier -= step;
    if (Math.abs(step) < 1e-12 * (1 + multiplier)) {
      const px = x * shrinkX;
      const py = y * shrinkY;
      const scale = 1 / Math.sqrt(px * px + py * py + length * length);
      vec3.set(out, px * scale, py * scale, length * scale);
      return true;
    }
  }
  return false;
}

// Scratch of searchBorder(), which writes both before it reads them.
const turningPoint = createVec3();
const nearness = new Float64Array(SAMPLE_COUNT);

/**
 * The nearest direction on any border. With limits beyond 90 degrees it may lie in another quarter, and there may
 * be several locally nearest ones: the whole border is looked at, and wherever the way along it turns from towards
 * the direction to away from it, the turning point is found.
 */
function searchBorder(cone: SwingCone, direction: ReadonlyVec3, out: Vec3): void {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const { border, tangents } = cone;
  let best = -2;
  let bestSample = 0;
  for (let sample = 0; sample < SAMPLE_COUNT; sample++) {
    const at = sample * 3;
    const near = x * border[at] + y * border[at + 1] + z * border[at + 2];
    nearness[sample] = near;
    if (near > best) {
      best = near;
      bestSample = sample;
    }
  }
  let outX = border[bestSample * 3];
  let outY = border[bestSample * 3 + 1];
  let outZ = border[bestSample * 3 + 2];

  // Between two samples the border comes nearer by less than this, so the others cannot win.
  const worthwhile = best - 0.05;
  const last = (SAMPLE_COUNT - 1) * 3;
  let nextSlope = x * tangents[0] + y * tangents[1] + z * tangents[2];
  let nextNear = nearness[0];
  for (let sample = SAMPLE_COUNT - 1, at = last; sample >= 0; sample--, at -= 3) {
    const slope = x * tangents[at] + y * tangents[at + 1] + z * tangents[at + 2];
    const near = nearness[sample];
    if (slope > 0 && nextSlope <= 0 && (near > worthwhile || nextNear > worthwhile)) {
      writeTurningPoint(cone, sample, slope, nextSlope, direction, turningPoint);
      const found = x * turningPoint[0] + y * turningPoint[1] + z * turningPoint[2];
      if (found > best) {
        best = found;
        outX = turningPoint[0];
        outY = turningPoint[1];
        outZ = turningPoint[2];
      }
    }
    nextSlope = slope;
    nextNear = near;
  }
  vec3.set(out, outX, outY, outZ);
}

/**
 * Writes the border's turning point between a sample and the next, whose slopes towards the direction are
 * slopeHere > 0 >= slopeNext.
 */
function writeTurningPoint(
  cone: SwingCone,
  sample: number,
  slopeHere: number,
  slopeNext: number,
  direction: ReadonlyVec3,
  out: Vec3,
): void {
  const quarter = Math.floor(sample / QUARTER_SAMPLES);
  let low = cone.parameters[sample];
  let high = (sample + 1) % QUARTER_SAMPLES === 0 ? 1 : cone.parameters[sample + 1];
  let slopeLow = slopeHere;
  let slopeHigh = slopeNext;
  // Ridders' method: always keeps and at least halves the bracket, and is fast where the slope is well behaved.
  let at = high;
  for (let pass = 0; pass < 50 && slopeHigh < 0 && high - low > 1e-12; pass++) {
    const middle = (low + high) / 2;
    writeBorderTangent(cone, quarter, middle, out);
    const slopeMiddle = vec3.dot(direction, out);
    const root = Math.sqrt(slopeMiddle * slopeMiddle - slopeLow * slopeHigh);
    const next = middle + ((middle - low) * slopeMiddle) / root;
    // The same end of the bracket twice: its slope is tiny, so go on halving.
    const isSettled = Math.abs(next - at) < 1e-8 && next - low > 1e-6 && high - next > 1e-6;
    at = next;
    if (isSettled) break;
    writeBorderTangent(cone, quarter, at, out);
    const slope = vec3.dot(direction, out);
    if (slopeMiddle > 0) {
      low = middle;
      slopeLow = slopeMiddle;
    } else {
      high = middle;
      slopeHigh = slopeMiddle;
    }
    if (at > low && at < high) {
      if (slope > 0) {
        low = at;
        slopeLow = slope;
      } else {
        high = at;
        slopeHigh = slope;
      }
    }
  }
  writeBorderPoint(cone, quarter, at, out);
}

// The border, quarter by quarter: 0 from +X to +Y, 1 from +Y to -X, 2 from -X to -Y, 3 from -Y to +X. Within a
// quarter the azimuth is that of (wide (1 - t), high t) for t from 0 to 1, turned to run the same way round in
// all four; scaled by the limits, so that the tips of a thin ellipse get their share of the parameter.

/** Writes the border direction at parameter t of a quarter. */
function writeBorderPoint(cone: SwingCone, quarter: number, t: number, out: Vec3): void {
  const isOdd = quarter % 2;
  const sideX = quarter === 0 || quarter === 3 ? 1 : 0;
  const sideY = quarter < 2 ? 3 : 2;
  const u = cone.scales[sideX] * (isOdd ? t : 1 - t);
  const v = cone.scales[sideY] * (isOdd ? 1 - t : t);
  const length = Math.sqrt(u * u + v * v);
  const cos = u / length;
  const sin = v / length;
  const opening = cos * cos * cone.openings[sideX] + sin * sin * cone.openings[sideY];
  const across = opening > 0 ? 1 / Math.sqrt(1 + opening) : Math.sqrt(Math.max(0, 1 + opening));
  out[0] = sideX ? across * cos : -across * cos;
  out[1] = sideY === 3 ? across * sin : -across * sin;
  out[2] = opening > 0 ? Math.sqrt(opening) * across : -Math.sqrt(-opening);
}

/**
 * Writes the derivative of the border direction at parameter t of a quarter, up to a positive factor. The factor takes
 * out the two places where the derivative itself is infinite: the border's way through 90 degrees, and its end at 180.
 */
function writeBorderTangent(cone: SwingCone, quarter: number, t: number, out: Vec3): void {
  const isOdd = quarter % 2;
  const sideX = quarter === 0 || quarter === 3 ? 1 : 0;
  const sideY = quarter < 2 ? 3 : 2;
  const u = cone.scales[sideX] * (isOdd ? t : 1 - t);
  const v = cone.scales[sideY] * (isOdd ? 1 - t : t);
  const lengthSq = u * u + v * v;
  const length = Math.sqrt(lengthSq);
  const cos = u / length;
  const sin = v / length;
  const wide = cone.openings[sideX];
  const high = cone.openings[sideY];
  const opening = cos * cos * wide + sin * sin * high;
  // d opening / d azimuth, then d across and d z by the chain rule, times the factor.
  const turn = 2 * cos * sin * (high - wide);
  let across: number;
  let acrossRate: number;
  let zRate: number;
  if (opening > 0) {
    const root = Math.sqrt(opening);
    const inverse = 1 / Math.sqrt(1 + opening);
    const cube = inverse * inverse * inverse;
    across = root * inverse;
    acrossRate = (-root * cube * turn) / 2;
    zRate = (cube * turn) / 2;
  } else {
    const root = Math.sqrt(-opening);
    const inside = Math.sqrt(Math.max(0, 1 + opening));
    across = root * inside * inside;
    acrossRate = (root * turn) / 2;
    zRate = (inside * turn) / 2;
  }
  const way = isOdd ? -1 : 1;
  out[0] = (sideX ? way : -way) * (acrossRate * cos - across * sin);
  out[1] = (sideY === 3 ? way : -way) * (acrossRate * sin + across * cos);
  out[2] = way * zRate;
}
