import { trimRecording } from '@leib/core';
import { expect, test } from 'vitest';
import { noInput, type PuppetInput } from '../play/puppetInput.js';
import { buildPuppetModel } from '../play/puppetModel.js';
import { createPuppetState, type PuppetState } from '../play/puppetState.js';
import { stepPuppet } from '../play/stepPuppet.js';
import { handAt, mouthMesh, mouthPuppet } from '../play/testPuppet.testing.js';
import { layTakeOver } from './editTakes.js';
import { createTakePlayer, leadByTake } from './followTake.js';
import {
  createTakeFrame,
  frameOfTake,
  JOINT_SIZE,
  type PuppetTake,
  sampleLoopedTake,
  sampleTake,
  takeDuration,
  takeLoopSeconds,
} from './puppetTake.js';
import { parseTake, writeTake } from './takeLines.js';
import { appendTakeFrame, beginTake, finishTake, recordingOfTake, takeOfRecording } from './takeTrack.js';

const model = await buildPuppetModel(mouthPuppet(), mouthMesh());

const trimTake = (of: PuppetTake, fromSeconds: number, toSeconds: number) =>
  takeOfRecording(trimRecording(recordingOfTake(of), fromSeconds, toSeconds));

function handsAt(t: number): PuppetInput['hands'] {
  const bend = 0.5 - 0.5 * Math.cos(5 * t);
  return [handAt([bend, bend, 0.7 * bend, bend, bend], [0.1 * Math.sin(2 * t), 0, 0]), handAt([0, bend, 0, 0, 0])];
}

interface Recorded {
  readonly take: PuppetTake;
  /** Of each frame: where the parts were, and what the fingers did within them. */
  readonly poses: Float64Array[];
  readonly spreads: Float64Array[];
}

/** A take of the mouth puppet, and where it was in each frame. */
function record(seconds: number, hz = 60, slowness = 1, takeHz = 60): Recorded {
  const state = createPuppetState(model);
  const recorder = beginTake(model, { name: 'chewing', hz: takeHz, slowness });
  const poses: Float64Array[] = [];
  const spreads: Float64Array[] = [];
  for (let i = 0; i <= seconds * hz; i++) {
    const hands = handsAt(i / hz);
    stepPuppet(model, state, { ...noInput, hands }, 1 / hz);
    appendTakeFrame(recorder, state, hands, 1 / hz);
    poses.push(state.pose.worldPositions.slice());
    spreads.push(state.hands.spread.vectors.slice());
  }
  return { take: finishTake(recorder), poses, spreads };
}

const { take, poses, spreads } = record(2);
const frame = createTakeFrame(take);

/** Of the upper lip: sine of half its angle about x. */
const lipOf = ({ joints }: { readonly joints: Float64Array }) => joints[JOINT_SIZE + 3];

function expectClose(a: ArrayLike<number>, b: ArrayLike<number>, most: number): void {
  for (let i = 0; i < a.length; i++) expect(Math.abs(a[i] - b[i])).toBeLessThan(most);
}

function step(state: PuppetState, input: PuppetInput, seconds: number): void {
  for (let i = 0; i < Math.round(seconds * 60); i++) stepPuppet(model, state, input, 1 / 60);
}

test('a take has every frame, the parts, and what the hands did', () => {
  expect(take.frameCount).toBe(121);
  expect(takeDuration(take)).toBe(2);
  expect(take.parts).toEqual(['upper lip', 'lower lip', 'tail 1', 'tail 2', 'tail 3']);
  expect(take.spreadParts).toEqual(['upper lip', 'upper lip', 'upper lip', 'upper lip']);
  expect(take.hands.map((hand) => hand?.frameCount)).toEqual([121, 121]);
});

test('played again, the puppet is where it was, and its skin wobbles anew', () => {
  const state = createPuppetState(model);
  const player = createTakePlayer(model, take);
  for (let i = 0; i < take.frameCount; i++) {
    const lead = { ...leadByTake(player, i / 60, false), isImmediate: true };
    stepPuppet(model, state, { ...noInput, take: lead }, 1 / 60);
    expectClose(state.pose.worldPositions, poses[i], 1e-6);
    expectClose(state.hands.spread.vectors, spreads[i], 1e-6);
  }
  expect(Math.max(...spreads[60].map(Math.abs))).toBeGreaterThan(0.1);
  expect(state.skin.maxOffset).toBeGreaterThan(1e-4);
});

