import { addTrack, createRecorder, createVec3, finishTrack, quat, vec3 } from '@leib/core';
import { createDeviceFrame, createTrackerOffsets, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import {
  appendHand,
  createDeviceHandSource,
  createHandSignal,
  type HandRecording,
  handOfTrack,
  handTrackSpec,
} from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import type { PuppetFile } from '../file/puppetFile.js';
import { playRecordedHand, stepRecordedHand } from './playRecordedHand.js';
import { noInput, type PuppetInput } from './puppetInput.js';
import { buildPuppetModel } from './puppetModel.js';
import { carryPuppetState, createPuppetState, type PuppetState, resetPuppet } from './puppetState.js';
import { createPuppetMeter, puppetStages, stepPuppet } from './stepPuppet.js';
import { handAt, mouthMesh, mouthPuppet, wrist } from './testPuppet.testing.js';

const model = await buildPuppetModel(mouthPuppet(), mouthMesh());

function step(state: PuppetState, input: PuppetInput, seconds: number, hz = 60): void {
  for (let i = 0; i < Math.round(seconds * hz); i++) stepPuppet(model, state, input, 1 / hz);
}

/** A hand that chews, turns and wanders, without a jump. */
function chewingHand(t: number) {
  const bend = 0.5 - 0.5 * Math.cos(4 * t);
  const angle = 0.4 * Math.sin(2 * t);
  return handAt(
    [bend, bend, bend * 0.8, bend * 0.6, bend],
    [0.1 * Math.sin(t), 0.05 * Math.sin(3 * t), 0],
    [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)],
  );
}

function recordingOf(seconds: number, hz = 60, isLost: (t: number) => boolean = () => false): HandRecording {
  const recorder = addTrack(createRecorder(), handTrackSpec('hand', hz));
  for (let i = 0; i <= seconds * hz; i++) {
    const signal = chewingHand(i / hz);
    if (isLost(i / hz)) signal.confidence = 0;
    appendHand(recorder, 10 + i / hz, signal);
  }
  return handOfTrack(finishTrack(recorder));
}

test('one recording, the same bits twice', () => {
  const recording = recordingOf(2);
  const play = () => JSON.stringify([...playRecordedHand(model, [recording, recording])]);
  expect(play()).toBe(play());
});

test('a played frame has the time of the recording, seven numbers per part, and the skin', () => {
  const frames = [...playRecordedHand(model, [recordingOf(1)], 30)];
  expect(frames.map(({ t }) => t)).toEqual(Array.from({ length: 31 }, (_, i) => 10 + i / 30));
  expect(Object.keys(frames[0].parts)).toEqual(['upper lip', 'lower lip', 'tail 1', 'tail 2', 'tail 3']);
  const [opening] = frames.slice(20);
  expect(opening.parts['upper lip']).toHaveLength(7);
  expect(opening.parts['upper lip'][3]).toBeLessThan(-0.1);
  expect(opening.parts['lower lip'][3]).toBeGreaterThan(0.1);
  expect(opening.skin.maxOffset).toBeGreaterThan(opening.skin.meanOffset);
  expect(opening.skin.meanOffset).toBeGreaterThan(0);
});

test('a gap in the recording takes the puppet to rest and back, and at no frame does it jump', () => {
  const recording = recordingOf(6, 60, (t) => t > 2 && t < 5);
  let before: Float64Array | null = null;
  let largest = 0;
  for (const { state, timeSeconds } of stepRecordedHand(model, [recording, null])) {
    const { localRotations } = state.pose;
    if (before) largest = Math.max(largest, ...localRotations.map((value, i) => Math.abs(value - (before?.[i] ?? 0))));
    before = localRotations.slice();
    if (Math.abs(timeSeconds - 14.9) < 0.005) expect(localRotations[4]).toBeCloseTo(0, 3);
  }
  // Quicker than the hand itself, which makes 0.6 rad in a quarter of its 1.6 s, but no jump.
  expect(largest).toBeLessThan(0.06);
});

test('60, 90 and 120 frames per second end at the same pose', () => {
  const recording = recordingOf(2, 240);
  const last = (hz: number) => [...playRecordedHand(model, [recording], hz)].at(-1)?.parts ?? {};
  const [slow, middle, quick] = [60, 90, 120].map(last);
  for (const name of Object.keys(slow)) {
    for (let k = 0; k < 7; k++) {
      expect(slow[name][k]).toBeCloseTo(quick[name][k], 2);
      expect(middle[name][k]).toBeCloseTo(quick[name][k], 2);
    }
  }
});

