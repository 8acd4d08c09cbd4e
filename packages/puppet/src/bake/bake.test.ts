/// <reference path="../../../formats/src/scene/gltfValidator.testing.d.ts" />

import { addTrack, createRecorder, finishTrack } from '@leib/core';
import { readGlb, readMeshScene, writeColouredMesh } from '@leib/formats';
import { appendHand, type HandRecording, handOfTrack, handTrackSpec } from '@leib/tracking/hands';
import { validateBytes } from 'gltf-validator';
import { beforeAll, expect, test } from 'vitest';
import { readPuppetMesh } from '../mesh/readPuppetMesh.js';
import { stepRecordedHand, stepTake } from '../play/playRecordedHand.js';
import { noInput } from '../play/puppetInput.js';
import { buildPuppetModel, type PuppetModel } from '../play/puppetModel.js';
import { createPuppetState } from '../play/puppetState.js';
import { stepPuppet } from '../play/stepPuppet.js';
import { handAt, mouthMesh, mouthPuppet } from '../play/testPuppet.testing.js';
import type { PuppetTake } from '../takes/puppetTake.js';
import { appendTakeFrame, beginTake, finishTake } from '../takes/takeTrack.js';
import { bakeBones } from './bakeBones.js';
import { addBakeFrame, type BakedFile, type BakeFrames, createBakeFrames, sceneOf } from './bakeFrames.js';
import { bakeMorphs, defaultMorphParams } from './bakeMorphs.js';
import { fitMorphBasis } from './morphBasis.js';

let model: PuppetModel;
let hand: HandRecording;
beforeAll(async () => {
  model = await buildPuppetModel(mouthPuppet(), mouthMesh());
  const recorder = addTrack(createRecorder(), handTrackSpec('hand', 30));
  for (let frame = 0; frame < 31; frame++) {
    const bend = 0.5 - 0.5 * Math.cos(frame / 3);
    appendHand(recorder, frame / 30, handAt([bend, 1 - bend, bend, 0, 1], [0.01 * frame, 0, 0]));
  }
  hand = handOfTrack(finishTrack(recorder));
});

function played(of: PuppetModel = model): BakeFrames {
  const recorder = createBakeFrames(30);
  for (const { state } of stepRecordedHand(of, [hand], 30)) addBakeFrame(recorder, of, state);
  return recorder;
}

function run<Result>(work: Generator<number, Result, void>): { result: Result; shares: number[] } {
  const shares: number[] = [];
  for (;;) {
    const { done, value } = work.next();
    if (done) return { result: value, shares };
    shares.push(value);
  }
}

async function morphs(of: PuppetModel = model): Promise<BakedFile> {
  return run(bakeMorphs(of, await sceneOf(of), played(of), 'wave')).result;
}

test("both forms pass Khronos' validator, and twice give the same bits", async () => {
  for (const make of [() => bakeBones(model, played(), 'wave'), () => morphs()]) {
    const { bytes } = await make();
    expect((await validateBytes(bytes)).issues.messages).toEqual([]);
    expect((await make()).bytes).toEqual(bytes);
  }
});

test('bones carry the names of the parts, and their animation lasts as long as the hand', async () => {
  const { bytes, frameCount, count, rmsError, maxError } = await bakeBones(model, played(), 'wave');
  expect({ frameCount, count }).toEqual({ frameCount: 31, count: 6 });
  const { json } = readGlb(bytes);
  const names = (json.nodes as { name: string }[]).map(({ name }) => name);
  expect(names.slice(0, 6)).toEqual(['mouth', ...model.file.parts.map(({ name }) => name)]);
  const [{ channels, samplers }] = json.animations as [{ channels: unknown[]; samplers: { input: number }[] }];
  expect(channels.length).toBeGreaterThanOrEqual(7);
  const accessors = json.accessors as { max: number[]; count: number }[];
  expect(accessors[samplers[0].input]).toMatchObject({ count: 31, max: [1] });
  // Fingers bend the upper lip within itself: that is not in the bones.
  expect(maxError).toBeGreaterThan(rmsError);
  expect(rmsError).toBeGreaterThan(1e-4);
});

