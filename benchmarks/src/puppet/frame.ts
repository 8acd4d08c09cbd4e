import {
  buildPuppetModel,
  createPuppetMeter,
  createPuppetState,
  type PuppetMeter,
  type PuppetState,
  stepPuppet,
} from '@leib/puppet';
import { type ExamplePuppetName, examplePuppetNames, loadExamplePuppet } from '@leib/puppet/examples';
import { createPuppetView } from '@leib/three';
import { createHandSignal, type HandSignal } from '@leib/tracking/hands';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { compare } from '../compare.js';
import type { Contender } from '../contender.js';
import type { BenchResult } from '../report.js';

/** Frames of one movement that repeats. */
const FRAME_COUNT = 240;
const HZ = 60;

/** One frame of each example while a hand plays it: hands, chains, inner model, skin, and the surface that is drawn. */
export async function benchPuppetFrame(options: BenchmarkOptions): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const name of examplePuppetNames) results.push(await benchExample(name, options));
  return results;
}

async function benchExample(name: ExamplePuppetName, options: BenchmarkOptions): Promise<BenchResult> {
  const { file, mesh } = await loadExamplePuppet(name);
  const model = await buildPuppetModel(file, mesh);
  const view = await createPuppetView(model);
  const state = createPuppetState(model);
  const meter = createPuppetMeter(() => performance.now());
  const hand = createHandSignal();
  const ours = perFrame((frame) => {
    moveHand(hand, frame / HZ);
    stepPuppet(model, state, { hands: [hand], drags: [], turns: [] }, 1 / HZ, meter);
    view.update(state.skin);
  });
  const [result] = compare([{ name: `puppet/frame/${name}`, ours, peers: [] }], options);
  view.dispose();
  return { ...result, facts: factsOf(mesh.placeCount, state, meter) };
}

function factsOf(places: number, { skin }: PuppetState, { stageMs }: PuppetMeter): Record<string, number> {
  const stages = Object.entries(stageMs).map(([stage, ms]) => [`${stage}, ms`, ms]);
  return { places, ...Object.fromEntries(stages), 'distance of the skin, mm': 1000 * skin.meanOffset };
}

function perFrame(step: (frame: number) => void): Contender {
  let frame = 0;
  return {
    name: 'leib',
    callCount: FRAME_COUNT,
    run(count) {
      for (let i = 0; i < count; i++) {
        frame = (frame + 1) % FRAME_COUNT;
        step(frame);
      }
    },
  };
}

/** A hand that chews, wanders and turns; whole swings in FRAME_COUNT. */
function moveHand(hand: HandSignal, seconds: number): void {
  const angle = (2 * Math.PI * seconds * HZ) / FRAME_COUNT;
  hand.timeSeconds = seconds;
  hand.confidence = 1;
  hand.bends.forEach((_, finger) => {
    hand.bends[finger] = 0.5 - 0.5 * Math.cos(4 * angle + 0.4 * finger);
  });
  hand.position.set([0.05 * Math.sin(angle), 0.03 * Math.sin(2 * angle), 0.04 * Math.cos(angle)]);
  const half = 0.2 * Math.sin(angle);
  hand.rotation.set([0, Math.sin(half), 0, Math.cos(half)]);
}
