import {
  createQuat,
  createVec3,
  DEG,
  lookRotation,
  type QuatTrack,
  quat,
  sampleQuatTrack,
  sampleVec3Track,
  unitAcross,
  type Vec3Track,
  vec3,
} from '@leib/core';
import {
  createTimeline,
  createTrackerOffsets,
  type DeviceFrame,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  stepTimeline,
  type Timeline,
  type TrackedSource,
  type TrackerOffsets,
} from '@leib/tracking';
import {
  type DemoGripKey,
  type DemoHandKey,
  type DemoHeadKey,
  demoHead,
  demoLeftHand,
  demoLoopSeconds,
  demoRightGrip,
  demoRightHand,
  demoStandingHead,
  demoSway,
} from './demoMotion.js';
import { buildLoopQuatTrack, buildLoopVec3Track } from './loopTracks.js';

/** A movement of one joint. */
interface PoseTrack {
  readonly position: Vec3Track;
  readonly rotation: QuatTrack;
}

/** Our own little performance in front of the mirror, as joint poses on a timeline that loops without a seam. */
export interface DemoSource extends TrackedSource {
  readonly timeline: Timeline;
}

class KeyframeSource implements DemoSource {
  readonly label = 'Demo';
  readonly offsets: TrackerOffsets = createTrackerOffsets();
  readonly timeline = createTimeline(demoLoopSeconds);
  readonly #head = buildHeadTrack(demoHead);
  readonly #left = buildHandTrack(demoLeftHand, 1);
  readonly #right = buildHandTrack(demoRightHand, -1);
  readonly #rightGrip = buildGripTrack(demoRightGrip);

  step(dtSeconds: number, out: DeviceFrame): void {
    stepTimeline(this.timeline, dtSeconds);
    const { timeSeconds } = this.timeline;
    out.timeSeconds = timeSeconds;
    loseEverything(out);
    sampleVec3Track(this.#head.position, timeSeconds, headAt);
    addSway(timeSeconds);
    sampleQuatTrack(this.#head.rotation, timeSeconds, rotation);
    write(out, pointNumber.head, headAt);
    writeHand(this.#left, timeSeconds, out, pointNumber.leftHand);
    writeHand(this.#right, timeSeconds, out, pointNumber.rightHand);
    sampleVec3Track(this.#rightGrip, timeSeconds, handAt);
    out.rightController.grip = handAt[0];
    out.rightController.trigger = handAt[0];
    out.leftController.grip = 0;
    out.leftController.trigger = 0;
  }

  dispose(): void {}
}

export function createDemoSource(): DemoSource {
  return new KeyframeSource();
}

// Scratch.
const headAt = createVec3();
const handAt = createVec3();
const rotation = createQuat();

function writeHand(track: PoseTrack, timeSeconds: number, out: DeviceFrame, point: number): void {
  sampleVec3Track(track.position, timeSeconds, handAt);
  sampleQuatTrack(track.rotation, timeSeconds, rotation);
  vec3.add(handAt, handAt, headAt);
  write(out, point, handAt);
}

function write(out: DeviceFrame, point: number, position: ArrayLike<number>): void {
  const at = point * POSE_SIZE;
  for (let k = 0; k < 3; k++) out.devicePoses[at + k] = position[k];
  for (let k = 0; k < 4; k++) out.devicePoses[at + 3 + k] = rotation[k];
  out.quality[point] = quality.tracked;
}

function addSway(timeSeconds: number): void {
  for (let i = 0; i < demoSway.length; i++) {
    const { axis, timesPerLoop, metres, phaseDeg } = demoSway[i];
    headAt[axis] += metres * Math.sin((2 * Math.PI * timesPerLoop * timeSeconds) / demoLoopSeconds + phaseDeg * DEG);
  }
}

function buildHeadTrack(keys: readonly DemoHeadKey[]): PoseTrack {
  const [x, y, z] = demoStandingHead;
  return {
    position: buildLoopVec3Track(
      keys.map(({ time, at }) => ({ time, value: [x + at[0], y + at[1], z + at[2]] })),
      demoLoopSeconds,
    ),
    rotation: buildLoopQuatTrack(
      keys.map(({ time, look }) => ({ time, value: headRotation(look) })),
      demoLoopSeconds,
    ),
  };
}

/** Facing +Z, a turn about +Y goes left, one about +X nods down, one about -Z tilts to the left shoulder. */
function headRotation([yawDeg, pitchDeg, rollDeg]: DemoHeadKey['look']): [number, number, number, number] {
  const out = createQuat();
  quat.rotateY(out, out, yawDeg * DEG);
  quat.rotateX(out, out, pitchDeg * DEG);
  quat.rotateZ(out, out, -rollDeg * DEG);
  return [out[0], out[1], out[2], out[3]];
}

/** Keys say "out": +X for the left hand, -X for the right. */
function buildHandTrack(keys: readonly DemoHandKey[], mirror: 1 | -1): PoseTrack {
  return {
    position: buildLoopVec3Track(
      keys.map(({ time, at }) => ({ time, value: [mirror * at[0], at[1], at[2]] })),
      demoLoopSeconds,
    ),
    rotation: buildLoopQuatTrack(
      keys.map((key) => ({ time: key.time, value: handRotation(key, mirror) })),
      demoLoopSeconds,
    ),
  };
}

/** At rest a hand's fingers point out along X, its palm looks down, its thumb side is +Z. */
function handRotation({ fingers, palm }: DemoHandKey, mirror: 1 | -1): [number, number, number, number] {
  const along = vec3.normalize(createVec3(), [mirror * fingers[0], fingers[1], fingers[2]]);
  const back = unitAcross(createVec3(), along, [-mirror * palm[0], -palm[1], -palm[2]]);
  // Thumb side = X x Y, with X the fingers on the left hand and against them on the right.
  const thumb = vec3.cross(createVec3(), along, back);
  vec3.scale(thumb, thumb, mirror);
  const out = lookRotation(createQuat(), thumb, back);
  return [out[0], out[1], out[2], out[3]];
}

function buildGripTrack(keys: readonly DemoGripKey[]): Vec3Track {
  return buildLoopVec3Track(
    keys.map(({ time, grip }) => ({ time, value: [grip, 0, 0] })),
    demoLoopSeconds,
  );
}
