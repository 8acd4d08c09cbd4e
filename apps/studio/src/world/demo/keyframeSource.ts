import {
  buildQuatTrack,
  buildVec3Track,
  createQuat,
  createTimeline,
  createVec3,
  DEG,
  lookRotation,
  quat,
  sampleQuatTrack,
  sampleVec3Track,
  stepTimeline,
  type Timeline,
  unitAcross,
  vec3,
} from '@leib/core';
import {
  createTrackerOffsets,
  type DeviceFrame,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedSource,
  type TrackerOffsets,
} from '@leib/tracking';
import { type GripKey, type HandKey, type HeadKey, type Performance, standingHead } from './performance.js';

type Vec3Track = ReturnType<typeof buildVec3Track>;

type QuatTrack = ReturnType<typeof buildQuatTrack>;

/** A movement of one joint. */
interface PoseTrack {
  readonly position: Vec3Track;
  readonly rotation: QuatTrack;
}

/** A performance as joint poses on a timeline that loops without a seam. */
export class KeyframeSource implements TrackedSource {
  readonly label: string;
  readonly offsets: TrackerOffsets = createTrackerOffsets();
  readonly timeline: Timeline;
  readonly #performance: Performance;
  readonly #path: PoseTrack | null;
  readonly #head: PoseTrack;
  readonly #hands: readonly HandTracks[];

