import { defaultSkeleton } from '@leib/body';
import { createPose, createQuat, jointOfBone, quat, updateWorldPose, vec3 } from '@leib/core';
import { bendLimb } from '@leib/core/solvers';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createHandMeetings, type HandMeetings, shownPose, stepHandMeetings } from './handMeetings.js';
import { armsOf, contactDistance, contactWay, gapOf, type MeetingBody, placeHand } from './handPairs.js';

const HZ = 72;
const DELAY_FRAMES = Math.round(0.1 * HZ);
const arms = armsOf(defaultSkeleton);
const right = arms.find(({ side }) => side === 'right') ?? arms[0];
type Place = readonly [number, number, number];

/** Somebody at z who looks along their +Z, or back, arms hanging; the right hand is at a place before them, thumb up. */
function standing(id: string, z: number, isTurned: boolean, wrist: Place | null): MeetingBody {
  const pose = createPose(defaultSkeleton);
  pose.rootPosition[2] = z;
  const root = createQuat();
  if (isTurned) quat.setAxisAngle(root, [0, 1, 0], Math.PI);
  pose.localRotations.set(root, 0);
  for (const [side, sign] of [
    ['left', -1],
    ['right', 1],
  ] as const)
    pose.localRotations.set(
      quat.setAxisAngle(createQuat(), [0, 0, 1], (sign * Math.PI) / 2.2),
      jointOfBone(defaultSkeleton, `${side}UpperArm`) * 4,
    );
  updateWorldPose(defaultSkeleton, pose);
  if (wrist) {
    const { upper } = right.limb;
    pose.localRotations.set(quat.setAxisAngle(createQuat(), [0, 1, 0], Math.PI / 2), upper * 4);
    updateWorldPose(defaultSkeleton, pose);
    const turn = isTurned ? -1 : 1;
    bendLimb(defaultSkeleton, pose, right.limb, [wrist[0] * turn, wrist[1], z + wrist[2] * turn]);
    // Fingers ahead, the palm to the left: the hand's -X is ahead, its -Y to the left.
    const hand = quat.multiply(createQuat(), root, quat.setAxisAngle(createQuat(), [0, 1, 0], Math.PI / 2));
    quat.multiply(hand, hand, quat.setAxisAngle(createQuat(), [1, 0, 0], -Math.PI / 2));
    const above = defaultSkeleton.parents[right.limb.end] * 4;
    const parent = createQuat(...pose.worldRotations.subarray(above, above + 4));
    pose.localRotations.set(quat.multiply(hand, quat.invert(parent, parent), hand), right.limb.end * 4);
    updateWorldPose(defaultSkeleton, pose);
  }
  return { id, skeleton: defaultSkeleton, pose, scale: 1 };
}

/** As it is shown. */
const seen = (meetings: HandMeetings, body: MeetingBody): MeetingBody => ({
  ...body,
  pose: shownPose(meetings, body.id) ?? body.pose,
});
const palmOf = (body: MeetingBody) => placeHand(body, right);

/** How far two hands are from touching as they are shown, and how deep they are in each other, metres. */
function between(meetings: HandMeetings, a: MeetingBody, b: MeetingBody) {
  const hands = [palmOf(seen(meetings, a)), palmOf(seen(meetings, b))] as const;
  const way = contactWay(...hands);
  const along = vec3.dot(vec3.subtract(vec3.create(), hands[1].palmWorld, hands[0].palmWorld), way);
  return { gap: gapOf(...hands, way), depth: contactDistance(...hands, way) - along };
}

/** Degrees by which the elbow is bent. */
function elbowBend({ pose }: MeetingBody): number {
  const [upper, lower, end] = [right.limb.upper, right.limb.lower, right.limb.end].map((joint) =>
    pose.worldPositions.subarray(joint * 3, joint * 3 + 3),
  );
  const [a, b] = [lower.map((v, i) => v - upper[i]), end.map((v, i) => v - lower[i])];
  const cosine = a.reduce((sum, v, i) => sum + v * b[i], 0) / (Math.hypot(...a) * Math.hypot(...b));
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}

const HEIGHT = 1.1;
/** Two who reach out until their hands are 15 cm apart, shake them at 2.5 Hz, and take them back: B is seen 100 ms late. */
function shake(seconds: number, reachAt: (t: number) => number, hz = HZ, seed = 1) {
  const random = seededRandom(seed);
  const [aside, beyond] = [(random() - 0.5) * 0.06, (random() - 0.5) * 0.08];
  const meetings = createHandMeetings();
  const wristAt = (t: number, side: number): Place => {
    const shaken = t > 1 && t < 3 ? 0.04 * Math.sin((t - 1) * 2.5 * 2 * Math.PI) : 0;
    return [-0.03 - (aside * side) / 2, HEIGHT + shaken, 0.14 + (0.14 + beyond / 2) * reachAt(t)];
  };
  const frames = [];
  for (let frame = 0; frame < seconds * hz; frame++) {
    const t = frame / hz;
    const ada = standing('ada', 0, false, wristAt(t, 1));
    const bo = standing('bo', 0.87, true, wristAt(Math.max(0, t - DELAY_FRAMES / HZ), -1));
    const tracked = [ada, bo].map(({ pose }) => pose.localRotations.slice());
    stepHandMeetings(meetings, [ada, bo], 1 / hz);
    const shown = [seen(meetings, ada), seen(meetings, bo)];
    frames.push({
      t,
      ...between(meetings, ada, bo),
      apart: gapOf(palmOf(ada), palmOf(bo), contactWay(palmOf(ada), palmOf(bo))),
      isTouched: [ada, bo].some(({ pose }, i) => pose.localRotations.some((v, k) => v !== tracked[i][k])),
      elbows: shown.map(elbowBend),
      palms: shown.map((body) => [...palmOf(body).palmWorld]),
      trackedPalms: [ada, bo].map((body) => [...palmOf(body).palmWorld]),
      count: meetings.pairs.length,
      isShown: shown.some(({ pose }, i) => pose !== [ada, bo][i].pose),
    });
  }
  return frames;
}
const inAndOut = (t: number) => Math.min(1, Math.max(0, t < 3.2 ? t * 2 : 1 - (t - 3.2) * 2));
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(...Array.from(a, (value, i) => value - b[i]));

