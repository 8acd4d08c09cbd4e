import { addTrack, createRecorder, finishTrack } from '@leib/core';
import { buildPuppetModel, type ExamplePuppetName, stepRecordedHand } from '@leib/puppet';
import { appendHand, createHandSignal, type HandRecording, handOfTrack, handTrackSpec } from '@leib/tracking/hands';
import { bakeBones } from '../../../../packages/puppet/dist/bake/bakeBones.js';
import {
  addBakeFrame,
  type BakedFile,
  createBakeFrames,
  sceneOf,
} from '../../../../packages/puppet/dist/bake/bakeFrames.js';
import { bakeMorphs } from '../../../../packages/puppet/dist/bake/bakeMorphs.js';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import type { BenchResult } from '../report.js';
import { chewingHand } from './chewingHand.js';
import { loadExamplePuppet } from './examplePuppet.js';

const SECONDS = 10;
const HAND_HZ = 60;
const BAKE_HZ = 30;

const names: readonly ExamplePuppetName[] = ['frog', 'teddy', 'human'];

/** Ten seconds of a playing hand as GLB: how large the file is, and how far it is from the surface that was played. */
export async function benchPuppetBake(_options: BenchmarkOptions): Promise<BenchResult[]> {
  const hand = recordedHand();
  const results: BenchResult[] = [];
  for (const name of names) results.push(...(await bakeExample(name, hand)));
  return results;
}

async function bakeExample(name: ExamplePuppetName, hand: HandRecording): Promise<BenchResult[]> {
  const { file, mesh } = await loadExamplePuppet(name);
  const model = await buildPuppetModel(file, mesh);
  const recorder = createBakeFrames(BAKE_HZ);
  for (const { state } of stepRecordedHand(model, [hand], BAKE_HZ)) addBakeFrame(recorder, model, state);
  const scene = await sceneOf(model);
  return [
    await measure(`puppet/bake/${name}/bones`, () => bakeBones(model, recorder, 'hand')),
    await measure(`puppet/bake/${name}/morphs`, async () => runToEnd(bakeMorphs(model, scene, recorder, 'hand'))),
  ];
}

async function measure(name: string, bake: () => Promise<BakedFile>): Promise<BenchResult> {
  const startMs = performance.now();
  const { bytes, frameCount, count, rmsError, maxError } = await bake();
  const facts = {
    frames: frameCount,
    'joints or targets': count,
    'size, kB': Math.round(bytes.length / 1000),
    'error rms, um': Math.round(1e6 * rmsError),
    'error largest, um': Math.round(1e6 * maxError),
  };
  const ours = 1000 * (performance.now() - startMs);
  return { name, ours, unit: 'us', peers: {}, ratio: {}, bytesPerCall: null, facts };
}

function runToEnd(work: Generator<number, BakedFile, void>): BakedFile {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function recordedHand(): HandRecording {
  const recorder = addTrack(createRecorder(), handTrackSpec('hand', HAND_HZ));
  const hand = createHandSignal();
  for (let frame = 0; frame <= SECONDS * HAND_HZ; frame++) {
    chewingHand(hand, frame / HAND_HZ);
    appendHand(recorder, frame / HAND_HZ, hand);
  }
  return handOfTrack(finishTrack(recorder));
}