  constructor(performance: Performance) {
    const { label, seconds, head, leftHand, rightHand, leftGrip, rightGrip } = performance;
    this.label = label;
    this.timeline = createTimeline(seconds);
    this.#performance = performance;
    this.#path = buildPathTrack(performance);
    this.#head = buildHeadTrack(head, seconds);
    this.#hands = [
      {
        point: pointNumber.leftHand,
        pose: buildHandTrack(leftHand, 1, seconds),
        grip: buildGripTrack(leftGrip, seconds),
      },
      {
        point: pointNumber.rightHand,
        pose: buildHandTrack(rightHand, -1, seconds),
        grip: buildGripTrack(rightGrip, seconds),
      },
    ];
  }

  step(dtSeconds: number, out: DeviceFrame): void {
    stepTimeline(this.timeline, dtSeconds);
    const { timeSeconds } = this.timeline;
    out.timeSeconds = timeSeconds;
    loseEverything(out);
    readPlace(this.#path, timeSeconds);
    sampleVec3Track(this.#head.position, timeSeconds, headAt);
    addSway(this.#performance, timeSeconds);
    sampleQuatTrack(this.#head.rotation, timeSeconds, rotation);
    write(out, pointNumber.head, headAt);
    for (const { point, pose, grip } of this.#hands) {
      sampleVec3Track(pose.position, timeSeconds, handAt);
      sampleQuatTrack(pose.rotation, timeSeconds, rotation);
      vec3.add(handAt, handAt, headAt);
      write(out, point, handAt);
      sampleVec3Track(grip, timeSeconds, handAt);
      const controller = point === pointNumber.leftHand ? out.leftController : out.rightController;
      controller.grip = handAt[0];
      controller.trigger = handAt[1];
    }
  }

  dispose(): void {}
}

interface HandTracks {
  readonly point: number;
  readonly pose: PoseTrack;
  readonly grip: Vec3Track;
}

// Scratch.
const headAt = createVec3();
const handAt = createVec3();
const placeAt = createVec3();
const heading = createQuat();
const rotation = createQuat();
const turned = createVec3();

function readPlace(path: PoseTrack | null, timeSeconds: number): void {
  vec3.set(placeAt, 0, 0, 0);
  quat.identity(heading);
  if (!path) return;
  sampleVec3Track(path.position, timeSeconds, placeAt);
  sampleQuatTrack(path.rotation, timeSeconds, heading);
}

/** Puts a joint where the person is on the path, turned as they are. */
function write(out: DeviceFrame, point: number, position: ArrayLike<number>): void {
  const at = point * POSE_SIZE;
  vec3.set(turned, position[0], position[1], position[2]);
  vec3.transformQuat(turned, turned, heading);
  vec3.add(turned, turned, placeAt);
  quat.multiply(rotation, heading, rotation);
  for (let k = 0; k < 3; k++) out.devicePoses[at + k] = turned[k];
  for (let k = 0; k < 4; k++) out.devicePoses[at + 3 + k] = rotation[k];
  out.quality[point] = quality.tracked;
}

function addSway({ sway, seconds }: Performance, timeSeconds: number): void {
  for (const { axis, timesPerLoop, metres, phaseDeg } of sway) {
    headAt[axis] += metres * Math.sin((2 * Math.PI * timesPerLoop * timeSeconds) / seconds + phaseDeg * DEG);
  }
}

function buildPathTrack({ path, seconds }: Performance): PoseTrack | null {
  if (!path) return null;
  return {
    position: buildLoopVec3Track(
      path.map(({ time, at: [left, ahead] }) => ({ time, value: [left, 0, ahead] })),
      seconds,
    ),
    rotation: buildLoopQuatTrack(
      path.map(({ time, headingDeg }) => ({ time, value: headRotation([headingDeg, 0, 0]) })),
      seconds,
    ),
  };
}

function buildHeadTrack(keys: readonly HeadKey[], seconds: number): PoseTrack {
  const [x, y, z] = standingHead;
  return {
    position: buildLoopVec3Track(
      keys.map(({ time, at }) => ({ time, value: [x + at[0], y + at[1], z + at[2]] })),
      seconds,
    ),
    rotation: buildLoopQuatTrack(
      keys.map(({ time, look }) => ({ time, value: headRotation(look) })),
      seconds,
    ),
  };
}

/** Facing +Z, a turn about +Y goes left, one about +X nods down, one about -Z tilts to the left shoulder. */
function headRotation([yawDeg, pitchDeg, rollDeg]: HeadKey['look']): [number, number, number, number] {
  const out = createQuat();
  quat.rotateY(out, out, yawDeg * DEG);
  quat.rotateX(out, out, pitchDeg * DEG);
  quat.rotateZ(out, out, -rollDeg * DEG);
  return [out[0], out[1], out[2], out[3]];
}

/** Keys say "out": +X for the left hand, -X for the right. */
function buildHandTrack(keys: readonly HandKey[], mirror: 1 | -1, seconds: number): PoseTrack {
  return {
    position: buildLoopVec3Track(
      keys.map(({ time, at }) => ({ time, value: [mirror * at[0], at[1], at[2]] })),
      seconds,
    ),
    rotation: buildLoopQuatTrack(
      keys.map((key) => ({ time: key.time, value: handRotation(key, mirror) })),
      seconds,
    ),
  };
}

/** At rest a hand's fingers point out along X, its palm looks down, its thumb side is +Z. */
function handRotation({ fingers, palm }: HandKey, mirror: 1 | -1): [number, number, number, number] {
  const along = vec3.normalize(createVec3(), [mirror * fingers[0], fingers[1], fingers[2]]);
  const back = unitAcross(createVec3(), along, [-mirror * palm[0], -palm[1], -palm[2]]);
  // Thumb side = X x Y, with X the fingers on the left hand and against them on the right.
  const thumb = vec3.cross(createVec3(), along, back);
  vec3.scale(thumb, thumb, mirror);
  const out = lookRotation(createQuat(), thumb, back);
  return [out[0], out[1], out[2], out[3]];
}

function buildGripTrack(keys: readonly GripKey[], seconds: number): Vec3Track {
  return buildLoopVec3Track(
    keys.map(({ time, grip, trigger = grip }) => ({ time, value: [grip, trigger, 0] })),
    seconds,
  );
}

/**
 * Tracks of a loop: the keys are repeated before and after, so that the curve's tangents at the seam are those of one
 * endless movement and the loop has no corner.
 */
function buildLoopVec3Track(keys: Parameters<typeof buildVec3Track>[0], loopSeconds: number): Vec3Track {
  return buildVec3Track(aroundTheSeam(keys, loopSeconds));
}

function buildLoopQuatTrack(keys: Parameters<typeof buildQuatTrack>[0], loopSeconds: number): QuatTrack {
  return buildQuatTrack(aroundTheSeam(keys, loopSeconds));
}

/** Two keys more on either side: a tangent looks one key ahead and one back. */
function aroundTheSeam<Key extends { readonly time: number }>(keys: readonly Key[], loopSeconds: number): Key[] {
  const shifted = (some: readonly Key[], by: number) => some.map((key) => ({ ...key, time: key.time + by }));
  return [...shifted(keys.slice(-2), -loopSeconds), ...keys, ...shifted(keys.slice(0, 3), loopSeconds)];
}
