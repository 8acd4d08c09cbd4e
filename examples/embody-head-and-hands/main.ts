import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { scaleSkeleton } from '@leib/body';
import { buildEmbody, createEmbodyState, defaultEmbodySettings, loadPrior, stepEmbody } from '@leib/embody';
import { readTrackingLines } from '@leib/formats';
import {
  createDeviceFrame,
  createJointReader,
  createRecordingSource,
  readJoints,
  recordingDuration,
} from '@leib/tracking';
import { drawFigure, drawPage } from './drawFigure.ts';

const folder = import.meta.dirname;
const [inPath = `${folder}/walk.tracking.jsonl`, outPath = 'embody.svg'] = process.argv.slice(2);

// Head and hands: one line of the file per moment, nothing else of the person.
const recording = readTrackingLines(await readFile(inPath));
const source = createRecordingSource(recording, inPath);
const devices = createDeviceFrame();

// The body: the default person at the stature that the recording names, with the learned prior for hips and legs.
const skeleton = scaleSkeleton(recording.header.stature ?? 1.7);
const weights = await readFile(createRequire(import.meta.url).resolve('@leib/embody/prior.bin'));
const model = buildEmbody(skeleton, defaultEmbodySettings, loadPrior(weights));
const state = createEmbodyState(model);
const reader = createJointReader(skeleton);

const dtSeconds = 1 / 60;
const frameCount = Math.floor(recordingDuration(recording) / dtSeconds);
const figures: string[] = [];
for (let frame = 0; frame < frameCount; frame++) {
  source.step(dtSeconds, devices);
  const joints = readJoints(reader, devices, source.offsets, dtSeconds); // devices -> joints
  stepEmbody(model, state, joints, dtSeconds); // joints -> the whole body
  if (frame % 16 === 10) figures.push(drawFigure(skeleton, state.pose, joints));
}

await writeFile(outPath, drawPage(figures));
console.log(`${inPath}: ${frameCount} frames, head and hands tracked`);
console.log(`${outPath}: ${figures.length} figures of ${skeleton.jointCount} joints`);
