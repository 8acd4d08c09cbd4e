import {
  buildPuppetModel,
  createPuppetState,
  type ExamplePuppetName,
  examplePuppetNames,
  stepPuppet,
  translatePart,
} from '@leib/puppet';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import type { BenchResult } from '../report.js';
import { loadExamplePuppet } from './examplePuppet.js';

/** Times that each example is made. */
const ROUNDS = 7;

/**
 * From the click on an example to its first frame: mesh, binding, inner model, skin, one step. Beside it the first time of
 * all, before anything is compiled, and the whole rebuild after a part was moved by a millimetre.
 */
export async function benchPuppetBuild(_options: BenchmarkOptions): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const name of examplePuppetNames) results.push(await benchExample(name));
  return results;
}

async function benchExample(name: ExamplePuppetName): Promise<BenchResult> {
  const builds: number[] = [];
  const edits: number[] = [];
  let places = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const { file, mesh } = await loadExamplePuppet(name);
    const model = await buildPuppetModel(file, mesh);
    stepPuppet(model, createPuppetState(model), { hands: [], drags: [], turns: [] }, 1 / 60);
    builds.push(performance.now() - start);
    const edited = translatePart(model.file, model.file.parts[model.file.parts.length - 1].name, [0.001, 0, 0]);
    const editStart = performance.now();
    await buildPuppetModel(edited, mesh, model);
    edits.push(performance.now() - editStart);
    places = mesh.placeCount;
  }
  const facts = { places, 'the first time, ms': builds[0], 'after an edit of a part, ms': median(edits) };
  return {
    name: `puppet/build/${name}`,
    ours: 1000 * median(builds),
    unit: 'us',
    peers: {},
    ratio: {},
    bytesPerCall: null,
    facts,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
