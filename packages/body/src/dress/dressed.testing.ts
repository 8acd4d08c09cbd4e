import { shippedBodies } from '../estimate/bodySpace.testing.js';
import type { BodySex } from '../shape/bodyModel.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { shippedBytes } from '../shape/shippedBytes.testing.js';
import { type BodyLooks, defaultLooks } from './bodyLooks.js';
import { loadBodyParts } from './bodyPartsFile.js';
import { buildDresser, dressBody } from './dressBody.js';

/** Shapes far from the average, besides it. */
export const testShapes: readonly {
  readonly name: string;
  readonly sex: BodySex;
  readonly betas: readonly number[];
}[] = [
  { name: 'average person', sex: 'neutral', betas: [] },
  { name: 'woman as small and light as a child', sex: 'female', betas: [-4, -2] },
  { name: 'very heavy man', sex: 'male', betas: [0, 4.5, 0, 0, 0, 2] },
  { name: 'very heavy woman', sex: 'female', betas: [0, 4.5, 0, 0, 1, 2, 1] },
  { name: 'very tall thin man', sex: 'male', betas: [4, -2] },
];

const space = await shippedBodies();
export const parts = loadBodyParts(await shippedBytes('leib-parts.bin'));
export const dresser = buildDresser(parts, space.neutral);

type TestShape = (typeof testShapes)[number];

function dress({ sex, betas }: TestShape, looks: Partial<BodyLooks>) {
  const model = space[sex];
  const shaped = createShapedBody(model);
  shapeBody(model, betas, shaped);
  return { model, shaped, dressed: dressBody(dresser, model, shaped, { ...defaultLooks, ...looks }) };
}

const dressedShapes = new Map<string, ReturnType<typeof dress>>();

/** A shape in its clothes. Made once for the same looks: tests read it and leave it as it is. */
export function dressShape(shape: TestShape, looks: Partial<BodyLooks> = {}): ReturnType<typeof dress> {
  const key = `${shape.name} ${JSON.stringify({ ...defaultLooks, ...looks })}`;
  const made = dressedShapes.get(key) ?? dress(shape, looks);
  dressedShapes.set(key, made);
  return made;
}
