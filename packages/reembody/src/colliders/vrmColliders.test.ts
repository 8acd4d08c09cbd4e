import { createPose, updateWorldPose } from '@leib/core';
import { expect, test } from 'vitest';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { defaultRemoteBodySettings as settings } from '../settings/remoteBodySettings.js';
import { readContacts } from '../world/contacts.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';
import { buildHullPlanes, depthUnderPlanes } from './convexHull.js';
import { meanMisfit } from './fitSimpleCollider.js';
import { skinOfParts } from './skinnedSurface.js';
import { readVrmBody } from './vrmBody.testing.js';

// Node's, by the one function used here: the package itself is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as { readFileSync(path: URL): Uint8Array };
const { skeleton, surface } = readVrmBody(
  fs.readFileSync(new URL('../../../body/assets/leib-neutral.vrm', import.meta.url)),
);
const body = buildRemoteBody(skeleton, settings, surface);
const skins = skinOfParts(skeleton, surface, body.partOfJoint);

test('every part of the default body has a skin, and its simple shape lies within 3 cm of it', () => {
  expect(body.parts).toHaveLength(22);
  for (const [part, { bone, simple }] of body.parts.entries()) {
    const [shape] = simple;
    if (shape.kind === 'convex') throw new Error('not simple');
    expect({ bone, isFitting: meanMisfit(shape, skins[part]) < 0.03 }).toEqual({ bone, isFitting: true });
  }
});

test('the exact pieces hold the skin, and are four at most', () => {
  for (const [part, { bone, exact }] of body.parts.entries()) {
    expect(exact.length).toBeGreaterThan(0);
    expect(exact.length).toBeLessThanOrEqual(4);
    const pieces = exact.map((piece) => (piece.kind === 'convex' ? buildHullPlanes(piece) : null));
    let worst = 0;
    for (let i = 0; i < skins[part].length; i += 3) {
      const depths = pieces.map((planes) =>
        planes ? depthUnderPlanes(planes, skins[part][i], skins[part][i + 1], skins[part][i + 2]) : -1,
      );
      worst = Math.max(worst, -Math.max(...depths));
    }
    expect({ bone, isHeld: worst < 0.02 }).toEqual({ bone, isHeld: true });
  }
});

test.each(['simple', 'exact'] as const)(
  'with %s shapes it stands in the T-pose without touching itself',
  async (all) => {
    const chosen = buildRemoteBody(skeleton, { ...settings, colliders: { all, parts: {} } }, surface, body);
    const world = new RemoteWorld(await loadMujoco(), [chosen]);
    const pose = createPose(skeleton);
    updateWorldPose(skeleton, pose);
    for (let frame = 0; frame < 45; frame++) {
      setRemoteTarget(world.bodies[0], pose);
      stepRemoteWorld(world, 1 / 90);
    }
    const touching = readContacts(world).map(({ first, second }) =>
      [first, second].map(({ part }) => chosen.parts[part].bone),
    );
    expect(touching).toEqual([]);
    world.dispose();
  },
);
