import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { scaleSkeleton } from '@leib/body';
import { createPerson, loadPrior } from '@leib/embody';
import { createEmulatedSource, setMoveWish, standingHeadHeight } from '@leib/tracking';
import { drawFigure, drawPage } from './drawFigure.ts';

const [outPath = 'embody.svg'] = process.argv.slice(2);

// Head and hands: those of a person who is steered, here straight ahead. Nothing else of them is known.
const skeleton = scaleSkeleton(1.7);
const source = createEmulatedSource({ standingHeadHeight: standingHeadHeight(skeleton), startYaw: 0 });
setMoveWish(source.state, 1, 0, 0, 0);

// The body: the default person, with the learned prior for hips and legs.
const weights = await readFile(createRequire(import.meta.url).resolve('@leib/embody/prior.bin'));
const person = createPerson({ skeleton, source, prior: loadPrior(weights) });

const dtSeconds = 1 / 60;
const figures: string[] = [];
for (let frame = 0; figures.length < 10; frame++) {
  person.step(dtSeconds); // headset and controllers -> the whole body
  if (frame % 22 === 0) figures.push(drawFigure(skeleton, person.pose, person.reader.joints));
}

await writeFile(outPath, drawPage(figures));
console.log(`${outPath}: ${figures.length} moments of ${skeleton.jointCount} joints, by head and hands`);
