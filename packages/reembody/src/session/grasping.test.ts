import { type HumanoidBone, jointOfBone, type Pose, updateWorldPose } from '@leib/core';
import { afterEach, expect, test } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { poseOf, skeleton } from '../world/world.testing.js';
import { stackOfBoxes, type WorldObject } from '../world/worldObject.js';
import { nearestGraspableInFrame } from './nearestGraspable.js';
import { inputAt, OBJECT_SIZE, outputAt } from './remoteFrame.js';
import { RemoteSession } from './remoteSession.js';

const HZ = 90;
const mujoco = await loadMujoco();
const floor: WorldObject = { kind: 'floor', name: 'floor', height: 0 };

let session: RemoteSession;
let input: Float64Array;
let output: Float64Array;
afterEach(() => session.dispose());

function open(objects: readonly WorldObject[]): void {
  session = new RemoteSession(mujoco, {
    bodies: [{ skeleton, skin: null, settings: defaultRemoteBodySettings }],
    objects,
  });
  input = new Float64Array(session.layout.inputLength);
  output = new Float64Array(session.layout.outputLength);
}

function step(pose: Pose): void {
  input[inputAt.dtSeconds] = 1 / HZ;
  input.set(pose.rootPosition, inputAt.targetRootPosition);
  input.set(pose.localRotations, inputAt.targetRotations);
  session.step(input, output);
}
const hold = (pose: Pose, seconds: number) => {
  for (let frame = 0; frame < seconds * HZ; frame++) step(pose);
};
const thing = (object: number) => Array.from(output.slice(session.layout.objects + object * OBJECT_SIZE).slice(0, 8));
/** Where the left hand's mass is: a hand grasps about its middle. */
function handMiddle(): Float64Array {
  const { parts } = session.bodies[0];
  const part = parts.findIndex(({ bone }) => bone === 'leftHand');
  const at = session.layout.bodies[0].places + part * 7;
  const [px, py, pz, x, y, z, w] = output.slice(at, at + 7);
  const [cx, cy, cz] = parts[part].centre;
  const [tx, ty, tz] = [2 * (y * cz - z * cy), 2 * (z * cx - x * cz), 2 * (x * cy - y * cx)];
  return Float64Array.of(
    px + cx + w * tx + y * tz - z * ty,
    py + cy + w * ty + z * tx - x * tz,
    pz + cz + w * tz + x * ty - y * tx,
  );
}
const restOf = (bone: HumanoidBone) => {
  const at = jointOfBone(skeleton, bone) * 3;
  return Array.from(skeleton.restWorldPositions.slice(at, at + 3));
};
/** The body moved by some metres. */
function moved(pose: Pose, x: number, y: number, z: number): Pose {
  pose.rootPosition[0] += x;
  pose.rootPosition[1] += y;
  pose.rootPosition[2] += z;
  updateWorldPose(skeleton, pose);
  return pose;
}

test('what a frame says would be taken is what a closing hand takes', () => {
  const [x, y, z] = restOf('leftHand');
  const things: WorldObject[] = [
    { kind: 'box', name: 'fast', size: [0.1, 0.1, 0.1], position: [x + 0.05, y - 0.12, z], mass: null },
    { kind: 'ball', name: 'far', radius: 0.05, position: [x + 0.05, y - 0.8, z], mass: 0.2 },
    { kind: 'ball', name: 'near', radius: 0.05, position: [x + 0.1, y + 0.1, z + 0.02], mass: 0.2 },
    { kind: 'ball', name: 'farther', radius: 0.05, position: [x + 0.1, y + 0.16, z - 0.1], mass: 0.2 },
  ];
  open(things);
  step(poseOf());
  const wouldTake = nearestGraspableInFrame(things, output, session.layout.objects, handMiddle());
  expect(things[wouldTake].name).toBe('near');
  input[inputAt.leftGrip] = 1;
  step(poseOf());
  expect(output[outputAt.leftHeld]).toBe(wouldTake);
});

test('where nothing is near, nothing would be taken and nothing is', () => {
  const things: WorldObject[] = [{ kind: 'ball', name: 'far', radius: 0.1, position: [0, 0.1, 3], mass: 0.2 }, floor];
  open(things);
  step(poseOf());
  expect(nearestGraspableInFrame(things, output, session.layout.objects, handMiddle())).toBe(-1);
  input[inputAt.leftGrip] = 1;
  step(poseOf());
  expect(output[outputAt.leftHeld]).toBe(-1);
});

