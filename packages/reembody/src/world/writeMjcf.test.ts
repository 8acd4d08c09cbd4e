import { expect, test } from 'vitest';
import type { RemoteBody } from '../body/remoteBody.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { RemoteWorld } from './remoteWorld.js';
import { bodyWith } from './world.testing.js';
import { writeMjcf } from './writeMjcf.js';

/** A body whose hips have a hull of their own. */
function bodyWithHull(): RemoteBody {
  const body = bodyWith();
  const hull = {
    kind: 'convex',
    vertices: Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1),
    triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  } as const;
  return { ...body, parts: body.parts.map((part, i) => (i === 0 ? { ...part, exact: [hull] } : part)) };
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

test('bodies that are the same share their meshes, others do not', async () => {
  const [a, b] = [bodyWithHull(), bodyWithHull()];
  const xml = writeMjcf([a, a, a, b], [], { gravity: 9.81 });
  expect(count(xml, /<mesh /g)).toBe(2);
  expect(count(xml, /type="mesh"/g)).toBe(4);
  const world = new RemoteWorld(await loadMujoco(), [a, a, a, b]);
  expect(world.bodies).toHaveLength(4);
  world.dispose();
});
