import {
  createOneEuroQuat,
  createOneEuroVec3,
  createQuat,
  createVec3,
  type OneEuroParams,
  type OneEuroQuatState,
  type OneEuroVec3State,
  type Quat,
  quat,
  rotationOver,
  stepOneEuroQuat,
  stepOneEuroVec3,
  type Vec3,
  vec3,
} from '@leib/core';
import { locateP5Led, type P5Geometry } from './p5Geometry.js';
import { P5_LED_COUNT, P5_SLOT_COUNT, type P5Report } from './p5Report.js';

/** The glove's pose from report to report. */
export interface P5PoseState {
  /** Of the middle of its LEDs, in the tower's space, metres. */
  readonly position: OneEuroVec3State;
  readonly rotation: OneEuroQuatState;
  /** Angles of each LED when it was seen last, beyond ten bits. 8 x 3. */
  readonly lastAngles: Float64Array;
  /** Seconds since each LED was seen. */
  readonly unseenSeconds: Float64Array;
  /** How many LEDs the last report laid the glove by. */
  usedCount: number;
}

/** Hands are slow and the tower is noisy: quiet at rest, quick in motion. */
const positionFilter: OneEuroParams = { minCutoffHz: 2, beta: 15, speedCutoffHz: 1 };
const rotationFilter: OneEuroParams = { minCutoffHz: 2, beta: 1.5, speedCutoffHz: 1 };

/** Rms distance of seen LEDs from the glove that is laid over them: above it one of them is a reflection. */
const LARGEST_ERROR = 0.012;
/** An LED that was not seen for so long may have gone anywhere: its angles are not unwrapped. */
const FORGET_SECONDS = 0.3;
/** Three LEDs nearly in one line give no turn about it: square metres. */
const SMALLEST_AREA = 1e-4;

export function createP5PoseState(): P5PoseState {
  return {
    position: createOneEuroVec3(),
    rotation: createOneEuroQuat(),
    lastAngles: new Float64Array(P5_LED_COUNT * 3),
    unseenSeconds: new Float64Array(P5_LED_COUNT).fill(Number.POSITIVE_INFINITY),
    usedCount: 0,
  };
}

interface SeenLed {
  readonly led: number;
  readonly place: Float64Array;
}

/** Takes one report. Three or four LEDs give the whole pose; one or two move the glove as it was turned before. */
export function stepP5Pose(geometry: P5Geometry, state: P5PoseState, report: P5Report, dtSeconds: number): void {
  for (let led = 0; led < P5_LED_COUNT; led++) state.unseenSeconds[led] += dtSeconds;
  const seen = locateSeen(geometry, state, report);
  const fit = fitGlove(geometry, seen);
  state.usedCount = 0;
  if (fit !== null) {
    stepOneEuroQuat(state.rotation, rotationFilter, fit.rotation, dtSeconds);
    stepOneEuroVec3(state.position, positionFilter, fit.middle, dtSeconds);
    state.usedCount = fit.ledCount;
  } else if (seen.length > 0 && seen.length < 3 && state.rotation.isStarted) {
    stepOneEuroVec3(state.position, positionFilter, placeAsTurned(geometry, seen, state.rotation.value), dtSeconds);
    state.usedCount = seen.length;
  }
}

function locateSeen(geometry: P5Geometry, state: P5PoseState, report: P5Report): SeenLed[] {
  const seen: SeenLed[] = [];
  for (let slot = 0; slot < P5_SLOT_COUNT; slot++) {
    const led = report.leds[slot];
    if (led < 0 || seen.some((other) => other.led === led)) continue;
    const isRecent = state.unseenSeconds[led] < FORGET_SECONDS;
    const angles = [report.v1[slot], report.v2[slot], report.h[slot]].map((raw, k) =>
      isRecent ? unwrap(raw, state.lastAngles[led * 3 + k]) : raw,
    );
    const place = new Float64Array(3);
    if (!locateP5Led(geometry, angles[0], angles[1], angles[2], place)) continue;
    state.lastAngles.set(angles, led * 3);
    state.unseenSeconds[led] = 0;
    seen.push({ led, place });
  }
  return seen;
}