test.each([
  ['0.6 m off', (pose: Float64Array) => pose.set([pose[0] + 0.6])],
  ['turned by 90 degrees', (pose: Float64Array) => pose.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], 3)],
])('one sample of a hand that is %s does not reach the puppet: from the headset to parts and skin', (_, spoil) => {
  const at = pointNumber.leftHand * POSE_SIZE;
  const [clean, spoilt] = [false, true].map((isSpoilt) => {
    const [devices, offsets, signal] = [createDeviceFrame(), createTrackerOffsets(), createHandSignal()];
    const source = createDeviceHandSource({ side: 'left', readDevices: () => ({ devices, offsets }) });
    const state = createPuppetState(model);
    return Array.from({ length: 150 }, (_, i) => {
      devices.quality[pointNumber.leftHand] = quality.tracked;
      devices.devicePoses.set([0.1 * Math.sin(i / 30), 1 + 0.05 * Math.cos(i / 25), 0.3, 0, 0, 0, 1], at);
      devices.leftController.trigger = 0.5 - 0.5 * Math.cos(i / 15);
      if (isSpoilt && i === 60) spoil(devices.devicePoses.subarray(at, at + POSE_SIZE));
      source.step(1 / 60, signal);
      stepPuppet(model, state, { ...noInput, hands: [signal] }, 1 / 60);
      return [...state.pose.worldPositions, ...state.skin.positions];
    });
  });
  const gaps = spoilt.map((now, i) => Math.max(...now.map((value, k) => Math.abs(value - clean[i][k]))));
  expect(Math.max(...gaps.slice(0, 60))).toBe(0);
  // The hand stands still for one frame, and carries the puppet at twice its way.
  expect(Math.max(...gaps)).toBeGreaterThan(0);
  expect(Math.max(...gaps)).toBeLessThan(0.02);
});

test('when the hands have gone everything is at rest again, parts to the bit', () => {
  const state = createPuppetState(model);
  step(state, { ...noInput, hands: [handAt(), handAt()] }, 0.2);
  step(state, { ...noInput, hands: [chewingHand(1), handAt([0, 1, 0, 0, 0])] }, 1);
  step(state, noInput, 10);
  const rest = createPuppetState(model);
  step(rest, noInput, 10);
  // The tail has no springs: it goes home, too.
  expect(state.pose.localRotations).toEqual(rest.pose.localRotations);
  expect(state.skin.isAsleep).toBe(true);
  expect(state.skin.maxOffset).toBeCloseTo(rest.skin.maxOffset, 4);
});

test('lips turn about the point where the hand sits, not about their own pivot', () => {
  const state = createPuppetState(model);
  step(state, { ...noInput, hands: [handAt([1, 1, 1, 1, 1])] }, 3);
  const { worldPositions, worldRotations } = state.pose;
  const lip = 1;
  const rotation = worldRotations.subarray(lip * 4, lip * 4 + 4);
  expect(2 * Math.asin(rotation[0])).toBeCloseTo(-0.8, 3);
  const toWrist = createVec3(wrist[0], wrist[1] - 0.14, wrist[2]);
  vec3.transformQuat(toWrist, toWrist, rotation);
  vec3.add(toWrist, toWrist, worldPositions.subarray(lip * 3, lip * 3 + 3));
  expect(vec3.distance(toWrist, wrist)).toBeLessThan(1e-9);
});

test('a bent finger takes its own place of the lip along further than the others', () => {
  const state = createPuppetState(model);
  step(state, { ...noInput, hands: [handAt([0, 1, 0, 0, 0])] }, 3);
  // The upper lip's front edge: the last row of the first sheet. The index finger is at +x.
  const height = (i: number) => state.inner.positions[(5 * 9 + i) * 3 + 1] - 0.14;
  const edge = Array.from({ length: 9 }, (_, i) => height(i));
  for (let i = 1; i < 9; i++) expect(edge[i]).toBeGreaterThan(edge[i - 1] - 0.002);
  expect(edge[8]).toBeGreaterThan(0.15);
  expect(edge[0]).toBeLessThan(0.03);
});

test('a finger drags the tip of the tail where it points', () => {
  const state = createPuppetState(model);
  step(state, { ...noInput, hands: [null, handAt()] }, 0.2);
  step(state, { ...noInput, hands: [null, handAt([0, 0.8, 0, 0, 0])] }, 2);
  const joint = 5;
  const tip = vec3.transformQuat(
    createVec3(),
    [0, 0, -0.1],
    state.pose.worldRotations.subarray(joint * 4, joint * 4 + 4),
  );
  vec3.add(tip, tip, state.pose.worldPositions.subarray(joint * 3, joint * 3 + 3));
  expect(vec3.distance(tip, [0, 0.18, -0.5])).toBeLessThan(0.03);
  expect(tip[1]).toBeGreaterThan(0.15);
});

test('the mouse has the last word over a finger', () => {
  const state = createPuppetState(model);
  const localRotation = quat.setAxisAngle(quat.create(), [0, 1, 0], 0.3);
  const input = { ...noInput, hands: [handAt([1, 1, 1, 1, 1])], turns: [{ part: 1, localRotation }] };
  step(state, input, 1);
  expect(state.pose.localRotations[2 * 4]).toBeCloseTo(0, 6);
  expect(state.pose.localRotations[2 * 4 + 1]).toBeCloseTo(Math.sin(0.15), 6);
});

