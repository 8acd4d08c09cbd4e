import { defaultSkeleton, defaultStature } from '@leib/body';
import { applyProportions, proportionsOfSkeleton, type TrackerRole } from '@leib/calibration';
import {
  createPose,
  createQuat,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  quat,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import { createPerson } from '@leib/embody';
import {
  composePoses,
  createJointFrame,
  createXrOffsets,
  eyesInHead,
  type FeedDevice,
  type JointFrame,
  POSE_SIZE,
  type PoseTuple,
  pointNumber,
  quality,
  setJoint,
} from '@leib/tracking';
import { createDemoSource } from '../../../world/demo/demoMotion.js';
import { type WearerTask, writePerformance } from './performance.js';

/** Seconds for half of the way from one task's pose to the next. */
const CHANGE_HALF_LIFE = 0.12;
/** Largest noise of a tracker's pose, metres and radians. */
const NOISE = { place: 0.0006, turn: 0.002 } as const;

/** Feed name of the simulated system with its own tracked space. */
const APART = 'simulated room';

/** Takes the headset's space to the other one: turned, moved aside, with a higher floor. */
const toApart = Float64Array.of(1.4, 0.12, -0.8, ...quat.setAxisAngle(createQuat(), [0, 1, 0], 1.9));
/** Latency of that system, seconds. */
const LATE_SECONDS = 0.05;
/** Frames kept: more than fit into the latency at any rate. */
const KEPT = 32;

/**
 * A simulated person with other lengths than the avatar's, a headset and six trackers with arbitrary offsets. It follows
 * a source's head and hands, or does what the guide asks.
 */
export interface SimulatedWearer {
  readonly skeleton: Skeleton;
  /** Stature of the body, metres. */
  readonly stature: number;
  /** The headset first. Poses in the wearer's own metres. */
  readonly devices: readonly FeedDevice[];
  /** The true pose of the body. */
  readonly pose: Pose;
  /** `jointFrame` has the head and hands to follow, in the wearer's metres. */
  step(jointFrame: JointFrame, task: WearerTask, dtSeconds: number): void;
}

/** The default body with longer arms and other legs, which calibration should find. */
function wearerSkeleton(): Skeleton {
  const average = proportionsOfSkeleton(defaultSkeleton, defaultStature);
  if (!average) throw new Error('the default body lacks arms or legs');
  return applyProportions(defaultSkeleton, {
    upperArm: average.upperArm * 1.04,
    forearm: average.forearm * 1.03,
    thigh: average.thigh + 0.012,
    shank: average.shank - 0.012,
    shoulderWidth: average.shoulderWidth * 1.03,
  });
}

export interface WearerOptions {
  readonly seed?: number;
  /** Trackers are in a space of their own and late; controllers are held, and one tracker is on the headset. */
  readonly isApart?: boolean;
}

export function createSimulatedWearer({ seed = 7, isApart = false }: WearerOptions = {}): SimulatedWearer {
  const skeleton = wearerSkeleton();
  const person = createPerson({ skeleton, source: createDemoSource() });
  const asked = createPose(skeleton);
  const shown = createPose(skeleton);
  const noise = createTrackerNoise(seed);
  const offsets = createXrOffsets({ eyesInHead: eyesInHead(skeleton) });
  const offsetOf = (point: 'head' | 'leftHand' | 'rightHand') =>
    offsets.slice(pointNumber[point] * POSE_SIZE).slice(0, POSE_SIZE);
  const feed = isApart ? APART : 'simulated';
  const worn = isApart ? apartTrackers : wornTrackers;
  const things = [
    { device: createDevice('simulated/headset', 'Headset', 'headset', 'head'), bone: 'head', mount: offsetOf('head') },
    ...(isApart ? (['left', 'right'] as const) : []).map((side) => ({
      device: createDevice(
        `simulated/${side}Hand`,
        `${side === 'left' ? 'Left' : 'Right'} controller`,
        'controller',
        `${side}Hand`,
      ),
      bone: `${side}Hand` as const,
      mount: offsetOf(`${side}Hand`),
    })),
    ...worn.map(({ id, name, bone, inJoint }) => ({
      device: createDevice(`${feed}/${id}`, name, 'tracker', null, feed),
      bone,
      mount: Float64Array.from(inJoint),
    })),
  ] as const;
  const devices = things.map(({ device }) => device);
  const joints = things.map(({ bone }) => jointOfBone(skeleton, bone));
  const moveLate = createLateSpace(devices.filter((device) => device.feed === APART));
  const joint = new Float64Array(POSE_SIZE);
  let turnSeconds = 0;
  let turned = '';
  let isFirst = true;

  const wearer: SimulatedWearer = {
    skeleton,
    stature: defaultStature,
    devices,
    pose: shown,
    step(jointFrame, task, dtSeconds) {
      const turning = task.kind === 'turn' ? task.role : '';
      turnSeconds = turning === turned ? turnSeconds + dtSeconds : 0;
      turned = turning;
      if (task.kind === 'follow' || task.kind === 'move') {
        copyPose(asked, task.kind === 'move' ? person.step(dtSeconds) : person.solve(jointFrame, dtSeconds));
      } else writePerformance(skeleton, task, turnSeconds, asked);
      approach(shown, asked, isFirst ? 1 : 1 - 2 ** (-dtSeconds / CHANGE_HALF_LIFE));
      isFirst = false;
      updateWorldPose(skeleton, shown);
      for (let i = 0; i < devices.length; i++) {
        readJoint(shown, joints[i], joint);
        composePoses(devices[i].pose, 0, joint, 0, things[i].mount, 0);
        tremble(devices[i].pose, noise);
        devices[i].quality = quality.tracked;
        if (dtSeconds > 0) devices[i].rateHz += (1 / dtSeconds - devices[i].rateHz) * 0.1;
      }
      moveLate(dtSeconds);
    },
  };
  return wearer;
}

function createDevice(
  id: string,
  name: string,
  kind: FeedDevice['kind'],
  suggestedPoint: FeedDevice['suggestedPoint'],
  feed = 'simulated',
): FeedDevice {
  return {
    id,
    feed,
    name,
    kind,
    suggestedPoint,
    pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    quality: quality.lost,
    rateHz: 0,
    latencyMs: Number.NaN,
    lastSeenMs: Number.NEGATIVE_INFINITY,
  };
}

function copyPose(out: Pose, from: Pose): void {
  out.localRotations.set(from.localRotations);
  out.rootPosition.set(from.rootPosition);
}

const from = createQuat();
const to = createQuat();

/** Moves a share of the way towards a pose. */
function approach(out: Pose, goal: Pose, share: number): void {
  for (let k = 0; k < 3; k++) out.rootPosition[k] += (goal.rootPosition[k] - out.rootPosition[k]) * share;
  const { localRotations: a } = out;
  const { localRotations: b } = goal;
  for (let at = 0; at < a.length; at += 4) {
    quat.set(from, a[at], a[at + 1], a[at + 2], a[at + 3]);
    quat.set(to, b[at], b[at + 1], b[at + 2], b[at + 3]);
    quat.slerp(from, from, to, share);
    for (let k = 0; k < 4; k++) a[at + k] = from[k];
  }
}

function readJoint({ worldPositions: p, worldRotations: q }: Pose, joint: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = p[joint * 3 + k];
  for (let k = 0; k < 4; k++) out[3 + k] = q[joint * 4 + k];
}

function tremble(pose: Float64Array, noise: () => number): void {
  let lengthSq = 0;
  for (let k = 0; k < 3; k++) pose[k] += NOISE.place * noise();
  for (let k = 3; k < POSE_SIZE; k++) {
    // The vector part of a quaternion is half of a small angle.
    pose[k] += (NOISE.turn / 2) * noise();
    lengthSq += pose[k] * pose[k];
  }
  const length = Math.sqrt(lengthSq);
  for (let k = 3; k < POSE_SIZE; k++) pose[k] /= length;
}

/** The head of a standing person, for a wearer without a source to follow. */
export function standingFrame(skeleton: Skeleton): JointFrame {
  const frame = createJointFrame();
  const head = jointOfBone(skeleton, 'head');
  setJoint(frame, 'head', [...skeleton.restWorldPositions.subarray(head * 3, head * 3 + 3), 0, 0, 0, 1]);
  return frame;
}

/** Moves devices into another tracked space, with a delay: replaces their poses, after they were written. */
function createLateSpace(devices: readonly FeedDevice[]): (dtSeconds: number) => void {
  const size = devices.length * POSE_SIZE;
  const kept = new Float64Array(KEPT * size);
  const times = new Float64Array(KEPT).fill(Number.NEGATIVE_INFINITY);
  let newest = 0;
  let seconds = 0;
  return (dtSeconds) => {
    seconds += dtSeconds;
    newest = (newest + 1) % KEPT;
    times[newest] = seconds;
    for (let i = 0; i < devices.length; i++) {
      composePoses(kept, newest * size + i * POSE_SIZE, toApart, 0, devices[i].pose, 0);
    }
    let shown = newest;
    for (let back = 1; back < KEPT; back++) {
      const frame = (newest - back + KEPT) % KEPT;
      if (!(times[frame] >= seconds - LATE_SECONDS)) break;
      shown = frame;
    }
    for (let i = 0; i < devices.length; i++) {
      const at = shown * size + i * POSE_SIZE;
      for (let k = 0; k < POSE_SIZE; k++) devices[i].pose[k] = kept[at + k];
    }
  };
}

/** Uniform numbers in [-1, 1), the same for the same seed. */
function createTrackerNoise(seed: number): () => number {
  let state = seed >>> 0;
  // A linear congruential generator with the constants of "Numerical Recipes", 7.1.
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A tracker that the simulated person wears. */
interface WornTracker {
  readonly id: string;
  readonly name: string;
  /** The role that calibration should find. */
  readonly role: TrackerRole;
  readonly bone: HumanoidBone;
  /** Offset: its pose in the joint's space, metres. */
  readonly inJoint: PoseTuple;
}

/**
 * Six trackers: on the backs of the hands, the insteps, the belt buckle and the breastbone, each a little aside and
 * turned, in no particular order.
 */
export const wornTrackers: readonly WornTracker[] = [
  tracker('A', 'rightFoot', 'rightFoot', [-0.012, 0.035, 0.082], [0.62, 0.11, -0.2]),
  tracker('B', 'hips', 'hips', [0.018, 0.045, 0.118], [1.48, 0.06, 0.17]),
  tracker('C', 'leftHand', 'leftHand', [0.058, 0.033, 0.009], [0.12, 0.5, -0.07]),
  tracker('D', 'leftFoot', 'leftFoot', [0.009, 0.031, 0.076], [0.55, -0.21, 0.13]),
  tracker('E', 'rightHand', 'rightHand', [-0.052, 0.036, -0.006], [-0.1, -0.9, 0.21]),
  tracker('F', 'chest', 'chest', [-0.011, 0.052, 0.126], [1.62, 0.1, -0.08]),
];

/** Trackers beside a headset with controllers: none on the hands, one on the headset's strap. */
export const apartTrackers: readonly WornTracker[] = [
  ...wornTrackers.filter(({ role }) => !role.endsWith('Hand')),
  { ...tracker('G', 'chest', 'head', [0.02, 0.19, -0.05], [0.3, 0.2, 0.6]) },
];

/** `turn`: rotation vector, radians. */
function tracker(
  letter: string,
  role: TrackerRole,
  bone: HumanoidBone,
  place: readonly [number, number, number],
  turn: readonly [number, number, number],
): WornTracker {
  const angle = Math.hypot(...turn);
  const [x, y, z] = turn.map((part) => (part / angle) * Math.sin(angle / 2));
  return {
    id: `tracker/${letter}`,
    name: `Tracker ${letter}`,
    role,
    bone,
    inJoint: [...place, x, y, z, Math.cos(angle / 2)],
  };
}
