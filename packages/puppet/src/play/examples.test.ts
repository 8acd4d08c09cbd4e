import { expect, test } from 'vitest';
import { examplePuppetNames } from '../file/openPuppet.js';
import { parsePuppet, writePuppet } from '../file/parsePuppet.js';
import { BOUND_PARTS, WHOLE } from '../model/partSkeleton.js';
import { bindParts } from '../structures/bindParts.js';
import { loadExamplePuppet } from './examplePuppets.testing.js';

for (const name of examplePuppetNames) {
  test(`${name}: a file that can be written again, whose surface is whole and of a size that is played smoothly`, async () => {
    const { file, mesh, report } = await loadExamplePuppet(name);
    expect(parsePuppet(writePuppet(file))).toEqual({ ok: true, value: file });
    expect(mesh.placeCount).toBeGreaterThan(2000);
    expect(mesh.placeCount).toBeLessThan(10_000);
    expect(report).toMatchObject({ reducedFrom: null, notFiniteTriangles: 0, unusedVertices: 0, notes: [] });
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
