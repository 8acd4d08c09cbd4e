import {
  createPose,
  createQuat,
  createVec3,
  DEG,
  fromRotationVector,
  type HumanoidBone,
  InputError,
  jointOfBone,
  type Motion,
  type Pose,
  type Quat,
  quat,
  type Skeleton,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import { encodeDTrackFrame } from '@leib/feeds';
import {
  POSE_SIZE,
  pointNumber,
  quality,
  type RecordedTrack,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import { type BodyFrame, type MocapBodyName, mocapBodyNames } from '../bodies/bodyFrame.js';
import type { BodyMap } from '../bodies/bodyMap.js';
import { bodiesHeader } from '../bodies/recordedBodies.js';
import { jointsOfBody } from '../offsets/findOffsets.js';
import { type BodyOffsets, boneOfBody, boneOfJoint, type MocapOffsets } from '../offsets/offsets.js';

export interface SimulationOptions {
  /** Bodies worn; the ten when absent. */
  readonly bodies?: readonly MocapBodyName[];
  /** Standard deviations per axis: metres and radians. */
  readonly positionNoise?: number;
  readonly rotationNoise?: number;
  /** Share of the time that each body is lost, in gaps of a uniformly random length. */
  readonly lostShare?: number;
  readonly gapSeconds?: readonly [least: number, most: number];
  /** Distance of a body from the middle of its segment at most, per axis, metres. Its rotation is any. */
  readonly mountingOffset?: number;
  /** Stretches of time in which two bodies have each other's id. */
  readonly swaps?: readonly SimulatedSwap[];
}

export interface SimulatedSwap {
  readonly bodies: readonly [MocapBodyName, MocapBodyName];
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** A tracker of good quality in a room with a few cameras. */
export const defaultSimulation = {
  bodies: mocapBodyNames,
  positionNoise: 0.001,
  rotationNoise: 0.3 * DEG,
  lostShare: 0.02,
  gapSeconds: [0.1, 0.5],
  mountingOffset: 0.03,
  swaps: [],
} as const satisfies Required<SimulationOptions>;

export interface SimulatedBodies {
  /** What the tracker would have recorded. The header has the actor's skeleton only in the truth: `motion`. */
  readonly recording: TrackingRecording;
  /** How the bodies really sit on the actor. */
  readonly offsets: MocapOffsets;
  readonly motion: Motion;
}

/** Bone at the far end of the segment that a body sits on. */
const farBones: Partial<Record<MocapBodyName, HumanoidBone>> = {
  leftElbow: 'leftHand',
  rightElbow: 'rightHand',
  leftKnee: 'leftFoot',
  rightKnee: 'rightFoot',
};

/** One body on the actor: its pose in the frame of the joint that carries it. */
interface Mounted {
  readonly name: MocapBodyName;
  readonly joint: number;
  readonly position: Vec3;
  readonly rotation: Quat;
}

/**
 * Rigid bodies on a moving actor as a tracker would see them: each sits a little anywhere on its segment, turned anyhow, with
 * noise, gaps and exchanged ids. The same seed gives the same recording.
 */
export function simulateBodies(motion: Motion, options: SimulationOptions = {}, seed = 1): SimulatedBodies {
  const settings = { ...defaultSimulation, ...options };
  const { skeleton, hz, frameCount } = motion;
  const noise = createSeededNoise(seed);
  const mounted = settings.bodies.map((name) => mountBody(skeleton, name, settings.mountingOffset, noise));
  const tracks = mounted.map(() => createTrack(frameCount));
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    readFrame(motion, frame, pose);
    mounted.forEach((body, index) => {
      writeMeasured(tracks[index].poses, frame * POSE_SIZE, pose, body, settings, noise);
    });
  }
  for (const { quality: qualities } of tracks) loseShare(qualities, hz, settings, noise);
  for (const swap of settings.swaps) exchange(tracks, settings.bodies, swap, hz);
  const offsets = { bodies: mounted.map((body) => offsetsOfMounted(skeleton, body)) };
  return { recording: recordingOf(settings.bodies, tracks, hz, frameCount), offsets, motion };
}

function mountBody(skeleton: Skeleton, name: MocapBodyName, spread: number, noise: SeededNoise): Mounted {
  const { restWorldPositions: rest, parents } = skeleton;
  const bone = boneOfBody(name) as HumanoidBone;
  // The back's body sits where the shoulders hang, whatever the rig calls it.
  const shoulder = Math.max(jointOfBone(skeleton, 'leftShoulder'), -1);
  const joint = name === 'back' && shoulder > 0 ? parents[shoulder] : jointOfBone(skeleton, bone);
  if (joint < 0) throw new InputError(`body "${name}"`, `expected an actor with the bone ${bone}`);
  const far = farBones[name] === undefined ? -1 : jointOfBone(skeleton, farBones[name]);
  const position = createVec3(0, name === 'back' ? 0.05 : 0, name === 'back' ? -0.1 : 0);
  for (let k = 0; k < 3; k++) {
    if (far >= 0) position[k] += 0.4 * (rest[far * 3 + k] - rest[joint * 3 + k]);
    position[k] += spread * (2 * noise.uniform() - 1);
  }
  return { name, joint, position, rotation: randomRotation(noise) };
}

function createTrack(frameCount: number): RecordedTrack {
  return {
    poses: new Float64Array(frameCount * POSE_SIZE),
    quality: new Uint8Array(frameCount).fill(quality.tracked),
  };
}

function readFrame({ skeleton, rootPositions, localRotations }: Motion, frame: number, out: Pose): void {
  const size = skeleton.jointCount * 4;
  out.rootPosition.set(rootPositions.subarray(frame * 3, frame * 3 + 3));
  out.localRotations.set(localRotations.subarray(frame * size, (frame + 1) * size));
  updateWorldPose(skeleton, out);
}

// Scratch, written before it is read in every call.
const jointRotation = createQuat();
const turn = createQuat();
const place = createVec3();
const shake = createVec3();

function writeMeasured(
  poses: Float64Array,
  at: number,
  { worldPositions, worldRotations }: Pose,
  { joint, position, rotation }: Mounted,
  { positionNoise, rotationNoise }: Pick<Required<SimulationOptions>, 'positionNoise' | 'rotationNoise'>,
  { normal }: SeededNoise,
): void {
  for (let k = 0; k < 4; k++) jointRotation[k] = worldRotations[joint * 4 + k];
  vec3.transformQuat(place, position, jointRotation);
  for (let k = 0; k < 3; k++) poses[at + k] = worldPositions[joint * 3 + k] + place[k] + positionNoise * normal();
  quat.multiply(turn, jointRotation, rotation);
  vec3.set(shake, rotationNoise * normal(), rotationNoise * normal(), rotationNoise * normal());
  quat.multiply(turn, fromRotationVector(jointRotation, shake), turn);
  quat.normalize(turn, turn);
  for (let k = 0; k < 4; k++) poses[at + 3 + k] = turn[k];
}

type GapSettings = Pick<Required<SimulationOptions>, 'lostShare' | 'gapSeconds'>;

/** Gaps of random lengths, so far apart that the body is lost for the wanted share of the time on average. */
function loseShare(
  qualities: Uint8Array,
  hz: number,
  { lostShare, gapSeconds }: GapSettings,
  noise: SeededNoise,
): void {
  if (!(lostShare > 0)) return;
  const [least, most] = gapSeconds;
  const meanPause = ((least + most) / 2 / Math.min(lostShare, 0.95)) * (1 - Math.min(lostShare, 0.95));
  let seconds = 0;
  while (seconds * hz < qualities.length) {
    seconds -= meanPause * Math.log(1 - noise.uniform());
    const gap = least + (most - least) * noise.uniform();
    // The first frame is seen: without it there is no body to begin with.
    const from = Math.max(1, Math.round(seconds * hz));
    qualities.fill(quality.lost, from, Math.round((seconds + gap) * hz));
    seconds += gap;
  }
}

function exchange(tracks: readonly RecordedTrack[], names: readonly string[], swap: SimulatedSwap, hz: number): void {
  const [a, b] = swap.bodies.map((name) => tracks[names.indexOf(name)]);
  if (a === undefined || b === undefined) return;
  const [from, to] = [Math.round(swap.fromSeconds * hz), Math.round(swap.toSeconds * hz)];
  const keptPoses = a.poses.slice(from * POSE_SIZE, to * POSE_SIZE);
  const keptQuality = a.quality.slice(from, to);
  a.poses.set(b.poses.subarray(from * POSE_SIZE, to * POSE_SIZE), from * POSE_SIZE);
  a.quality.set(b.quality.subarray(from, to), from);
  b.poses.set(keptPoses, from * POSE_SIZE);
  b.quality.set(keptQuality, from);
}

/** Joints of the actor in the body's own frame at rest: exact for rigid segments, the rest relation for a trunk that bends. */
function offsetsOfMounted(skeleton: Skeleton, { name, joint, position, rotation }: Mounted): BodyOffsets {
  const { restWorldPositions: rest } = skeleton;
  const inverse = quat.conjugate(createQuat(), rotation);
  const joints = jointsOfBody[name].flatMap((named) => {
    const index = jointOfBone(skeleton, boneOfJoint(named));
    if (index < 0) return [];
    const local = createVec3();
    for (let k = 0; k < 3; k++) local[k] = rest[index * 3 + k] - rest[joint * 3 + k] - position[k];
    const [x, y, z] = vec3.transformQuat(local, local, inverse);
    return [{ joint: named, bone: boneOfJoint(named), positionLocal: [x, y, z] as const }];
  });
  const [x, y, z, w] = rotation;
  return { name, bone: boneOfBody(name) as HumanoidBone, restRotation: [x, y, z, w], joints };
}

function recordingOf(
  names: readonly MocapBodyName[],
  tracks: readonly RecordedTrack[],
  hz: number,
  frameCount: number,
): TrackingRecording {
  const pointCount = trackedPoints.length;
  const poses = new Float64Array(frameCount * pointCount * POSE_SIZE);
  for (let w = POSE_SIZE - 1; w < poses.length; w += POSE_SIZE) poses[w] = 1;
  const qualities = new Uint8Array(frameCount * pointCount);
  const extras = new Map<string, RecordedTrack>();
  names.forEach((name, index) => {
    if (name === 'back') {
      extras.set(name, tracks[index]);
      return;
    }
    for (let frame = 0; frame < frameCount; frame++) {
      const at = frame * pointCount + pointNumber[name];
      poses.set(tracks[index].poses.subarray(frame * POSE_SIZE, (frame + 1) * POSE_SIZE), at * POSE_SIZE);
      qualities[at] = tracks[index].quality[frame];
    }
  });
  return {
    header: bodiesHeader(hz),
    frameCount,
    times: Float64Array.from({ length: frameCount }, (_, frame) => frame / hz),
    poses,
    quality: qualities,
    leftHandJoints: null,
    rightHandJoints: null,
    leftController: null,
    rightController: null,
    extras,
  };
}

/** Random numbers that repeat for the same seed. */
export interface SeededNoise {
  /** In [0, 1). */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
}

/** Mulberry32 for the uniform numbers; Box & Muller, "A note on the generation of random normal deviates", 1958. */
export function createSeededNoise(seed: number): SeededNoise {
  let state = seed | 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** Uniform over all rotations: a normal vector in four dimensions has no preferred direction. */
export function randomRotation({ normal }: SeededNoise): Quat {
  const [x, y, z, w] = [normal(), normal(), normal(), normal()];
  const length = Math.hypot(x, y, z, w) || 1;
  return createQuat(x / length, y / length, z / length, w / length);
}

/** Height of a room calibration of the kind "powerwall" is Y, as ours: poses are sent as they are. */
export function encodeDTrackBodies(
  { names, bodyOfId }: BodyMap,
  frame: BodyFrame,
  frameNumber: number,
): Uint8Array<ArrayBuffer> {
  const bodies = [...bodyOfId].flatMap(([id, row]) => {
    const body = frame.names.indexOf(names[row]);
    if (body < 0 || frame.quality[body] === quality.lost) return [];
    return [{ id, pose: frame.poses.slice(body * POSE_SIZE, (body + 1) * POSE_SIZE) }];
  });
  return encodeDTrackFrame({
    frameNumber,
    epochSeconds: frame.timeSeconds,
    calibratedBodyCount: bodyOfId.size,
    bodies,
  });
}
