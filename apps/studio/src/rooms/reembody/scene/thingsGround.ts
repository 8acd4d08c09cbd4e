import { flatGround, type Ground, scaledGround } from '@leib/embody';
import type { WorldObject } from '@leib/reembody';
import { createSceneGround, disposeTree } from '@leib/three';
import { BoxGeometry, Group, Mesh } from 'three';
import { type Box, fixedBoxesOf, floorOf } from '../settings/roomThings.js';

/** Floor and boxes that stand fast, turned as they are, in the world's metres, as rooms have it; things are in the person's. What moves is no ground: it would be kicked away. */
export function buildThingsGround(things: readonly WorldObject[], metresOfPerson: () => number): Ground {
  const root = new Group();
  const below = flatGround(floorOf(things));
  for (const box of fixedBoxesOf(things)) root.add(boxMesh(box));
  const own = createSceneGround(root, { below });
  disposeTree(root);
  return scaledGround(
    () => own,
    () => 1 / metresOfPerson(),
  );
}

function boxMesh({ size, position, rotation }: Box): Mesh {
  const mesh = new Mesh(new BoxGeometry(...size));
  mesh.position.set(...position);
  if (rotation) mesh.quaternion.set(...rotation).normalize();
  return mesh;
}
