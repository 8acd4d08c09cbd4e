import { createPose, updateWorldPose } from '@leib/core';
import { angleBetween, bytesPerCall, FRAME_GARBAGE } from '@leib/core/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { composeRotation, projectRotation } from '../body/jointCoordinates.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import { carryOver } from './carryOver.js';
import { largestSeparation, partError } from './measureBody.js';
import { push } from './push.js';
import { RemoteWorld } from './remoteWorld.js';
import { stepRemoteWorld } from './stepRemoteWorld.js';
import { bodyWith, dance, hold, partOf, play, poseOf, SUM_AFTER_ONE_SECOND, skeleton } from './world.testing.js';
import type { WorldObject } from './worldObject.js';

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
const worstError = (world: RemoteWorld) =>
  Math.max(...world.bodies[0].body.drives.map(({ part }) => partError(world.bodies[0], part))) * (180 / Math.PI);

describe('following', () => {
  test.each([false, true])('a pose that stands is reached, fingers %s', (hasFingers) => {
    const world = worldOf([bodyWith({}, hasFingers)]);
    hold(world, poseOf(), 0.1);
    hold(world, poseOf(['leftLowerArm', 'y', -70], ['spine', 'x', 30], ['rightUpperLeg', 'x', -60]), 1.5);
    expect(worstError(world)).toBeLessThan(0.1);
    expect(world.bodies[0].pose.worldPositions[1]).toBeCloseTo(poseOf().worldPositions[1], 9);
  });

  test('the pose that comes out is that of the parts', () => {
    const world = worldOf([bodyWith()]);
    play(world, 1, 90);
    const { pose, partRotations, body } = world.bodies[0];
    for (const [part, { joint }] of body.parts.entries()) {
      for (let k = 0; k < 4; k++) {
        expect(pose.worldRotations[joint * 4 + k]).toBeCloseTo(partRotations[part * 4 + k], 9);
      }
    }
  });

  test('a movement is followed within three degrees, and its speed is why', () => {
    const errors = [1, 0].map((feedForward) => {
      const world = worldOf([bodyWith({ feedForward })]);
      let worst = 0;
      play(world, 3, 90, (frame) => {
        if (frame > 30) worst = Math.max(worst, worstError(world));
      });
      return worst;
    });
    expect(errors[0]).toBeLessThan(3);
    expect(errors[1]).toBeGreaterThan(3 * errors[0]);
  });

  test('the same targets give the same bits twice', () => {
    const [a, b] = [0, 1].map(() => {
      const world = worldOf([bodyWith()]);
      play(world, 2, 90);
      return [...world.data.qpos];
    });
    expect(a).toEqual(b);
  });

  test('one second leads where it leads in a browser', () => {
    const world = worldOf([bodyWith()]);
    play(world, 1, 90);
    const sum = world.bodies[0].pose.worldPositions.reduce((total, value) => total + value, 0);
    expect(sum).toBeCloseTo(SUM_AFTER_ONE_SECOND, 9);
  });

  test.each([60, 72, 120, 144])('%i frames a second give the motion of 90', (hz) => {
    const [ours, reference] = [hz, 90].map((rate) => {
      const world = worldOf([bodyWith()]);
      play(world, 1, rate);
      return world.bodies[0].pose.worldPositions;
    });
    for (let i = 0; i < ours.length; i++) expect(Math.abs(ours[i] - reference[i])).toBeLessThan(0.004);
  });

  test('a page that was hidden for ten seconds does not take ten seconds', () => {
    const world = worldOf([bodyWith()]);
    hold(world, poseOf(), 0.1);
    const before = world.data.time;
    stepRemoteWorld(world, 10);
    expect(world.data.time - before).toBeLessThan(0.3);
    hold(world, poseOf(), 0.5);
    expect(worstError(world)).toBeLessThan(0.1);
  });

  test('a frame leaves at most 2 kB to the collector', () => {
    const world = worldOf([bodyWith()]);
    const poses = Array.from({ length: 90 }, (_, i) => dance(i / 90));
    for (const pose of poses) pose.rootPosition[0] = 0;
    let frame = 0;
    const work = () => {
      setRemoteTarget(world.bodies[0], poses[frame++ % 20]);
      stepRemoteWorld(world, 1 / 90);
    };
    // Two substeps; time and contacts are asked for in each.
    expect(bytesPerCall(work, 1000, FRAME_GARBAGE)).toBeLessThan(FRAME_GARBAGE);
  });
});

describe('a world that is built anew', () => {
  test.each([
    ['limits', { joints: { leftLowerArm: { y: { low: -0.5 } } } }],
    ['mass', { totalMass: 90 }],
    ['a spring for the hips', { control: { root: 'spring' } }],
    ['a locked neck', { joints: { neck: { x: { low: 0, high: 0 } } } }],
  ])('with other settings goes on where the old one was: %s', (_name, change) => {
    const old = worldOf([bodyWith()]);
    play(old, 1, 90);
    const before = old.bodies[0].pose;
    const settings = parseRemoteBodySettings(change, old.bodies[0].body.settings);
    const next = worldOf([buildRemoteBody(skeleton, settings)]);
    carryOver(old, next);
    setRemoteTarget(next.bodies[0], dance(1 + 1 / 90));
    stepRemoteWorld(next, 1 / 90);
    expect(next.bodies[0].teleportCount).toBe(0);
    const after = next.bodies[0].pose.worldPositions;
    for (let i = 0; i < after.length; i++) expect(Math.abs(after[i] - before.worldPositions[i])).toBeLessThan(0.15);
    const foot = skeleton.names.indexOf('leftFoot') * 3;
    for (let k = 0; k < 3; k++) expect(Math.abs(after[foot + k] - before.worldPositions[foot + k])).toBeLessThan(0.03);
  });
});

