import type { HumanoidBone } from '@leib/core';
import { afterEach, describe, expect, test } from 'vitest';
import { axisInertias } from '../body/axisInertia.js';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import { measureStops } from '../evaluate/measureStops.js';
import { editJoints } from '../settings/editJoints.js';
import { type AxisSettings, axisNames, type StopSettings } from '../settings/jointSettings.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { limitExcess, readTorques } from './measureBody.js';
import { push } from './push.js';
import { RemoteWorld } from './remoteWorld.js';
import { stepRemoteWorld } from './stepRemoteWorld.js';
import { bodyWith, dance, hold, partOf, poseOf, skeleton } from './world.testing.js';

const mujoco = await loadMujoco();
const worlds: RemoteWorld[] = [];
function worldOf(body: ConstructorParameters<typeof RemoteWorld>[1][number]) {
  const world = new RemoteWorld(mujoco, [body]);
  worlds.push(world);
  return world;
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

const everyBone = Object.keys(defaultRemoteBodySettings.joints) as HumanoidBone[];
/** A body of which one joint alone turns. */
const lockedBut = (bone: HumanoidBone) =>
  editJoints(
    defaultRemoteBodySettings,
    everyBone.filter((other) => other !== bone),
    axisNames,
    (axis) => ({ ...axis, low: 0, high: 0 }),
  );

describe('the largest torque', () => {
  /** A body whose joints all have this largest torque. */
  const bodyOf = (maxTorque: number) => {
    const change = (axis: AxisSettings) => ({ ...axis, maxTorque });
    return buildRemoteBody(skeleton, editJoints(defaultRemoteBodySettings, everyBone, axisNames, change));
  };

  test('holds for spring, feed-forward, damping and weight together, in a dance, a jump of the target and a blow', () => {
    const world = worldOf(bodyOf(12));
    const state = world.bodies[0];
    const torques = new Float64Array(state.body.speedCount);
    let largest = 0;
    for (let frame = 0; frame < 180; frame++) {
      const pose = frame % 60 < 45 ? dance((frame * 3) / 90) : poseOf(['leftUpperArm', 'z', -80]);
      setRemoteTarget(state, pose);
      const hand = partOf(state.body, 'leftHand');
      if (frame % 40 === 20)
        push(world, 0, hand, state.partPositions.subarray(hand * 3, hand * 3 + 3), [0, 0, 300], 0.05);
      stepRemoteWorld(world, 1 / 90);
      readTorques(world, 0, torques);
      for (const torque of torques) largest = Math.max(largest, Math.abs(torque));
    }
    expect(largest).toBeLessThan(12 * 1.002);
    expect(largest).toBeGreaterThan(11.9);
  });

  test('is what is shown: the torque told is the one that turns the limb', () => {
    // Only the forearm turns, about the vertical, so that no weight is in it: inertia times acceleration is the torque.
    const still = editJoints(lockedBut('leftLowerArm'), ['leftLowerArm'], ['x'], (axis) => ({
      ...axis,
      low: 0,
      high: 0,
    }));
    const free = { low: -2, high: 0.5, kp: 400, kd: 20, maxTorque: 4 };
    const body = buildRemoteBody(
      skeleton,
      editJoints(still, ['leftLowerArm'], ['y'], () => free),
    );
    const world = worldOf(body);
    const state = world.bodies[0];
    const inertia = axisInertias(body, false)[0];
    let largest = 0;
    for (let step = 0; step < 90; step++) {
      const before = step === 0 ? 0 : world.views.qvel[0];
      setRemoteTarget(state, poseOf(['leftLowerArm', 'y', -40 + 40 * Math.cos(step / 6)]));
      stepRemoteWorld(world, 1 / 180);
      expect(state.torques[0]).toBeCloseTo((inertia * (world.views.qvel[0] - before)) / SUBSTEP_SECONDS, 6);
      largest = Math.max(largest, Math.abs(state.torques[0]));
    }
    expect(largest).toBeCloseTo(4, 3);
  });

  test('of 0 leaves the body limp: the stretched arm falls', () => {
    const world = worldOf(bodyOf(0));
    const hand = partOf(world.bodies[0].body, 'leftHand');
    hold(world, poseOf(), 0.01);
    const before = world.bodies[0].partPositions[hand * 3 + 1];
    hold(world, poseOf(), 0.5);
    expect(before - world.bodies[0].partPositions[hand * 3 + 1]).toBeGreaterThan(0.2);
  });
});

describe('limits', () => {
  test('hold under 90 N, for balls as for hinges', () => {
    const { hinges, balls } = measureStops(mujoco, bodyWith(), 90, ['leftUpperArm', 'leftLowerArm', 'head']);
    expect(balls.bone).toBe('leftUpperArm');
    expect(hinges.restDeg).toBeLessThan(0.5);
    expect(balls.restDeg).toBeLessThan(0.5);
    expect(balls.blowDeg).toBeLessThan(3);
  });

  /** How fast a limb comes back from its stop, as share of how fast it went in, and how deep, degrees. */
  function swingInto(bone: 'leftUpperArm' | 'leftLowerArm', stop: StopSettings, own?: StopSettings) {
    const narrow = editJoints(lockedBut(bone), [bone], ['y'], (axis) => ({ ...axis, low: -0.6 }));
    const world = worldOf(
      buildRemoteBody(skeleton, { ...narrow, stops: { all: stop, parts: own ? { [bone]: own } : {} } }),
    );
    const state = world.bodies[0];
    const part = partOf(state.body, bone);
    const drive = state.body.drives[state.body.parts[part].drive];
    // About y, forwards; nothing drives the joint.
    const y = drive.firstSpeed + drive.axes.indexOf(1);
    hold(world, poseOf(), 0.05);
    state.kp.fill(0, drive.firstSpeed, drive.firstSpeed + drive.speedCount);
    state.kd.fill(0, drive.firstSpeed, drive.firstSpeed + drive.speedCount);
    world.views.qvel[world.addresses[0].speeds[y]] = -8;
    let [deepest, fastest, back] = [0, 0, 0];
    for (let step = 0; step < 60; step++) {
      hold(world, poseOf(), 1 / 180, 0, 180);
      const speed = world.views.qvel[world.addresses[0].speeds[y]];
      if (deepest === 0) fastest = Math.max(fastest, -speed);
      deepest = Math.max(deepest, limitExcess(state, part));
      back = Math.max(back, speed);
    }
    return { deepestDeg: (deepest * 180) / Math.PI, bounce: back / fastest };
  }

  test.each(['leftUpperArm', 'leftLowerArm'] as const)('bounce and give way as they are set: %s', (bone) => {
    const hard = swingInto(bone, { springHz: 13, bounce: 0 });
    const bouncing = swingInto(bone, { springHz: 13, bounce: 0.8 });
    const soft = swingInto(bone, { springHz: 3, bounce: 0 });
    expect(hard.deepestDeg).toBeGreaterThan(0);
    expect(hard.bounce).toBeLessThan(0.25);
    expect(bouncing.bounce).toBeCloseTo(0.8, 1);
    expect(soft.deepestDeg).toBeGreaterThan(2 * hard.deepestDeg);
    expect(swingInto(bone, { springHz: 13, bounce: 0 }, { springHz: 13, bounce: 0.8 })).toEqual(bouncing);
  });
});