test('a pause of two seconds and wild numbers leave a finite puppet', () => {
  const state = createPuppetState(model);
  step(state, { ...noInput, hands: [chewingHand(0.4)] }, 1);
  stepPuppet(model, state, { ...noInput, hands: [handAt([1, 0, 1, 0, 1], [50, -50, 3], [1, 0, 0, 0])] }, 2);
  step(state, { ...noInput, hands: [handAt([Number.NaN, 0, 0, 0, 0], [Infinity, 0, 0])] }, 1);
  step(state, noInput, 8);
  expect(state.skin.positions.every(Number.isFinite)).toBe(true);
  expect(Math.max(...state.pose.worldPositions.map(Math.abs))).toBeLessThan(1);
});

test('a reset puppet is a new one', () => {
  const state = createPuppetState(model);
  step(state, { ...noInput, hands: [chewingHand(1)] }, 1);
  resetPuppet(model, state);
  expect(state).toEqual(createPuppetState(model));
});

test('the meter times every stage by the clock that it is given', () => {
  let nowMs = 0;
  const meter = createPuppetMeter(() => nowMs++);
  for (let i = 0; i < 200; i++) stepPuppet(model, createPuppetState(model), noInput, 1 / 60, meter);
  for (const stage of puppetStages) expect(meter.stageMs[stage]).toBeCloseTo(1, 6);
});

type Edit = (file: PuppetFile) => PuppetFile;
type Kept = 'skeleton' | 'binding' | 'hands' | 'chains' | 'inner' | 'skin';

const loosen: Edit = (file) => ({
  ...file,
  skin: { ...file.skin, regions: [{ ...file.skin.regions[0], stiffness: 0.2 }] },
});
const limit: Edit = (file) => {
  const [upper, ...others] = file.parts;
  const cone = {
    kind: 'cone' as const,
    axis: [0, 0, 1] as [number, number, number],
    halfAngle: 1,
    twist: { min: 0, max: 0 },
  };
  return { ...file, parts: [{ ...upper, joint: { ...upper.joint, limits: cone } }, ...others] };
};
const stretch: Edit = (file) => ({
  ...file,
  hands: [{ ...file.hands[0], rotationPoint: [0, 0.1, -0.12] }, file.hands[1]],
});
const fewer: Edit = (file) => ({ ...file, inner: { ...file.inner, points: 30 } });

test.each<[string, Edit, Kept[]]>([
  ['nothing', (file) => ({ ...file, name: 'other' }), ['skeleton', 'binding', 'hands', 'chains', 'inner', 'skin']],
  ['the skin', loosen, ['skeleton', 'binding', 'hands', 'chains', 'inner']],
  ['a limit', limit, ['skeleton', 'binding', 'hands', 'inner', 'skin']],
  ['a hand', stretch, ['skeleton', 'binding', 'chains', 'skin']],
  ['the inner model', fewer, ['skeleton', 'binding', 'hands', 'chains', 'skin']],
])('an edit of %s keeps the rest, and the picture does not jump', async (_, edit, kept) => {
  const next = await buildPuppetModel(edit(mouthPuppet()), model.mesh, model);
  const all: Kept[] = ['skeleton', 'binding', 'hands', 'chains', 'inner', 'skin'];
  expect(all.filter((name) => next[name] === model[name])).toEqual(all.filter((name) => kept.includes(name)));
  const state = createPuppetState(model);
  for (let i = 0; i < 90; i++) stepPuppet(model, state, { ...noInput, hands: [chewingHand(i / 60)] }, 1 / 60);
  const before = state.skin.positions.slice();
  const carried = carryPuppetState(model, state, next);
  stepPuppet(next, carried, { ...noInput, hands: [chewingHand(1.5)] }, 1 / 60);
  const moved = carried.skin.positions.map((value, i) => Math.abs(value - before[i]));
  expect(Math.max(...moved)).toBeLessThan(0.03);
  expect(Math.max(...moved)).toBeGreaterThan(1e-4);
});

test('a part that is new or gone does not disturb the others', async () => {
  const file = mouthPuppet();
  const next = await buildPuppetModel(
    { ...file, parts: file.parts.slice(0, 4), chains: [], effectors: [], hands: [file.hands[0]] },
    model.mesh,
    model,
  );
  const state = createPuppetState(model);
  step(state, { ...noInput, hands: [handAt([1, 1, 1, 1, 1])] }, 1);
  const lips = state.pose.localRotations.slice(4, 12);
  const carried = carryPuppetState(model, state, next);
  expect(Array.from(carried.pose.localRotations.subarray(4, 12))).toEqual(
    Array.from(lips, (value) => expect.closeTo(value, 9)),
  );
});
