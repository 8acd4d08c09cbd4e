import { createPose, type HumanoidBone, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { readContacts } from '../world/contacts.js';
import { largestSeparation, partError } from '../world/measureBody.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';
import type { WorldObject } from '../world/worldObject.js';

export interface StressReport {
  readonly seconds: number;
  readonly resets: number;
  readonly nan: number;
  /** Largest distance between parts' ends that belong together at any moment, millimetres. */
  readonly maxSeparationMm: number;
  /** Largest error of any joint two seconds after the last trial of its kind, degrees: the worst of all recoveries. */
  readonly recoveryDeg: number;
  /** Deepest overlap of hands that had been pressed into boxes for a while, millimetres. */
  readonly restPenetrationMm: number;
  /** Largest force of those contacts, N: that there was a press at all. */
  readonly pressForceN: number;
  readonly teleports: number;
  readonly recoveries: number;
}

export interface StressOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly hz: number;
  readonly onProgress?: (doneSeconds: number) => boolean;
}

const defaultStressOptions: StressOptions = { seconds: 60, seed: 1, hz: 90 };

/** How long one trial lasts, and how long the body may take to recover, seconds. */
const TRIAL_SECONDS = 1;
const RECOVERY_SECONDS = 2;
const SPIN_DEG_PER_SECOND = 1440;
/** How far hands are asked to go into the boxes, metres. */
const PRESS_DEPTH = 0.1;

const trials = ['teleports', 'spin', 'jumps', 'press'] as const;

/** Two boxes that stand fast in front of the body at rest, at the height of its hands when it reaches forward. */
function boxesFor({ skeleton, parts }: RemoteBody, arm: ReturnType<typeof armOf>): WorldObject[] {
  const faceZ = arm.reach - PRESS_DEPTH;
  return [-1, 1].map((side) => ({
    kind: 'box',
    name: side < 0 ? 'rightBox' : 'leftBox',
    size: [0.4, 0.5, 0.4],
    position: [side * arm.side, arm.height, faceZ + 0.2 + skeleton.restWorldPositions[parts[0].joint * 3 + 2]],
    mass: null,
  }));
}

/** Where the hand of an arm that is stretched forward ends. */
function armOf(body: RemoteBody): { reach: number; height: number; side: number } {
  const { restWorldPositions: rest } = body.skeleton;
  const partOf = (bone: HumanoidBone) => body.parts.find((part) => part.bone === bone);
  const shoulder = partOf('leftUpperArm');
  const hand = partOf('leftHand') ?? partOf('leftLowerArm') ?? shoulder;
  if (shoulder === undefined || hand === undefined) return { reach: 0.6, height: 1.3, side: 0.2 };
  const [a, b] = [shoulder.joint * 3, hand.joint * 3];
  const [shape] = hand.simple;
  const beyond =
    shape.kind === 'box'
      ? shape.centre[0] + shape.half[0]
      : shape.kind === 'capsule'
        ? Math.max(shape.from[0], shape.to[0]) + shape.radius
        : shape.kind === 'sphere'
          ? shape.centre[0] + shape.radius
          : 0.1;
  const length = Math.hypot(rest[b] - rest[a], rest[b + 1] - rest[a + 1], rest[b + 2] - rest[a + 2]);
  const hips = body.parts[0].joint * 3;
  return {
    reach: rest[a + 2] - rest[hips + 2] + length + beyond,
    height: rest[a + 1],
    side: Math.abs(rest[a]),
  };
}

/**
 * Everything that broke the thesis's body, in turns and by chance: teleports, spins of 1440 degrees a second, targets that
 * jump from pose to pose, hands pressed 10 cm into boxes that stand fast. After each trial the target rests in the T-pose
 * for two seconds (a random pose may have a hand in the thigh, where it can never be), and what error is left then counts.
 */
export function stressBody(
  mujoco: MujocoModule,
  body: RemoteBody,
  options: StressOptions = defaultStressOptions,
): StressReport {
  const world = new RemoteWorld(mujoco, [body], boxesFor(body, armOf(body)));
  try {
    return runStress(world, options);
  } finally {
    world.dispose();
  }
}