test('a chain that goes along as a whole goes along in its take, too', async () => {
  const file = mouthPuppet();
  const chains = file.chains.map((chain) => ({ ...chain, root: 'free' as const }));
  const free = await buildPuppetModel({ ...file, chains }, mouthMesh());
  const [live, played] = [createPuppetState(free), createPuppetState(free)];
  const recorder = beginTake(free, { name: 'pulled', hz: 60, slowness: 1 });
  const drag = { effector: 0, positionWorld: [0.2, 0.3, -0.9] as const, rotationWorld: null };
  for (let i = 0; i < 30; i++) {
    stepPuppet(free, live, { ...noInput, drags: [drag] }, 1 / 60);
    appendTakeFrame(recorder, live, [], 1 / 60);
  }
  // Its root left its place.
  expect(Math.hypot(...live.partOffsets.subarray(6, 9))).toBeGreaterThan(0.1);
  const player = createTakePlayer(free, finishTake(recorder));
  const lead = { ...leadByTake(player, 29 / 60, false), isImmediate: true };
  stepPuppet(free, played, { ...noInput, take: lead }, 1 / 60);
  expectClose(played.pose.worldPositions, live.pose.worldPositions, 1e-6);
});

test('recorded at any frame rate it is the same motion', () => {
  const quick = record(2, 120).take;
  expect(quick.frameCount).toBe(121);
  expect(Math.abs(lipOf(frameOfTake(quick, 60)) - lipOf(frameOfTake(take, 60)))).toBeLessThan(0.02);
  const odd = record(2, 50).take;
  expect(odd.frameCount).toBe(121);
});

test('recorded at half speed it plays at full', () => {
  const slow = record(2, 60, 2).take;
  expect(takeDuration(slow)).toBe(1);
  for (const t of [0.2, 0.5, 0.9]) {
    sampleTake(slow, t, frame);
    const atHalfTime = lipOf(frame);
    sampleTake(take, 2 * t, frame);
    expect(atHalfTime).toBeCloseTo(lipOf(frame), 6);
  }
});

test('a loop has no jump, in place and in speed', () => {
  const loop = takeLoopSeconds(take);
  expect(loop).toBeLessThan(2);
  const at = (t: number) => {
    sampleLoopedTake(take, t, frame);
    return frame.joints.slice();
  };
  const small = 1e-4;
  expectClose(at(loop - small), at(loop + small), 1e-3);
  const speedOf = (t: number) => (at(t + small)[JOINT_SIZE + 3] - at(t - small)[JOINT_SIZE + 3]) / (2 * small);
  expect(Math.abs(speedOf(loop - 5 * small) - speedOf(loop + 5 * small))).toBeLessThan(0.1);
  // Without the seam there is a jump.
  expect(Math.abs(lipOf(frameOfTake(take, 120)) - lipOf(frameOfTake(take, 0)))).toBeGreaterThan(0.02);
  // In the middle it is the take itself.
  sampleTake(take, 1, frame);
  const middle = frame.joints.slice();
  expectClose(at(1 + 3 * loop), middle, 1e-9);
});

test('a trimmed take begins and ends where it was cut', () => {
  const trimmed = trimTake(take, 0.5, 1.25);
  expect(trimmed.frameCount).toBe(46);
  expect(frameOfTake(trimmed, 0)).toEqual(frameOfTake(take, 30));
  expect(frameOfTake(trimmed, 45)).toEqual(frameOfTake(take, 75));
  expect(trimmed.hands[0]?.frameCount).toBe(46);
  expect(trimmed.hands[0]?.times[0]).toBeCloseTo(0, 9);
});

test('one take over another: its parts for its time, eased in and out, the others as they were', () => {
  const rest = trimTake(record(0.1).take, 0, 0);
  const base = layTakeOver(rest, { take: trimTake(take, 0, 0), parts: [], startSeconds: 2 });
  expect(base.frameCount).toBe(121);
  const over = trimTake(take, 0.3, 1.3);
  const laid = layTakeOver(base, { take: over, parts: ['upper lip'], startSeconds: 0.5, fadeSeconds: 0.2 });
  expect(frameOfTake(laid, 20)).toEqual(frameOfTake(base, 20));
  expect(lipOf(frameOfTake(laid, 60))).toBeCloseTo(lipOf(frameOfTake(over, 30)), 9);
  expect(frameOfTake(laid, 60).spreads).toEqual(frameOfTake(over, 30).spreads);
  const lower = (i: number) => frameOfTake(laid, i).joints.slice(2 * JOINT_SIZE);
  expect(lower(60)).toEqual(frameOfTake(base, 60).joints.slice(2 * JOINT_SIZE));
  expect(frameOfTake(laid, 60).joints.slice(0, JOINT_SIZE)).toEqual(frameOfTake(base, 60).joints.slice(0, JOINT_SIZE));
  let largest = 0;
  for (let i = 1; i < laid.frameCount; i++) {
    largest = Math.max(largest, Math.abs(lipOf(frameOfTake(laid, i)) - lipOf(frameOfTake(laid, i - 1))));
  }
  expect(largest).toBeLessThan(0.06);
  const whole = layTakeOver(base, { take, parts: [], withWhole: true });
  expect(frameOfTake(whole, 50).joints.slice(0, 3)).toEqual(frameOfTake(take, 50).joints.slice(0, 3));
});

