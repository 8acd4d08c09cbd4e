import { expect, test } from 'vitest';
import { loadExamplePuppet } from '../examples.js';

test.each(['frog'] as const)(
  '%s: the same numbers each time, within the size that is played smoothly',
  async (name) => {
    const { mesh } = await loadExamplePuppet(name);
    expect(mesh.placeCount).toBeGreaterThan(2000);
    expect(mesh.placeCount).toBeLessThan(10_000);
    expect((await loadExamplePuppet(name)).mesh.positions).toEqual(mesh.positions);
  },
);