test.each(seeds(8))('hands that are shaken through 100 ms hold each other, and let go (seed %i)', (seed) => {
  const frames = shake(4.5, inAndOut, HZ, seed);
  const held = frames.filter(({ t }) => t > 1 && t < 3);
  // Without anything done they are this far from each other.
  expect(Math.max(...held.map(({ apart }) => apart))).toBeGreaterThan(0.06);
  expect(Math.max(...held.map(({ gap }) => gap))).toBeLessThan(0.02);
  expect(Math.max(...held.map(({ depth }) => depth))).toBeLessThan(0.005);
  expect(held.every(({ count }) => count === 1)).toBe(true);
  const last = frames.at(-1);
  expect([last?.count, last?.isShown]).toEqual([0, false]);
});

test.each(seeds(8))('no hand jumps, and no elbow bends further than elbows do (seed %i)', (seed) => {
  const frames = shake(4.5, inAndOut, HZ, seed);
  const leaps = frames
    .slice(1)
    .flatMap(({ palms, trackedPalms }, i) =>
      palms.map((palm, k) => distance(palm, frames[i].palms[k]) - distance(trackedPalms[k], frames[i].trackedPalms[k])),
    );
  expect(Math.max(...leaps)).toBeLessThan(0.015);
  expect(Math.max(...frames.flatMap(({ elbows }) => elbows))).toBeLessThan(150);
});

test('what is tracked and sent stays as it is', () => {
  expect(shake(2, inAndOut).some(({ isTouched }) => isTouched)).toBe(false);
});

test('where the hands meet is the same at 60 and at 120 frames a second', () => {
  const [slow, quick] = [60, 120].map((hz) => shake(0.95, inAndOut, hz).at(-1)?.palms[0] ?? []);
  expect(distance(slow, quick)).toBeLessThan(0.004);
});

test('arms that hang beside each other do not meet, nor do one’s own hands', () => {
  const meetings = createHandMeetings();
  const [ada, bo] = [standing('ada', 0, false, null), standing('bo', 0.25, false, null)];
  for (let frame = 0; frame < 30; frame++) stepHandMeetings(meetings, [ada, bo], 1 / HZ);
  expect(meetings.pairs).toEqual([]);
  expect(shownPose(meetings, 'ada')).toBeNull();
});

test('who leaves in the middle lets go without a jump', () => {
  const meetings = createHandMeetings();
  const ada = standing('ada', 0, false, [-0.03, HEIGHT, 0.28]);
  const bo = standing('bo', 0.87, true, [-0.03, HEIGHT, 0.28]);
  const palms: number[][] = [];
  for (let frame = 0; frame < 2 * HZ; frame++) {
    stepHandMeetings(meetings, frame < HZ ? [ada, bo] : [ada], 1 / HZ);
    palms.push([...palmOf(seen(meetings, ada)).palmWorld]);
  }
  expect(distance(palms[HZ - 1], palms[0])).toBeGreaterThan(0.02);
  const steps = palms.slice(1).map((palm, i) => distance(palm, palms[i]));
  expect(Math.max(...steps)).toBeLessThan(0.015);
  expect(shownPose(meetings, 'ada')).toBeNull();
});

test('an arm that is too short leaves the way to the other one, and lets go without a jump', () => {
  const meetings = createHandMeetings();
  const ada = standing('ada', 0, false, [-0.01, HEIGHT, 0.6]);
  const bo = standing('bo', 0.925, true, [-0.01, HEIGHT, 0.2]);
  expect(gapOf(palmOf(ada), palmOf(bo), contactWay(palmOf(ada), palmOf(bo)))).toBeGreaterThan(0.1);
  const palms: number[][] = [];
  for (let frame = 0; frame < 2 * HZ; frame++) {
    stepHandMeetings(meetings, frame < HZ ? [ada, bo] : [bo], 1 / HZ);
    if (frame === HZ - 1) expect(between(meetings, ada, bo).gap).toBeLessThan(0.02);
    palms.push([...palmOf(seen(meetings, bo)).palmWorld]);
  }
  expect(Math.max(...palms.slice(1).map((palm, i) => distance(palm, palms[i])))).toBeLessThan(0.015);
});
