import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { scaleSkeleton } from '@leib/body';
import { buildEmbody, createEmbodyState, defaultEmbodySettings, loadPrior, stepEmbody } from '@leib/embody';
import {
  createDeviceFrame,
  createEmulatedSource,
  createJointReader,
  readJoints,
  setMoveWish,
  standingHeadHeight,
} from '@leib/tracking';
import { drawFigure, drawPage } from './drawFigure.ts';

const [outPath = 'embody.svg'] = process.argv.slice(2);

// The body: the default person, with the learned prior for hips and legs.
const skeleton = scaleSkeleton(1.7);
const weights = await readFile(createRequire(import.meta.url).resolve('@leib/embody/prior.bin'));
const model = buildEmbody(skeleton, defaultEmbodySettings, loadPrior(weights));
const state = createEmbodyState(model);

// Head and hands: those of a person who is steered, here straight ahead. Nothing else of them is known.
const source = createEmulatedSource({ standingHeadHeight: standingHeadHeight(skeleton), startYaw: 0 });
const devices = createDeviceFrame();
const reader = createJointReader(skeleton);
setMoveWish(source.state, 1, 0, 0, 0);

const dtSeconds = 1 / 60;
const figures: string[] = [];
for (let frame = 0; figures.length < 10; frame++) {
  source.step(dtSeconds, devices);
  const joints = readJoints(reader, devices, source.offsets, dtSeconds); // devices -> joints
  stepEmbody(model, state, joints, dtSeconds); // joints -> the whole body
  if (frame % 22 === 0) figures.push(drawFigure(skeleton, state.pose, joints));
}

await writeFile(outPath, drawPage(figures));
console.log(`${outPath}: ${figures.length} moments of ${skeleton.jointCount} joints, by head and hands`);
