import { expect, test } from 'vitest';
import { examplePuppetNames, loadExamplePuppet } from '../examples.js';
import { parsePuppet, writePuppet } from '../file/parsePuppet.js';
import { BOUND_PARTS } from '../model/partBinding.js';
import { WHOLE } from '../model/partSkeleton.js';
import { bindParts } from '../structures/bindParts.js';

for (const name of examplePuppetNames) {
  test(`${name}: a file that parses, the same mesh each time, of a size that is played smoothly`, async () => {
    const { file, mesh } = await loadExamplePuppet(name);
    expect(parsePuppet(writePuppet(file))).toEqual({ ok: true, value: file });
    expect(mesh.placeCount).toBeGreaterThan(2000);
    expect(mesh.placeCount).toBeLessThan(10_000);
    expect((await loadExamplePuppet(name)).mesh.positions).toEqual(mesh.positions);
  });

  test(`${name}: its parts hold every place, and each part holds some`, async () => {
    const { file, mesh } = await loadExamplePuppet(name);
    const { joints, weights } = bindParts(mesh, file.parts);
    const held = new Float64Array(file.parts.length + 1);
    for (let entry = 0; entry < weights.length; entry++) held[joints[entry]] += weights[entry];
    expect(held[WHOLE]).toBeLessThan(0.001 * mesh.placeCount);
    const empty = file.parts.filter((_, part) => held[part + 1] < 3).map((part) => part.name);
    expect(empty).toEqual([]);
    expect(weights.length).toBe(mesh.placeCount * BOUND_PARTS);
  });
}