test("a live hand plays on top of a take: its parts are the hand's, the others the take's", () => {
  const state = createPuppetState(model);
  const player = createTakePlayer(model, take);
  const open = handAt([1, 1, 1, 1, 1]);
  for (let i = 0; i < 120; i++) {
    const input = { ...noInput, hands: [open, null], take: leadByTake(player, i / 60, false) };
    stepPuppet(model, state, input, 1 / 60);
  }
  sampleTake(take, 119 / 60, frame);
  // The lips and the whole puppet are the hand's, the tail is the take's.
  expect(state.pose.localRotations[4]).toBeCloseTo(-Math.sin(0.4), 3);
  expect(state.pose.rootPosition[0]).toBeCloseTo(0, 6);
  expectClose(
    state.pose.localRotations.subarray(12, 16),
    frame.joints.subarray(3 * JOINT_SIZE + 3, 4 * JOINT_SIZE),
    1e-3,
  );
});

test('parts that a take holds stay with it, even where a live hand moves them', () => {
  const state = createPuppetState(model);
  const player = createTakePlayer(model, take);
  const open = handAt([1, 1, 1, 1, 1]);
  // The whole and the upper lip are held; the lower lip is the hand's.
  const holds = [1, 1, 0, 0, 0, 0];
  for (let i = 0; i < 120; i++) {
    const lead = { ...leadByTake(player, i / 60, false), holds };
    stepPuppet(model, state, { ...noInput, hands: [open, null], take: lead }, 1 / 60);
  }
  sampleTake(take, 119 / 60, frame);
  expectClose(state.pose.localRotations.subarray(4, 8), frame.joints.subarray(JOINT_SIZE + 3, 2 * JOINT_SIZE), 1e-3);
  expectClose(state.pose.rootPosition, frame.joints.subarray(0, 3), 1e-3);
  expect(state.pose.localRotations[8]).toBeCloseTo(Math.sin(0.4), 3);
});

test('parts that a take does not have stay as they are', () => {
  const state = createPuppetState(model);
  const own = [...take.parts].map((name) => (name === 'lower lip' ? name : `other ${name}`));
  const player = createTakePlayer(model, { ...take, parts: own });
  for (let i = 0; i < 40; i++)
    stepPuppet(model, state, { ...noInput, take: leadByTake(player, i / 60, false) }, 1 / 60);
  expect(state.pose.localRotations[8]).toBeGreaterThan(0.1);
  expect(Array.from(state.pose.localRotations.subarray(4, 8))).toEqual([0, 0, 0, 1]);
});

test('a take that is stopped lets the puppet go to rest without a jump', () => {
  const state = createPuppetState(model);
  const player = createTakePlayer(model, take);
  for (let i = 0; i < 60; i++)
    stepPuppet(model, state, { ...noInput, take: leadByTake(player, i / 60, false) }, 1 / 60);
  let before = state.pose.worldPositions.slice();
  for (let i = 0; i < 60; i++) {
    step(state, noInput, 1 / 60);
    expectClose(state.pose.worldPositions, before, 0.03);
    before = state.pose.worldPositions.slice();
  }
  step(state, noInput, 5);
  expect(state.pose.localRotations).toEqual(createPuppetState(model).pose.localRotations);
  expect(Array.from(state.pose.rootPosition)).toEqual([0, 0, 0]);
});

test('written and read again it is the same to a tenth of a micrometre', () => {
  const text = writeTake(take);
  const read = parseTake(text);
  if (!read.ok) throw new Error(read.reason);
  expectClose(read.value.joints, take.joints, 1e-7);
  expectClose(read.value.spreads, take.spreads, 1e-7);
  expectClose(read.value.hands[1]?.bends ?? [], take.hands[1]?.bends ?? [], 1e-7);
  expect(writeTake(read.value)).toBe(text);
});

const [header, first] = writeTake(trimTake(take, 0, 0)).split('\n');

test.each([
  ['', 'line 1', 'expected a header, got an empty file'],
  ['{"format": "leib-puppet-take/2"}', 'line 1, format', 'leib-puppet-take/1'],
  [header, 'line 2', 'expected a frame, got the end of the file'],
  [`${header}\n{`, 'line 2', 'expected JSON'],
  [
    `${header}\n${first}\n${first.replace('"joints":[', '"joints":[1,')}`,
    'line 3, joints',
    'expected 42 numbers, got 43',
  ],
  [`${header}\n${first.replace(/"hands":.*\]\}/, '"hands":[]}')}`, 'line 2, hands', 'expected 2 numbers, got 0'],
  [
    `${header}\n${first.replace(/"joints":\[[^\]]*\]/, `"joints":[${Array(42).fill(0)}]`)}`,
    'line 2, joints[3]',
    'unit quaternion',
  ],
])('what is wrong is refused with its place (%#)', (text, path, reason) => {
  const read = parseTake(text);
  expect(read).toEqual({ ok: false, path, reason: expect.stringContaining(reason) });
});