/** A ball in the left hand, and the arm swung up at some degrees a second until it is let go. */
function throwBall(degreesPerSecond: number): { held: number[]; free: number[] } {
  const [x, y, z] = restOf('leftHand');
  open([{ kind: 'ball', name: 'ball', radius: 0.05, position: [x + 0.06, y + 0.08, z], mass: 0.15 }]);
  const swing = (seconds: number) => poseOf(['leftUpperArm', 'z', -30 + degreesPerSecond * seconds]);
  step(poseOf());
  input[inputAt.leftGrip] = 1;
  hold(swing(0), 1);
  expect(output[outputAt.leftHeld]).toBe(0);
  const frames = Math.round((50 / degreesPerSecond) * HZ);
  const places: number[][] = [];
  for (let frame = 1; frame <= frames; frame++) {
    if (frame === frames) input[inputAt.leftGrip] = 0;
    step(swing(frame / HZ));
    places.push(thing(0).slice(0, 3));
  }
  const speed = (from: readonly number[], to: readonly number[]) => to.map((value, k) => (value - from[k]) * HZ);
  const held = speed(places[frames - 3], places[frames - 2]);
  step(swing(frames / HZ));
  const first = thing(0).slice(0, 3);
  step(swing(frames / HZ));
  return { held, free: speed(first, thing(0).slice(0, 3)) };
}

test.each([120, 300])('a ball that is let go at %i degrees a second flies on as fast as the hand was', (rate) => {
  const { held, free } = throwBall(rate);
  const size = Math.hypot(...held);
  // Arm of half a metre and more: metres a second.
  expect(size).toBeGreaterThan((0.5 * rate * Math.PI) / 180);
  // In two frames gravity takes 0.2 m/s.
  expect(Math.hypot(free[0] - held[0], free[1] - held[1], free[2] - held[2])).toBeLessThan(0.15 * size + 0.35);
});

test('a ball that flies by is caught by closing the hand, and stays', () => {
  const [x, y, z] = restOf('leftHand');
  const things: WorldObject[] = [
    { kind: 'ball', name: 'ball', radius: 0.06, position: [x + 0.08, y + 1.2, z + 0.05], mass: 0.3 },
    floor,
  ];
  open(things);
  let hasCaught = false;
  for (let frame = 0; frame < HZ && !hasCaught; frame++) {
    step(poseOf());
    if (nearestGraspableInFrame(things, output, session.layout.objects, handMiddle()) === 0) {
      input[inputAt.leftGrip] = 1;
      hasCaught = true;
    }
  }
  expect(hasCaught).toBe(true);
  hold(poseOf(), 2);
  expect(output[outputAt.leftHeld]).toBe(0);
  expect(thing(0)[1]).toBeGreaterThan(y - 0.3);
});

test('a door opens by the hand that has taken it, and falls shut when it is let go', () => {
  const [x, y, z] = restOf('leftHand');
  // Its free edge in the hand; it hangs at -x and swings about there.
  const door: WorldObject = {
    kind: 'door',
    name: 'door',
    size: [0.5, 1.9, 0.04],
    position: [x - 0.15, y, z + 0.12],
    mass: 12,
    maxAngle: 1.6,
  };
  open([door]);
  hold(poseOf(), 0.2);
  input[inputAt.leftGrip] = 1;
  hold(poseOf(), 0.2);
  expect(output[outputAt.leftHeld]).toBe(0);
  expect(Math.abs(thing(0)[7])).toBeLessThan(0.1);
  for (let frame = 1; frame <= HZ; frame++) step(moved(poseOf(), 0, 0, (-0.35 * frame) / HZ));
  expect(Math.abs(thing(0)[7])).toBeGreaterThan(0.2);
  input[inputAt.leftGrip] = 0;
  hold(moved(poseOf(), 0, 0, -1.5), 6);
  expect(Math.abs(thing(0)[7])).toBeLessThan(0.1);
});

test('a stack falls when a hand sweeps through it', () => {
  const [x, y, z] = restOf('leftHand');
  const foot = y - 0.9;
  open([{ ...floor, height: foot }, ...stackOfBoxes('b', 5, [0.2, 0.2, 0.2], [x, foot, z + 0.4], 0.6)]);
  hold(poseOf(), 0.5);
  const before = thing(5)[1];
  for (let frame = 0; frame < HZ; frame++) step(poseOf(['leftUpperArm', 'y', (-70 * frame) / HZ]));
  hold(poseOf(['leftUpperArm', 'y', -70]), 1);
  expect(thing(5)[1]).toBeLessThan(before - 0.2);
});

test('a button is pressed by a hand beyond half of its way, which lights it, and comes back', () => {
  const [x, y, z] = restOf('leftHand');
  const button: WorldObject = {
    kind: 'button',
    name: 'button',
    radius: 0.06,
    position: [x + 0.05, y - 0.1, z],
    outward: [0, 1, 0],
    travel: 0.03,
    stiffness: 200,
  };
  open([button]);
  hold(poseOf(), 0.3);
  expect(thing(0)[7]).toBeLessThan(button.travel / 2);
  hold(poseOf(['leftUpperArm', 'z', -11]), 0.8);
  expect(thing(0)[7]).toBeGreaterThan(button.travel / 2);
  hold(poseOf(), 0.5);
  expect(thing(0)[7]).toBeLessThan(button.travel / 2);
});
