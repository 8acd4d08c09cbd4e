import { clamp, createQuat, createVec3, DEG, type HumanoidBone, jointOfBone, quat, type Vec3, vec3 } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { createJointFrame, type JointFrame } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody, type EmbodyModel } from './embodyModel.js';
import { defaultEmbodySettings } from './embodySettings.js';
import { createEmbodyState, type EmbodyState } from './embodyState.js';
import { loadPrior } from './prior/network/loadPrior.js';
import { readPriorBytes } from './prior/network/prior.testing.js';
import { stepEmbody } from './stepEmbody.js';
import { buildTestBody, createTestReader, setPoint } from './testing.js';

const skeleton = buildTestBody();
const hz = 60;

/** Where head and hands are in a posture: head ahead and up, its pitch; hands ahead, up and apart; null: hands are not seen. */
interface Posture {
  readonly head: readonly [ahead: number, up: number];
  readonly pitchDeg: number;
  readonly hands: readonly [ahead: number, up: number, aside: number] | null;
}

const standing: Posture = { head: [0, 1.525], pitchDeg: 0, hands: [0.05, 0.89, 0.24] };
const postures = {
  crouch: { head: [0.1, 0.85], pitchDeg: 10, hands: [0.35, 0.55, 0.2] },
  deepCrouch: { head: [0.12, 0.7], pitchDeg: 15, hands: null },
  deepestCrouch: { head: [0.1, 0.5], pitchDeg: 25, hands: null },
  kneel: { head: [0.05, 1.1], pitchDeg: 5, hands: [0.2, 0.6, 0.25] },
  allFours: { head: [0.6, 0.6], pitchDeg: 50, hands: [0.55, 0.08, 0.2] },
  lie: { head: [0.75, 0.15], pitchDeg: 85, hands: [0.3, 0.1, 0.35] },
  bend: { head: [0.45, 1.15], pitchDeg: 70, hands: [0.45, 0.5, 0.2] },
  bendDeep: { head: [0.5, 0.9], pitchDeg: 100, hands: [0.45, 0.3, 0.2] },
} as const satisfies Record<string, Posture>;

const mix = (a: number, b: number, part: number) => a + (b - a) * part;

function write(frame: JointFrame, from: Posture, to: Posture, part: number, sway: number): void {
  const eased = part * part * (3 - 2 * part);
  const nod = quat.setAxisAngle(createQuat(), [1, 0, 0], mix(from.pitchDeg, to.pitchDeg, eased) * DEG);
  setPoint(frame, 'head', [sway, mix(from.head[1], to.head[1], eased), mix(from.head[0], to.head[0], eased), ...nod]);
  for (const [point, mirror] of [
    ['leftHand', 1],
    ['rightHand', -1],
  ] as const) {
    const hands = [from.hands, to.hands] as const;
    if (hands[0] === null || hands[1] === null) {
      frame.quality[mirror === 1 ? 1 : 2] = 0;
      frame.lostSeconds[mirror === 1 ? 1 : 2] = Number.POSITIVE_INFINITY;
      continue;
    }
    const [z, y, x] = [0, 1, 2].map((k) => mix((hands[0] ?? [0, 0, 0])[k], (hands[1] ?? [0, 0, 0])[k], eased));
    setPoint(frame, point, [mirror * x + sway, y, z, 0, 0, -mirror * Math.SQRT1_2, Math.SQRT1_2]);
  }
}

/** Seconds until the body goes down, is there, goes up again, stands, and the end. */
const [DOWN, THERE, UP, STANDS, END] = [0.5, 1.75, 2.75, 4, 5.25];

/** What a body did. */
interface Performance {
  /**
   * While it was there: lowest hips, knees' least distance ahead of their legs' lines, and above hips or ankles, whichever
   * are lower, metres.
   */
  readonly hipsThere: number;
  readonly kneesAhead: number;
  readonly kneesUp: number;
  /** All the time: lowest wrist, trunk or leg, hips; and the fastest of trunk and legs, metres per second. */
  readonly wrist: number;
  readonly trunkAndLegs: number;
  readonly hips: number;
  readonly fastest: number;
  readonly end: EmbodyState;
}