function runStress(world: RemoteWorld, { seconds, seed, hz, onProgress }: StressOptions): StressReport {
  const state = world.bodies[0];
  const { skeleton, drives } = state.body;
  const random = seeded(seed);
  const targetPose = createPose(skeleton);
  const frameCount = Math.round(seconds * hz);
  const trialFrames = Math.round(TRIAL_SECONDS * hz);
  const cycleFrames = trialFrames + Math.round(RECOVERY_SECONDS * hz);
  let maxSeparation = 0;
  let recovery = 0;
  let restPenetration = 0;
  let pressForce = 0;
  let recoveries = 0;
  let yaw = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    const inCycle = frame % cycleFrames;
    const trial = trials[Math.floor(frame / cycleFrames) % trials.length];
    const isTrial = inCycle < trialFrames;
    if (trial === 'press') setReach(skeleton, state.body, targetPose, Math.min(1, inCycle / trialFrames));
    else if (isTrial) {
      if (trial === 'teleports' && inCycle % 15 === 0) teleportTarget(skeleton, targetPose, random);
      if (trial === 'spin') yaw += ((SPIN_DEG_PER_SECOND / hz) * Math.PI) / 180;
      if (trial === 'jumps' && inCycle % 10 === 0) randomise(state.body, targetPose, random);
    } else if (inCycle === trialFrames) resetLimbs(targetPose);
    if (trial !== 'press') setYaw(targetPose, yaw);
    updateWorldPose(skeleton, targetPose);
    setRemoteTarget(state, targetPose);
    stepRemoteWorld(world, 1 / hz);
    maxSeparation = Math.max(maxSeparation, largestSeparation(world, 0));
    if (trial === 'press' && inCycle >= cycleFrames - hz / 2) {
      const pressed = readContacts(world).filter(({ first, second }) => first.object >= 0 || second.object >= 0);
      for (const { depth, force } of pressed) {
        restPenetration = Math.max(restPenetration, depth);
        pressForce = Math.max(pressForce, force);
      }
    } else if (inCycle === cycleFrames - 1) {
      recoveries++;
      for (const { part } of drives) recovery = Math.max(recovery, partError(state, part));
    }
    if (onProgress && frame % hz === 0 && !onProgress(frame / hz)) break;
  }
  return {
    seconds,
    resets: world.resetCount,
    nan: state.nanCount,
    maxSeparationMm: maxSeparation * 1000,
    recoveryDeg: (recovery * 180) / Math.PI,
    restPenetrationMm: restPenetration * 1000,
    pressForceN: pressForce,
    teleports: state.teleportCount,
    recoveries,
  };
}

/** The target somewhere else in the room, turned some other way. */
function teleportTarget(skeleton: Skeleton, targetPose: Pose, random: () => number): void {
  for (let k = 0; k < 3; k += 2) targetPose.rootPosition[k] = (random() - 0.5) * 10;
  // Away from the boxes: what is tested is the jump, not where it leads.
  targetPose.rootPosition[2] -= 6;
  targetPose.rootPosition[1] = skeleton.restOffsets[1];
}

function setYaw(targetPose: Pose, yaw: number): void {
  targetPose.localRotations.set([0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)], 0);
}

/** Every joint somewhere within its limits, at once. */
function randomise(body: RemoteBody, targetPose: Pose, random: () => number): void {
  for (const { part, axes, low, high, speedCount } of body.drives) {
    const at = body.parts[part].joint * 4;
    const k = Math.floor(random() * speedCount);
    const angle = (low[k] + (high[k] - low[k]) * random()) * 0.8;
    for (let axis = 0; axis < 3; axis++) targetPose.localRotations[at + axis] = 0;
    targetPose.localRotations[at + axes[k]] = Math.sin(angle / 2);
    targetPose.localRotations[at + 3] = Math.cos(angle / 2);
  }
}

/** Limbs back to the T-pose, which no limb of its own is in the way of. */
function resetLimbs(targetPose: Pose): void {
  for (let i = 4; i < targetPose.localRotations.length; i++) targetPose.localRotations[i] = i % 4 === 3 ? 1 : 0;
}

/**
 * Both hands go forward at the boxes' faces, from bent elbows with the hands at the shoulders to straight arms. The elbows
 * bend where no box is in their way; then the target is put before the boxes.
 */
function setReach(skeleton: Skeleton, body: RemoteBody, targetPose: Pose, share: number): void {
  targetPose.rootPosition.set(skeleton.restOffsets.subarray(0, 3));
  if (share < BENDING_SHARE) targetPose.rootPosition[2] -= 6;
  const amount = Math.max(0, (share - BENDING_SHARE) / (1 - BENDING_SHARE));
  setYaw(targetPose, 0);
  resetLimbs(targetPose);
  const turnAboutY = (joint: number, angle: number) => {
    targetPose.localRotations[joint * 4 + 1] = Math.sin(angle / 2);
    targetPose.localRotations[joint * 4 + 3] = Math.cos(angle / 2);
  };
  const bend = BENT_ELBOW * (1 - amount);
  for (const { bone, joint } of body.parts) {
    const side = bone.startsWith('left') ? -1 : 1;
    // The upper arm leads the hand straight forward: half of the elbow's angle to the side.
    if (bone.endsWith('UpperArm')) turnAboutY(joint, side * (Math.PI / 2 - bend / 2));
    if (bone.endsWith('LowerArm')) turnAboutY(joint, side * bend);
  }
}
/** Part of the trial in which the elbows bend. */
const BENDING_SHARE = 0.4;
const BENT_ELBOW = (120 * Math.PI) / 180;

/** Mulberry32, as the tests': a seed gives one course of events, always the same. */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
