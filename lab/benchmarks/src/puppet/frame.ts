import {
  buildPuppetModel,
  createPuppetMeter,
  createPuppetState,
  type ExamplePuppetName,
  examplePuppetNames,
  type PuppetState,
  stepPuppet,
} from '@leib/puppet';
import { createPuppetView } from '@leib/three/puppet';
import { createHandSignal } from '@leib/tracking/hands';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { compare } from '../compare.js';
import type { Contender } from '../contender.js';
import type { BenchResult } from '../report.js';
import { chewingHand, HAND_SWING_SECONDS } from './chewingHand.js';
import { loadExamplePuppet } from './examplePuppet.js';

const HZ = 60;
/** Frames of one movement that repeats. */
const FRAME_COUNT = HAND_SWING_SECONDS * HZ;

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
    chewingHand(hand, frame / HZ);
    stepPuppet(model, state, { hands: [hand], drags: [], turns: [] }, 1 / HZ, meter);
    view.update(state.skin);
  });
  const [result] = compare([{ name: `puppet/frame/${name}`, ours, peers: [] }], options);
  view.dispose();
  return { ...result, facts: factsOf(mesh.placeCount, state, meter) };
}

function factsOf(
  places: number,
  { skin }: PuppetState,
  { stageMs }: ReturnType<typeof createPuppetMeter>,
): Record<string, number> {
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