/** Stands, goes there, stays; then back up, unless only the way down is asked for. */
function perform(model: EmbodyModel, posture: Posture, isOneWay: boolean): Performance {
  const state = createEmbodyState(model);
  state.putDown.isWatched = false;
  const read = createTestReader(skeleton);
  const frame = createJointFrame();
  const phase = 6 * seededRandom(4)();
  const lowest = { hipsThere: 9, kneesAhead: 9, kneesUp: 9, wrist: 9, trunkAndLegs: 9, hips: 9 };
  let fastest = 0;
  let before: Vec3[] = [];
  for (let i = 0; i < (isOneWay ? UP : END) * hz; i++) {
    const t = i / hz;
    const part = t < UP ? clamp((t - DOWN) / (THERE - DOWN), 0, 1) : clamp((STANDS - t) / (STANDS - UP), 0, 1);
    write(frame, standing, posture, part, 0.004 * Math.sin(1.3 * t + phase));
    stepEmbody(model, state, read(frame, 1 / hz), 1 / hz);
    if (t < DOWN) continue;
    const now = trunkAndLegs.map((bone) => at(state, bone));
    for (const place of now) lowest.trunkAndLegs = Math.min(lowest.trunkAndLegs, place[1]);
    if (before.length > 0) fastest = Math.max(fastest, ...now.map((place, k) => vec3.distance(place, before[k]) * hz));
    before = now;
    lowest.hips = Math.min(lowest.hips, now[0][1]);
    for (const side of sides) lowest.wrist = Math.min(lowest.wrist, at(state, `${side}Hand`)[1]);
    if (t < THERE || t >= UP) continue;
    lowest.hipsThere = Math.min(lowest.hipsThere, now[0][1]);
    for (const side of sides) {
      const [hip, knee, ankle] = [at(state, `${side}UpperLeg`), at(state, `${side}LowerLeg`), at(state, `${side}Foot`)];
      lowest.kneesAhead = Math.min(lowest.kneesAhead, kneeAhead(state, side));
      lowest.kneesUp = Math.min(lowest.kneesUp, knee[1] - Math.min(hip[1], ankle[1]));
    }
  }
  return { ...lowest, fastest, end: state };
}

function at({ pose }: EmbodyState, bone: HumanoidBone): Vec3 {
  const joint = jointOfBone(skeleton, bone) * 3;
  return createVec3(pose.worldPositions[joint], pose.worldPositions[joint + 1], pose.worldPositions[joint + 2]);
}

/** How far the knee is ahead of the line from hip to ankle, metres. */
function kneeAhead(state: EmbodyState, side: 'left' | 'right'): number {
  const [hip, knee, ankle] = [at(state, `${side}UpperLeg`), at(state, `${side}LowerLeg`), at(state, `${side}Foot`)];
  const line = vec3.subtract(createVec3(), ankle, hip);
  const along = vec3.dot(vec3.subtract(createVec3(), knee, hip), line) / Math.max(1e-9, vec3.dot(line, line));
  return knee[2] - (hip[2] + along * line[2]);
}

const trunkAndLegs: readonly HumanoidBone[] = [
  'hips',
  'spine',
  'chest',
  'neck',
  'head',
  'leftLowerLeg',
  'rightLowerLeg',
  'leftFoot',
  'rightFoot',
];
const sides = ['left', 'right'] as const;
const models = {
  rules: buildEmbody(skeleton),
  prior: buildEmbody(skeleton, defaultEmbodySettings, loadPrior(await readPriorBytes())),
};

describe.each(Object.keys(models) as (keyof typeof models)[])('%s', (name) => {
  const model = models[name];

  test('crouching: knees in front, wrists above the floor', () => {
    const { kneesAhead, wrist } = perform(model, postures.crouch, true);
    expect(kneesAhead).toBeGreaterThan(0.03);
    expect(wrist).toBeGreaterThan(0.1);
  });

  test('as low as people sit: nothing is in the floor, knees are up and never swing to the other side', () => {
    const { wrist, trunkAndLegs: lowest, kneesUp, fastest } = perform(model, postures.deepestCrouch, false);
    expect(wrist).toBeGreaterThan(0.1);
    expect(lowest).toBeGreaterThan(-0.01);
    expect(kneesUp).toBeGreaterThan(0.2);
    // Swinging to the other side is 4.6 m/s; the fastest that is left are knees that are stretched at the end.
    expect(fastest).toBeLessThan(4);
  });

  test('bending forward bends before it squats', () => {
    const hipsOf = (posture: Posture) => perform(model, posture, true).hipsThere;
    // The head is as low as in a squat; who looks down and ahead of their feet has their legs nearly straight.
    const { bend, bendDeep } = postures;
    const bentHips = hipsOf(bend);
    expect(bentHips).toBeGreaterThan(0.68);
    expect(hipsOf(bendDeep)).toBeGreaterThan(0.68);
    expect(hipsOf({ ...bend, head: [0.1, bend.head[1]], pitchDeg: 0 })).toBeLessThan(bentHips - 0.08);
    expect(hipsOf({ ...bendDeep, head: [0.1, bendDeep.head[1]], pitchDeg: 0 })).toBeLessThan(0.5);
  });

  test.each(['kneel', 'allFours', 'lie', 'deepCrouch'] as const)(
    '%s: nothing sinks into the floor, and the way up leads back',
    (posture) => {
      const performed = perform(model, postures[posture], false);
      const { end } = performed;
      expect(performed.trunkAndLegs).toBeGreaterThan(-0.01);
      expect(performed.hips).toBeGreaterThan(0.085);
      // Nothing pops: all goes as fast as people do.
      expect(performed.fastest).toBeLessThan(6);
      if (posture === 'deepCrouch') expect(performed.kneesAhead).toBeGreaterThan(0.03);
      if (posture === 'deepCrouch') expect(performed.wrist).toBeGreaterThan(0.1);
      expect(at(end, 'hips')[1]).toBeGreaterThan(0.88);
      for (const side of sides) {
        const foot = at(end, `${side}Foot`);
        expect(foot[1]).toBeLessThan(0.12);
        expect(Math.hypot(foot[0] - at(end, 'hips')[0], foot[2] - at(end, 'hips')[2])).toBeLessThan(0.35);
      }
    },
  );
});
