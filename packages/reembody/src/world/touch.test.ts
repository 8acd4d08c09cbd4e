import { updateWorldPose } from '@leib/core';
import { afterEach, describe, expect, test } from 'vitest';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { readContacts } from './contacts.js';
import { grab, release } from './grab.js';
import { partError, readTorques } from './measureBody.js';
import { push } from './push.js';
import { RemoteWorld } from './remoteWorld.js';
import { stepRemoteWorld } from './stepRemoteWorld.js';
import { bodyWith, hold, partOf, poseOf, skeleton } from './world.testing.js';
import { defaultRoom, stackOfBoxes, type WorldObject } from './worldObject.js';

const mujoco = await loadMujoco();
const worlds: RemoteWorld[] = [];
function worldOf(bodies: ConstructorParameters<typeof RemoteWorld>[1], objects: readonly WorldObject[] = []) {
  const world = new RemoteWorld(mujoco, bodies, objects);
  worlds.push(world);
  return world;
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});
const floor: WorldObject = { kind: 'floor', name: 'floor', height: 0 };
const objectOf = (world: RemoteWorld, name: string) => {
  const index = world.objects.findIndex(({ object }) => object.name === name);
  return { index, state: world.objects[index] };
};

describe('things of the room', () => {
  test('stand where they are put: stack, ball, door, button', () => {
    const world = worldOf([], defaultRoom);
    for (let frame = 0; frame < 180; frame++) stepRemoteWorld(world, 1 / 90);
    for (const { object, place, opening } of world.objects) {
      if (object.kind === 'box') expect(place[1]).toBeCloseTo(object.position[1], 2);
      if (object.kind === 'ball') expect(place[1]).toBeGreaterThan(0.9);
      expect(Math.abs(opening)).toBeLessThan(0.01);
    }
  });

  test('a stack falls when it is hit, and a box that stands fast does not move', () => {
    const objects = [floor, ...stackOfBoxes('b', 4, [0.2, 0.2, 0.2], [0, 0, 0], 0.5)];
    const world = worldOf([], objects);
    const top = objectOf(world, 'b4');
    for (let frame = 0; frame < 90; frame++) stepRemoteWorld(world, 1 / 90);
    expect(top.state.place[1]).toBeCloseTo(0.7, 2);
    push(world, -1, top.index, [0, 0.7, 0], [30, 0, 0], 0.2);
    for (let frame = 0; frame < 180; frame++) stepRemoteWorld(world, 1 / 90);
    expect(top.state.place[1]).toBeLessThan(0.4);
  });

  test('a ball that was pushed rolls a way and comes to rest', () => {
    const ball: WorldObject = { kind: 'ball', name: 'ball', radius: 0.11, position: [0, 0.11, 0], mass: 0.4 };
    const world = worldOf([], [floor, ball]);
    for (let frame = 0; frame < 30; frame++) stepRemoteWorld(world, 1 / 90);
    push(world, -1, 1, [0, 0.11, 0], [4, 0, 0], 0.15);
    const { place } = world.objects[1];
    for (let frame = 0; frame < 600; frame++) stepRemoteWorld(world, 1 / 90);
    const rested = place[0];
    expect(rested).toBeGreaterThan(0.4);
    expect(rested).toBeLessThan(4);
    for (let frame = 0; frame < 90; frame++) stepRemoteWorld(world, 1 / 90);
    expect(Math.abs(place[0] - rested)).toBeLessThan(0.005);
  });

  test('a door opens when it is pushed and falls shut', () => {
    const door: WorldObject = {
      kind: 'door',
      name: 'door',
      size: [0.8, 2, 0.04],
      position: [0, 1, 0],
      mass: 10,
      maxAngle: 1.5,
    };
    const world = worldOf([], [door]);
    push(world, -1, 0, [0.35, 1, 0], [0, 0, 40], 0.5);
    for (let frame = 0; frame < 60; frame++) stepRemoteWorld(world, 1 / 90);
    expect(Math.abs(world.objects[0].opening)).toBeGreaterThan(0.2);
    for (let frame = 0; frame < 900; frame++) stepRemoteWorld(world, 1 / 90);
    expect(Math.abs(world.objects[0].opening)).toBeLessThan(0.1);
  });

  test('a hand presses a button down, and it comes back', () => {
    const body = bodyWith();
    const at = skeleton.restWorldPositions.subarray(body.parts[partOf(body, 'leftHand')].joint * 3);
    const button: WorldObject = {
      kind: 'button',
      name: 'button',
      radius: 0.06,
      position: [at[0] + 0.05, at[1] - 0.1, at[2]],
      outward: [0, 1, 0],
      travel: 0.03,
      stiffness: 200,
    };
    const world = worldOf([body], [button]);
    hold(world, poseOf(), 0.2);
    expect(world.objects[0].opening).toBeLessThan(0.001);
    hold(world, poseOf(['leftUpperArm', 'z', -11]), 0.8);
    expect(world.objects[0].opening).toBeGreaterThan(0.015);
    hold(world, poseOf(), 0.5);
    expect(world.objects[0].opening).toBeLessThan(0.001);
  });
});

