import { createPose, type HumanoidBone, jointOfBone, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import type { RemoteBody } from '../body/remoteBody.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { personSkeleton } from '../person.testing.js';
import { type ControlSettings, defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { RemoteWorld } from './remoteWorld.js';
import { stepRemoteWorld } from './stepRemoteWorld.js';

/** Tests only. */

export const skeleton: Skeleton = personSkeleton();

export function bodyWith(control: Partial<ControlSettings> = {}, hasFingers = false): RemoteBody {
  const settings = { ...defaultRemoteBodySettings, hasFingers };
  return buildRemoteBody(skeleton, {
    ...settings,
    control: { ...settings.control, naturalHz: 12, ...control },
  });
}

type AxisTurn = readonly [bone: HumanoidBone, axis: 'x' | 'y' | 'z', degrees: number];

/** A pose by turns about single axes. */
export function poseOf(...turns: readonly AxisTurn[]): Pose {
  return turnJoints(skeleton, turns);
}

/** The same for any skeleton; bones that it lacks are left out. */
function turnJoints(skeleton: Skeleton, turns: readonly AxisTurn[]): Pose {
  const pose = createPose(skeleton);
  for (const [bone, axis, degrees] of turns) {
    const at = jointOfBone(skeleton, bone) * 4;
    if (at < 0) continue;
    const half = (degrees * Math.PI) / 360;
    pose.localRotations[at + 'xyz'.indexOf(axis)] = Math.sin(half);
    pose.localRotations[at + 3] = Math.cos(half);
  }
  updateWorldPose(skeleton, pose);
  return pose;
}

/** A movement of the whole body at a moment: bends, waves, marches and walks along. */
export function dance(timeSeconds: number, of: Skeleton = skeleton): Pose {
  const swing = (hz: number, degrees: number) => degrees * Math.sin(2 * Math.PI * hz * timeSeconds);
  const pose = turnJoints(of, [
    ['spine', 'x', 10 + swing(0.5, 10)],
    ['chest', 'y', swing(0.7, 20)],
    ['head', 'y', swing(1, 30)],
    ['leftUpperArm', 'z', -40 + swing(1, 30)],
    ['rightUpperArm', 'z', 40 + swing(0.8, 30)],
    ['leftLowerArm', 'y', -60 + swing(1.2, 40)],
    ['rightLowerArm', 'y', 60 + swing(1, 40)],
    ['leftUpperLeg', 'x', -20 + swing(1, 25)],
    ['rightUpperLeg', 'x', -20 - swing(1, 25)],
    ['leftLowerLeg', 'x', 30 - swing(1, 25)],
    ['rightLowerLeg', 'x', 30 + swing(1, 25)],
  ]);
  pose.rootPosition[0] += 0.5 * timeSeconds;
  updateWorldPose(of, pose);
  return pose;
}

/** All world positions of the body, added up, after one second of play() at 90 Hz: the same in Node and in a browser. */
export const SUM_AFTER_ONE_SECOND = 90.67642757875826;

/** Lets one pose stand for a time. */
export function hold(world: RemoteWorld, pose: Pose, seconds: number, index = 0, hz = 90): void {
  for (let frame = 0; frame < Math.round(seconds * hz); frame++) {
    setRemoteTarget(world.bodies[index], pose);
    stepRemoteWorld(world, 1 / hz);
  }
}

export function play(world: RemoteWorld, seconds: number, hz: number, onFrame?: (frame: number) => void): void {
  for (let frame = 0; frame < Math.round(seconds * hz); frame++) {
    setRemoteTarget(world.bodies[0], dance((frame + 1) / hz));
    stepRemoteWorld(world, 1 / hz);
    onFrame?.(frame);
  }
}

export const partOf = (body: RemoteBody, bone: HumanoidBone) => body.parts.findIndex((part) => part.bone === bone);