test('morph targets are far fewer than frames, and nearer to the surface than bones', async () => {
  const { count, rmsError, maxError } = await morphs();
  const { rmsTolerance, maxTolerance } = defaultMorphParams(model);
  expect(rmsError).toBeLessThan(rmsTolerance);
  expect(maxError).toBeLessThan(maxTolerance);
  expect(count).toBeLessThan(16);
  expect(rmsError).toBeLessThan((await bakeBones(model, played(), 'wave')).rmsError / 5);
});

test('a model of a file keeps its place, its materials and its colours', async () => {
  const { vertexPositions: positions, vertexTriangles: triangles } = model.mesh;
  const colours = new Float32Array(positions.length).fill(0.5);
  const small = positions.map((value) => value * 100);
  const source = writeColouredMesh({ name: 'mouth', positions: small, triangles, colours });
  const placement = { scale: 0.01, rotation: [0, 0, 0, 1] as [number, number, number, number] };
  const file = { ...mouthPuppet(), mesh: { uri: null, ...placement, position: [0, 0, 0] as [number, number, number] } };
  const fromFile = await buildPuppetModel(file, (await readPuppetMesh(source, file.mesh)).mesh);
  for (const { bytes } of [await bakeBones(fromFile, played(fromFile), 'wave'), await morphs(fromFile)]) {
    expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
    const { json } = readGlb(bytes);
    expect(json.materials).toEqual(readGlb(source).json.materials);
    expect(JSON.stringify(json.meshes)).toContain('COLOR_0');
    const again = (await readMeshScene(bytes)).positions;
    again.forEach((value, i) => {
      if (Math.abs(value - positions[i]) > 1e-6) expect(value, `number ${i}`).toBe(positions[i]);
    });
  }
});

test('forms are the principal components: a motion of two forms needs two', () => {
  const forms = [0, 1].map((k) => Float32Array.from({ length: 30 }, (_, i) => Math.sin(i * (k + 1))));
  const weights = Array.from({ length: 20 }, (_, f) => [Math.cos(f), 0.1 * Math.sin(2 * f)]);
  const frames = weights.map(([a, b]) => forms[0].map((value, i) => a * value + b * forms[1][i]));
  const wanted = frames.map((frame) => frame.slice());
  const params = { rmsTolerance: 1e-5, maxTolerance: 1e-5, mostForms: 9 };
  const { result, shares } = run(fitMorphBasis(frames, params));
  expect(result.forms).toHaveLength(2);
  expect(result.maxError).toBeLessThan(1e-5);
  wanted.forEach((frame, f) => {
    frame.forEach((value, i) => {
      const mixed = result.forms.reduce((sum, form, k) => sum + form[i] * result.weights[f * 2 + k], 0);
      expect(mixed).toBeCloseTo(value, 4);
    });
  });
  expect(Math.max(...result.weights)).toBeLessThanOrEqual(1 + 1e-6);
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
});

test('a take is baked where its parts were, from its first frame on', () => {
  const take = recordedTake();
  const frames: number[] = [];
  for (const { state } of stepTake(model, take, 60)) frames.push(state.pose.rootPosition[0]);
  expect(frames).toHaveLength(31);
  frames.forEach((x, frame) => {
    expect(x).toBeCloseTo(take.joints[frame * 6 * 7], 6);
  });
  expect(frames[0]).toBeGreaterThan(0.01);
});

/** The whole puppet carried to the side by the hand; its first frame is not at rest. */
function recordedTake(): PuppetTake {
  const state = createPuppetState(model);
  const recorder = beginTake(model, { name: 'aside' });
  for (let frame = 0; frame < 61; frame++) {
    const hands = [handAt([0, 0, 0, 0, 0], [0.004 * frame, 0, 0])];
    stepPuppet(model, state, { ...noInput, hands }, 1 / 60);
    if (frame >= 30) appendTakeFrame(recorder, state, hands, 1 / 60);
  }
  return finishTake(recorder);
}