describe('a body', () => {
  /** A wall before the stretched left arm of somebody whose forearm swings forward into it. */
  const wall: WorldObject = { kind: 'box', name: 'wall', size: [0.6, 1, 0.1], position: [0.55, 1.5, 0.2], mass: null };

  test('is held back by what stands fast, and contacts are listed', () => {
    const world = worldOf([bodyWith()], [wall]);
    const state = world.bodies[0];
    hold(world, poseOf(), 0.2);
    hold(world, poseOf(['leftLowerArm', 'y', -60]), 1.5);
    const part = partOf(state.body, 'leftLowerArm');
    expect(partError(state, part)).toBeGreaterThan(0.1);
    const contacts = readContacts(world).filter(({ first, second }) => first.object === 0 || second.object === 0);
    expect(contacts.length).toBeGreaterThan(0);
    for (const { depth, force, first, second } of contacts) {
      expect(depth).toBeLessThan(0.005);
      expect(force).toBeGreaterThan(0);
      const mine = first.object === 0 ? second : first;
      expect(['leftHand', 'leftLowerArm']).toContain(state.body.parts[mine.part].bone);
    }
  });

  test('tells the torques of its drives: its own weight, and what it holds beyond that', () => {
    const world = worldOf([bodyWith()]);
    const state = world.bodies[0];
    const torques = new Float64Array(state.body.speedCount);
    hold(world, poseOf(), 1);
    readTorques(world, 0, torques);
    const own = torques.slice();
    // 20 N down at the wrist, half a metre from the shoulder.
    const hand = partOf(state.body, 'leftHand');
    push(world, 0, hand, state.partPositions.subarray(hand * 3, hand * 3 + 3), [0, -20, 0], 3);
    hold(world, poseOf(), 2);
    readTorques(world, 0, torques);
    const { firstSpeed } = state.body.drives[state.body.parts[partOf(state.body, 'leftUpperArm')].drive];
    expect(own[firstSpeed + 2]).toBeGreaterThan(2);
    expect(torques[firstSpeed + 2] - own[firstSpeed + 2]).toBeCloseTo(20 * 0.5, 0);
  });

  test('whose layers leave the room out goes through it', () => {
    const { settings } = bodyWith();
    const { environment, ...layers } = settings.layers;
    expect(environment).toContain('leftHand');
    const world = worldOf([buildRemoteBody(skeleton, { ...settings, layers })], [wall]);
    hold(world, poseOf(), 0.2);
    hold(world, poseOf(['leftLowerArm', 'y', -60]), 1.5);
    expect(readContacts(world)).toEqual([]);
    expect(partError(world.bodies[0], partOf(world.bodies[0].body, 'leftLowerArm'))).toBeLessThan(0.01);
  });

  test('with targets in the world keeps the shin upright when the thigh is pushed away; else the leg goes as one', () => {
    const tilts = (['local', 'world'] as const).map((targetSpace) => {
      const world = worldOf([bodyWith({ targetSpace })]);
      const state = world.bodies[0];
      const [thigh, shin] = [partOf(state.body, 'leftUpperLeg'), partOf(state.body, 'leftLowerLeg')];
      hold(world, poseOf(), 0.3);
      // A hip that gives way.
      const { firstSpeed, speedCount } = state.body.drives[state.body.parts[thigh].drive];
      state.kp.fill(60, firstSpeed, firstSpeed + speedCount);
      for (let frame = 0; frame < 180; frame++) {
        push(world, 0, thigh, state.partPositions.subarray(shin * 3, shin * 3 + 3), [0, 0, 100], 1 / 90);
        hold(world, poseOf(), 1 / 90);
      }
      const tilt = (part: number) => {
        const rotation = state.partRotations.subarray(part * 4, part * 4 + 4);
        return Math.abs(2 * Math.atan2(rotation[0], rotation[3]));
      };
      expect(tilt(thigh)).toBeGreaterThan(0.15);
      return tilt(shin);
    });
    expect(tilts[0]).toBeGreaterThan(0.15);
    expect(tilts[1]).toBeLessThan(0.25 * tilts[0]);
  });

  test('on a spring gives way to a push and comes back; on an anchor it does not', () => {
    const shifts = (['anchor', 'spring'] as const).map((root) => {
      const world = worldOf([bodyWith({ root })]);
      hold(world, poseOf(), 0.3);
      push(world, 0, 0, [0, 0.95, 0], [0, 0, 600], 0.3);
      let farthest = 0;
      for (let frame = 0; frame < 60; frame++) {
        hold(world, poseOf(), 1 / 90);
        farthest = Math.max(farthest, Math.abs(world.bodies[0].root[2]));
      }
      hold(world, poseOf(), 2);
      expect(Math.abs(world.bodies[0].root[2])).toBeLessThan(0.01);
      return farthest;
    });
    expect(shifts[0]).toBe(0);
    expect(shifts[1]).toBeGreaterThan(0.01);
  });

  test('is weaker for a moment after a blow, and then as before', () => {
    const ball: WorldObject = { kind: 'ball', name: 'ball', radius: 0.1, position: [0.45, 1.36, 0.5], mass: 3 };
    const world = worldOf([bodyWith()], [ball]);
    const state = world.bodies[0];
    hold(world, poseOf(), 0.1);
    world.data.qvel.set([0, 1, -12], world.objects[0].speed);
    let weakest = 1;
    for (let frame = 0; frame < 45; frame++) {
      hold(world, poseOf(), 1 / 90);
      weakest = Math.min(weakest, ...state.softness);
    }
    expect(weakest).toBeLessThanOrEqual(state.body.settings.control.impact.softness + 1e-9);
    hold(world, poseOf(), 2);
    expect(Math.min(...state.softness)).toBeGreaterThan(0.99);
  });

  test('grabs, carries and throws', () => {
    const body = bodyWith();
    const hand = partOf(body, 'leftHand');
    const at = skeleton.restWorldPositions.subarray(body.parts[hand].joint * 3);
    const ball: WorldObject = {
      kind: 'ball',
      name: 'ball',
      radius: 0.05,
      position: [at[0] + 0.05, at[1] + 0.07, at[2]],
      mass: 0.3,
    };
    const world = worldOf([body], [ball]);
    hold(world, poseOf(), 2 / 90);
    const number = grab(world, 0, hand, 0);
    expect(number).toBe(0);
    hold(world, poseOf(['leftUpperArm', 'z', 40]), 1);
    const position = world.bodies[0].partPositions.subarray(hand * 3, hand * 3 + 3);
    const { place } = world.objects[0];
    expect(Math.hypot(place[0] - position[0], place[1] - position[1], place[2] - position[2])).toBeLessThan(0.13);
    expect(place[1]).toBeGreaterThan(at[1] + 0.15);
    release(world, number);
    // Open, the hand goes away sideways and the ball falls.
    hold(world, poseOf(['leftUpperArm', 'y', 50]), 1);
    expect(world.objects[0].place[1]).toBeLessThan(at[1]);
    for (let i = 0; i < 4; i++) expect(grab(world, 0, hand, 0)).toBe(i);
    expect(grab(world, 0, hand, 0)).toBe(-1);
  });

  test('stands on its own legs through a small push, and falls at a large one', () => {
    const falls = [40, 400].map((force) => {
      const world = worldOf([bodyWith({ root: 'balance' })], [floor]);
      const state = world.bodies[0];
      const pose = poseOf(['leftUpperArm', 'z', -70], ['rightUpperArm', 'z', 70]);
      // Soles on the floor.
      pose.rootPosition[1] -= 0.055;
      updateWorldPose(skeleton, pose);
      hold(world, pose, 1);
      push(world, 0, partOf(state.body, 'chest'), state.partPositions.subarray(6, 9), [0, 0, force], 0.2);
      hold(world, pose, 4);
      expect(world.resetCount).toBe(0);
      return state.isFallen;
    });
    expect(falls).toEqual([false, true]);
  });
});

test('two bodies in one world touch each other, though within one body arms pass the trunk', () => {
  const world = worldOf([bodyWith(), bodyWith()]);
  const [left, right] = [poseOf(), poseOf()];
  // Arm's length apart, the first stretches its arm into the second's chest.
  right.rootPosition[0] += 0.85;
  updateWorldPose(skeleton, right);
  for (let frame = 0; frame < 90; frame++) {
    setRemoteTarget(world.bodies[0], left);
    setRemoteTarget(world.bodies[1], right);
    stepRemoteWorld(world, 1 / 90);
  }
  const between = readContacts(world).filter(({ first, second }) => first.body !== second.body);
  expect(between.length).toBeGreaterThan(0);
  expect(world.resetCount).toBe(0);
});
