import { DEG } from '@leib/core';
import { isFullRun, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import type { RolesInput } from './roleTypes.js';
import { solveRoles } from './solveRoles.js';
import { standingPerson } from './standingPerson.testing.js';
import { sensibleSets, type TrackerRole } from './trackerRoles.js';

const five: readonly TrackerRole[] = ['leftHand', 'rightHand', 'hips', 'leftFoot', 'rightFoot'];

/** The person with everything turned about the upright through the origin. */
function turned(input: RolesInput, yaw: number): RolesInput {
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  const turn = (place: ArrayLike<number>) => [c * place[0] + s * place[2], place[1], c * place[2] - s * place[0]];
  const [sh, ch] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
  const [, , , x, y, z, w] = Array.from(input.headWorld);
  return {
    ...input,
    headWorld: [...turn(input.headWorld), ch * x + sh * z, ch * y + sh * w, ch * z - sh * x, ch * w - sh * y],
    trackers: input.trackers.map(({ id, place }) => ({ id, place: turn(place) })),
  };
}

describe('the issue’s figure', () => {
  test('all right in T-poses of all 63 sensible sets, 1.4 to 2.1 m, any heading, sloppy', () => {
    const poseCount = isFullRun ? 10_000 : 16 * sensibleSets.length;
    let wrong = 0;
    for (let seed = 1; seed <= poseCount; seed++) {
      const { input, roles } = standingPerson(seed, sensibleSets[seed % sensibleSets.length]);
      const found = solveRoles(input);
      if (Object.keys(roles).some((id) => found.roles[id] !== roles[id])) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test('and in A-poses', () => {
    const poseCount = isFullRun ? 2000 : 4 * sensibleSets.length;
    for (let seed = 1; seed <= poseCount; seed++) {
      const { input, roles } = standingPerson(seed, sensibleSets[seed % sensibleSets.length], true);
      expect(solveRoles(input).roles).toEqual(roles);
    }
  });
});

describe('laws', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e155, -1e20, 40])(
    'a tracker at %d is said to be nowhere, and the others have their roles',
    (wild) => {
      const { input, roles } = standingPerson(3, five);
      const stray = { id: 'stray', place: [wild, -wild, wild] };
      const found = solveRoles({ ...input, trackers: [...input.trackers, stray] });
      for (const [id, role] of Object.entries(roles)) expect(found.roles[id]).toBe(role);
      expect(found.problems.join()).toContain('stray is not where a tracker is worn');
    },
  );

  test('trackers may have names that every object has', () => {
    const { input, roles } = standingPerson(3, five);
    const odd = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];
    const oddOf = new Map(input.trackers.map(({ id }, i) => [id, odd[i]]));
    const trackers = input.trackers.map((tracker, i) => ({ ...tracker, id: odd[i] }));
    const found = solveRoles({ ...input, trackers, remembered: {}, chosen: {} });
    for (const [id, role] of Object.entries(roles)) {
      expect(Object.entries(found.roles)).toContainEqual([oddOf.get(id), role]);
    }
    expect(found.confidence).toBeGreaterThan(0);
  });

  test.each(seeds(20))('the order of the trackers and the heading do not matter (seed %i)', (seed) => {
    const { input } = standingPerson(seed, sensibleSets[(seed * 7) % sensibleSets.length]);
    const found = solveRoles(input);
    const backwards = solveRoles({ ...input, trackers: [...input.trackers].reverse() });
    expect(backwards.roles).toEqual(found.roles);
    expect(backwards.confidence).toBeCloseTo(found.confidence, 9);
    const elsewhere = solveRoles(turned(input, 1 + seed));
    expect(elsewhere.roles).toEqual(found.roles);
    expect(elsewhere.confidence).toBeCloseTo(found.confidence, 6);
  });

  test.each(seeds(40))(
    'hands on a level tell left from right though the headset looks 40 degrees aside (seed %i)',
    (seed) => {
      const { input, roles } = standingPerson(seed, five);
      const glance = (seed % 2 ? 40 : -40) * DEG;
      const found = solveRoles(input);
      const aside = { ...turned(input, glance), trackers: input.trackers };
      const [x, y, z] = Array.from(input.headWorld);
      const headWorld = [x, y, z, ...Array.from(aside.headWorld).slice(3)];
      expect(solveRoles({ ...aside, headWorld }).roles).toEqual(roles);
      expect(found.roles).toEqual(roles);
    },
  );

  test('confidence is high in a clear case, and heading and arm angle are found', () => {
    const { input } = standingPerson(5, five);
    const found = solveRoles(input);
    expect(found.problems).toEqual([]);
    expect(found.confidence).toBeGreaterThan(0.95);
    expect(found.armAngle).toBeLessThan(16 * DEG);
    expect(solveRoles(standingPerson(5, five, true).input).armAngle).toBeGreaterThan(25 * DEG);
  });

  test('one tracker alone, anywhere', () => {
    for (const role of ['leftFoot', 'rightKnee', 'hips', 'chest', 'rightHand'] as const) {
      for (const seed of seeds(20)) expect(solveRoles(standingPerson(seed, [role]).input).roles).toEqual({ t1: role });
    }
  });
});