describe('what broke the thesis’s body', () => {
  test('a teleport is carried out as one: no joint moves', () => {
    for (const root of ['anchor', 'spring'] as const) {
      const world = worldOf([bodyWith({ root })]);
      const pose = dance(0.3);
      hold(world, pose, 1.5);
      const before = worstError(world);
      pose.rootPosition[0] += 20;
      updateWorldPose(skeleton, pose);
      hold(world, pose, 1 / 90);
      expect(world.bodies[0].teleportCount).toBe(1);
      expect(world.bodies[0].pose.rootPosition[0]).toBeCloseTo(pose.rootPosition[0], 2);
      expect(Math.abs(worstError(world) - before)).toBeLessThan(0.5);
      hold(world, pose, 1);
      expect(world.bodies[0].teleportCount).toBe(1);
    }
  });

  test('running is no teleport', () => {
    const world = worldOf([bodyWith()]);
    const pose = createPose(skeleton);
    for (let frame = 0; frame < 90; frame++) {
      pose.rootPosition[2] += 12 / 90;
      updateWorldPose(skeleton, pose);
      hold(world, pose, 1 / 90);
    }
    expect(world.bodies[0].teleportCount).toBe(0);
  });

  test('joints hold through spins and jumps; parts without joints come apart', () => {
    const separations = (['joints', 'freeParts'] as const).map((drive) => {
      const world = worldOf([bodyWith({ drive })]);
      let largest = 0;
      for (let frame = 0; frame < 270; frame++) {
        const yaw = (frame * 16 * Math.PI) / 180;
        const pose = dance(frame % 40 < 20 ? 0.2 : 0.9);
        pose.localRotations.set([0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)], 0);
        pose.rootPosition[0] = frame > 180 ? 5 : 0;
        updateWorldPose(skeleton, pose);
        hold(world, pose, 1 / 90);
        largest = Math.max(largest, largestSeparation(world, 0));
      }
      expect(world.resetCount + world.bodies[0].nanCount).toBe(0);
      return largest;
    });
    expect(separations[0]).toBeLessThan(1e-9);
    expect(separations[1]).toBeGreaterThan(0.05);
  });

  test('a target that is not a number is refused, and the body goes on', () => {
    const world = worldOf([bodyWith()]);
    hold(world, poseOf(), 0.2);
    const bad = poseOf();
    bad.worldRotations[17] = Number.NaN;
    hold(world, bad, 0.2);
    expect(world.bodies[0].refusedCount).toBe(18);
    hold(world, poseOf(), 0.2);
    expect(worstError(world)).toBeLessThan(0.01);
    expect(world.bodies[0].nanCount).toBe(0);
  });

  test('a simulation that is blown up is put back and counted', () => {
    const world = worldOf([bodyWith()]);
    hold(world, poseOf(), 0.2);
    world.data.qvel[3] = Number.NaN;
    hold(world, poseOf(), 0.3);
    expect(world.resetCount + world.bodies[0].nanCount).toBeGreaterThan(0);
    expect(worstError(world)).toBeLessThan(0.1);
  });

  test.each(['leftLowerArm', 'leftUpperArm', 'rightLowerLeg', 'head'] as const)(
    'pushed hard, %s stays within its limits',
    (bone) => {
      const world = worldOf([bodyWith()]);
      const state = world.bodies[0];
      const part = partOf(state.body, bone);
      hold(world, poseOf(), 0.2);
      // A weak body, so that the limit and not the drive holds.
      state.kp.fill(0.1);
      for (let frame = 0; frame < 180; frame++) {
        const at = state.partPositions.subarray(part * 3, part * 3 + 3);
        push(world, 0, part, [at[0] + 0.1, at[1], at[2] + 0.1], [0, 40, -80], 1 / 90);
        hold(world, poseOf(), 1 / 90);
      }
      const drive = state.body.drives[state.body.parts[part].drive];
      if (drive.kind === 'hinges') {
        for (let k = 0; k < drive.speedCount; k++) {
          expect(state.coordinates[drive.firstCoordinate + k]).toBeGreaterThan(drive.low[k] - 0.06);
          expect(state.coordinates[drive.firstCoordinate + k]).toBeLessThan(drive.high[k] + 0.06);
        }
      }
      // For a ball too: what its limits would take from where it is.
      const allowed = state.coordinates.slice();
      const [is, may] = [new Float64Array(4), new Float64Array(4)];
      composeRotation(drive, state.coordinates, drive.firstCoordinate, is, 0);
      projectRotation(drive, is, 0, allowed);
      composeRotation(drive, allowed, drive.firstCoordinate, may, 0);
      expect(angleBetween(is, may)).toBeLessThan(0.1);
      expect(world.resetCount).toBe(0);
    },
  );
});
