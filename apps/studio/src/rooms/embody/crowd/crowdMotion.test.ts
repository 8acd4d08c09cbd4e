import { defaultSkeleton } from '@leib/body';
import { jointOfBone } from '@leib/core';
import { boxGround, buildEmbody, defaultEmbodySettings, flatGround } from '@leib/embody';
import { createJointFrame, setJoint } from '@leib/tracking';
import { expect, test } from 'vitest';
import { CrowdMotion, type CrowdSettings, crowdPlacements, delayOf } from './crowdMotion.js';

const HZ = 30;
const rules = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };
const settings: CrowdSettings = { people: 24, budgetMs: 1000, fullDistance: 5, reducedDistance: 7 };
const model = buildEmbody(defaultSkeleton, rules);

/** Two seconds of a person who squats slowly, seen from the start; every pose of every person is finite. */
function watch(chosen: CrowdSettings, withModel = true) {
  const motion = new CrowdMotion({ skeleton: defaultSkeleton, model: withModel ? model : null }, chosen, flatGround());
  const joints = createJointFrame();
  for (let i = 0; i < 2 * HZ; i++) {
    const down = 0.15 * (i / HZ);
    setJoint(joints, 'head', [0, 1.5 - down, 0, 0, 0, 0, 1]);
    setJoint(joints, 'leftHand', [0.3, 0.9 - down, 0.1, 0, 0, 0, 1]);
    setJoint(joints, 'rightHand', [-0.3, 0.9 - down, 0.1, 0, 0, 0, 1]);
    motion.step(joints, [0, 0], 1 / HZ, null);
  }
  return motion;
}

const headOf = ({ pose }: CrowdMotion['crowd']['avatars'][number]) => {
  const at = jointOfBone(defaultSkeleton, 'head') * 3;
  return [...pose.worldPositions.subarray(at, at + 3)];
};

test('as many people as wanted stand apart, on free ground only', () => {
  const stairs = boxGround([{ min: [-1, 0, 1], max: [1, 0.5, 8] }]);
  const placements = crowdPlacements(120, stairs);
  expect(placements).toHaveLength(120);
  placements.forEach(({ x, z }, i) => {
    expect(x > -1 && x < 1 && z > 1 && z < 8).toBe(false);
    for (const other of placements.slice(0, i)) expect(Math.hypot(x - other.x, z - other.z)).toBeGreaterThan(0.5);
  });
});

test('each moves as the person on the stage did its delay ago, at its own place', () => {
  const { crowd } = watch(settings);
  const placements = crowdPlacements(settings.people, flatGround());
  crowd.avatars.forEach((avatar, i) => {
    const [x, y, z] = headOf(avatar);
    // Reduced ones lag by up to a thirtieth of a second more.
    expect(y).toBeCloseTo(1.5 - 0.15 * Math.max(0, 2 - 1 / HZ - delayOf(i)), 1);
    expect(Math.hypot(x - placements[i].x, z - placements[i].z)).toBeLessThan(0.12);
  });
});

test('near ones are worked out in full, and a small budget makes them fewer', () => {
  const rich = watch(settings).levels;
  expect(rich.full + rich.reduced + rich.far).toBe(24);
  expect(rich.full).toBeGreaterThan(2);
  expect(rich.far).toBeGreaterThan(2);
  expect(watch({ ...settings, fullDistance: 6.5 }).levels.full).toBeGreaterThan(rich.full);
  expect(watch({ ...settings, reducedDistance: 9 }).levels.far).toBeLessThan(rich.far);
  expect(watch({ ...settings, budgetMs: 0.1 }).levels.full).toBeLessThan(rich.full);
});

test('the baseline makes a crowd, too', () => {
  const { crowd } = watch({ ...settings, people: 3 }, false);
  for (const avatar of crowd.avatars) expect(headOf(avatar).every(Number.isFinite)).toBe(true);
});