describe('by hand and from memory', () => {
  test('a chosen role is kept, and the others arrange themselves around it', () => {
    const { input, roles } = standingPerson(3, five);
    const [id] = Object.entries(roles).find(([, role]) => role === 'hips') as [string, TrackerRole];
    const found = solveRoles({ ...input, chosen: { [id]: 'chest' } });
    expect(found.roles).toEqual({ ...roles, [id]: 'chest' });
    expect(found.confidences[id]).toBe(1);
  });

  test('memory decides a doubt, but not against the facts', () => {
    const { input } = standingPerson(4, ['hips']);
    const stature = (input.headWorld[1] - input.floorY) / 0.92;
    const at = (part: number): RolesInput => ({
      ...input,
      trackers: [{ id: 't1', place: [input.headWorld[0], input.floorY + part * stature, input.headWorld[2]] }],
    });
    const between = at(0.655);
    expect(solveRoles(between).confidence).toBeLessThan(0.5);
    expect(solveRoles(between).problems[0]).toMatch(/may not be the/);
    expect(solveRoles({ ...between, remembered: { t1: 'hips' } }).roles).toEqual({ t1: 'hips' });
    expect(solveRoles({ ...between, remembered: { t1: 'chest' } }).roles).toEqual({ t1: 'chest' });
    expect(solveRoles({ ...at(0.55), remembered: { t1: 'leftFoot' } }).roles).toEqual({ t1: 'hips' });
  });
});

describe('what cannot be, in a sentence each', () => {
  const { input } = standingPerson(6, five);
  const [first, second, ...others] = input.trackers;

  test.each<[string, RolesInput, RegExp]>([
    ['no tracker', { ...input, trackers: [] }, /No tracker is seen/],
    [
      'eleven trackers',
      { ...input, trackers: Array.from({ length: 11 }, (_, i) => ({ id: `t${i}`, place: [i, 1, 0] })) },
      /11 trackers for 10 places/,
    ],
    ['no headset', { ...input, headWorld: [Number.NaN, 1, 0, 0, 0, 0, 1] }, /headset is not tracked/],
    [
      'a person who sits',
      { ...input, headWorld: [0, input.floorY + 0.8, 0, 0, 0, 0, 1] },
      /0\.80 m above the floor: stand/,
    ],
    [
      'two in one place',
      { ...input, trackers: [first, { id: second.id, place: first.place }, ...others] },
      /in the same place/,
    ],
    ['the same id twice', { ...input, trackers: [first, { ...second, id: first.id }, ...others] }, /same id/],
    [
      'a tracker on the ceiling',
      { ...input, trackers: [...input.trackers, { id: 'spare', place: [0, input.floorY + 2.6, 0] }] },
      /spare is not where a tracker is worn/,
    ],
    ['two chosen for one place', { ...input, chosen: { t1: 'hips', t2: 'hips' } }, /t1 and t2 are both set to waist/],
  ])('%s', (_, bad, message) => {
    const found = solveRoles(bad);
    expect(found.problems.join(' ')).toMatch(message);
    expect(found.confidence).toBeLessThanOrEqual(0.5);
    for (const problem of found.problems) expect(problem).toMatch(/^[^.]+(\.\d+[^.]*)?\.$/);
  });
});