/** True angles reach about 615 to either side, and ten bits end at 512. */
function unwrap(raw: number, last: number): number {
  const value = raw - last > 512 ? raw - 1024 : last - raw > 512 ? raw + 1024 : raw;
  return Math.abs(value) > 640 ? raw : value;
}

interface GloveFit {
  readonly rotation: Quat;
  readonly middle: Vec3;
  readonly ledCount: number;
  readonly error: number;
}

/** The best of all LEDs, or, where one of four does not belong, of three. */
function fitGlove(geometry: P5Geometry, seen: readonly SeenLed[]): GloveFit | null {
  if (seen.length < 3) return null;
  const all = fitLeds(geometry, seen);
  if (all !== null && all.error <= LARGEST_ERROR) return all;
  if (seen.length < 4) return null;
  const without = seen.map((left) =>
    fitLeds(
      geometry,
      seen.filter((led) => led !== left),
    ),
  );
  const best = without.reduce((a, b) => (a === null || (b !== null && b.error < a.error) ? b : a));
  return best !== null && best.error <= LARGEST_ERROR ? best : null;
}

function fitLeds({ leds }: P5Geometry, seen: readonly SeenLed[]): GloveFit | null {
  const shapeMiddle = meanOf(seen.map(({ led }) => leds.subarray(led * 3, led * 3 + 3)));
  const seenMiddle = meanOf(seen.map(({ place }) => place));
  const shape = seen.flatMap(({ led }) => [0, 1, 2].map((k) => leds[led * 3 + k] - shapeMiddle[k]));
  const points = seen.flatMap(({ place }) => [0, 1, 2].map((k) => place[k] - seenMiddle[k]));
  if (spanOf(shape) < SMALLEST_AREA) return null;
  const rotation = rotationOver(shape, points);
  let sum = 0;
  for (let i = 0; i < shape.length; i += 3) {
    const turned = vec3.transformQuat([0, 0, 0], [shape[i], shape[i + 1], shape[i + 2]], rotation);
    sum += vec3.squaredDistance(turned, [points[i], points[i + 1], points[i + 2]]);
  }
  const middle = vec3.transformQuat(createVec3(), vec3.negate([0, 0, 0], awayFromMiddle(leds, shapeMiddle)), rotation);
  vec3.add(middle, middle, seenMiddle);
  const error = Math.sqrt(sum / seen.length);
  return Number.isFinite(error) ? { rotation, middle, ledCount: seen.length, error } : null;
}

/** From the middle of all LEDs to that of some. */
function awayFromMiddle(leds: Float64Array, someMiddle: Vec3): Vec3 {
  return vec3.subtract(createVec3(), someMiddle, middleOfGlove(leds));
}

function middleOfGlove(leds: Float64Array): Vec3 {
  return meanOf(Array.from({ length: P5_LED_COUNT }, (_, led) => leds.subarray(led * 3, led * 3 + 3)));
}

function meanOf(places: readonly Float64Array[]): Vec3 {
  const mean = createVec3();
  for (const place of places) for (let k = 0; k < 3; k++) mean[k] += place[k] / places.length;
  return mean;
}

/** Largest area between two of the points and their middle, doubled. */
function spanOf(shape: readonly number[]): number {
  let largest = 0;
  const at = (i: number): Vec3 => createVec3(shape[i * 3], shape[i * 3 + 1], shape[i * 3 + 2]);
  for (let a = 0; a < shape.length / 3; a++) {
    for (let b = 0; b < a; b++) {
      largest = Math.max(largest, vec3.length(vec3.cross([0, 0, 0], at(a), at(b))));
    }
  }
  return largest;
}

function placeAsTurned({ leds }: P5Geometry, seen: readonly SeenLed[], rotation: Quat): Vec3 {
  const turn = quat.copy(createQuat(), rotation);
  const middle = middleOfGlove(leds);
  const sum = createVec3();
  for (const { led, place } of seen) {
    const arm = vec3.subtract([0, 0, 0], [leds[led * 3], leds[led * 3 + 1], leds[led * 3 + 2]], middle);
    vec3.transformQuat(arm, arm, turn);
    for (let k = 0; k < 3; k++) sum[k] += (place[k] - arm[k]) / seen.length;
  }
  return sum;
}
