import { jointOfBone, type Pose, updateWorldPose } from '@leib/core';
import { afterEach, expect, test } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { poseOf, skeleton } from '../world/world.testing.js';
import { inputAt, outputAt } from './remoteFrame.js';
import { RemoteSession } from './remoteSession.js';

const mujoco = await loadMujoco();
const { control } = defaultRemoteBodySettings;
const settings = { ...defaultRemoteBodySettings, control: { ...control, naturalHz: 12, root: 'balance' as const } };
let session: RemoteSession;
let input: Float64Array;
let output: Float64Array;
function open(): void {
  session = new RemoteSession(mujoco, {
    bodies: [{ skeleton, skin: null, settings }],
    objects: [{ kind: 'floor', name: 'floor', height: 0 }],
  });
  input = new Float64Array(session.layout.inputLength);
  output = new Float64Array(session.layout.outputLength);
}
afterEach(() => session.dispose());

/** Soles on the floor, `x` metres aside, arms up by `degrees`. */
function standing(x: number, degrees: number): Pose {
  const pose = poseOf(['leftUpperArm', 'z', degrees], ['rightUpperArm', 'z', -degrees]);
  pose.rootPosition[0] += x;
  pose.rootPosition[1] -= 0.055;
  updateWorldPose(skeleton, pose);
  return pose;
}

function hold(pose: Pose, seconds: number, change: Partial<Record<keyof typeof inputAt, number>> = {}): void {
  input.fill(0);
  for (const [name, value] of Object.entries(change)) input[inputAt[name as keyof typeof inputAt]] = value;
  input[inputAt.dtSeconds] = 1 / 90;
  input.set(pose.rootPosition, inputAt.targetRootPosition);
  input.set(pose.localRotations, inputAt.targetRotations);
  for (let frame = 0; frame < Math.round(seconds * 90); frame++) session.step(input, output);
}

const isFallen = () => output[outputAt.isFallen] > 0;

test('a body on its own legs that has fallen gets up when it is asked to, and stays up', () => {
  open();
  const pose = standing(0, -70);
  hold(pose, 1);
  hold(pose, 0.2, { pushKind: 2, pushNumber: 0, pushPoint: 0, pushForce: 0 });
  // A shove at the hips.
  input[inputAt.pushForce + 2] = 700;
  for (let frame = 0; frame < 30; frame++) session.step(input, output);
  hold(pose, 4);
  expect(isFallen()).toBe(true);
  hold(pose, 1 / 90, { standsUp: 1 });
  hold(pose, 4);
  expect([isFallen(), output[outputAt.resets], output[outputAt.nans]]).toEqual([false, 0, 0]);
});

test('another source that stands elsewhere, and otherwise, does not throw a body on its own legs', () => {
  open();
  const bent = poseOf(
    ...(['left', 'right'] as const).flatMap((side) => [
      [`${side}UpperLeg`, 'x', -35] as const,
      [`${side}LowerLeg`, 'x', 70] as const,
      [`${side}Foot`, 'x', -35] as const,
    ]),
  );
  const foot = jointOfBone(skeleton, 'leftFoot') * 3 + 1;
  bent.rootPosition[1] += standing(0, 0).worldPositions[foot] - bent.worldPositions[foot];
  bent.rootPosition[0] += 2.5;
  updateWorldPose(skeleton, bent);
  hold(standing(0, -70), 1);
  let highest = 0;
  for (let i = 0; i < 40; i++) {
    hold(bent, 0.05);
    highest = Math.max(highest, output[outputAt.rootPosition + 1] - bent.rootPosition[1]);
  }
  expect(highest).toBeLessThan(0.02);
  expect(output[outputAt.rootPosition]).toBeCloseTo(bent.rootPosition[0], 1);
});
