import { flatGround, type Ground, scaledGround } from '@leib/embody';
import type { WorldObject } from '@leib/reembody';
import { createSceneGround, disposeTree } from '@leib/three';
import { BoxGeometry, Group, Mesh } from 'three';
import type { Box } from '../settings/roomThings.js';

/** Things as ground. */
export interface ThingsGround {
  /** The world's metres, as rooms have it; things are in the person's. */
  readonly ground: Ground;
  /** Whether there is something to step on: then steps lift people who walk, too, and walls stop them. */
  readonly hasSteps: boolean;
}

/** Boxes that end higher above the floor are furniture, metres: the highest step that can be set to be climbed. */
const HIGHEST_STEP = 0.8;

/** Floor and boxes that stand fast, turned as they are. What moves is no ground: it would be kicked away. */
export function buildThingsGround(things: readonly WorldObject[], metresOfPerson: () => number): ThingsGround {
  const floors = things.flatMap((thing) => (thing.kind === 'floor' ? [thing.height] : []));
  const floorY = floors.length === 0 ? 0 : Math.max(...floors);
  const boxes = things.flatMap((thing) => (thing.kind === 'box' && thing.mass === null ? [thing] : []));
  const root = new Group();
  const below = flatGround(floorY);
  for (const box of boxes) root.add(boxMesh(box));
  const own = createSceneGround(root, { below });
  disposeTree(root);
  return {
    ground: scaledGround(
      () => own,
      () => 1 / metresOfPerson(),
    ),
    hasSteps: floorY !== 0 || boxes.some((box) => lowestTop(box) - floorY <= HIGHEST_STEP),
  };
}

function boxMesh({ size, position, rotation }: Box): Mesh {
  const mesh = new Mesh(new BoxGeometry(...size));
  mesh.position.set(...position);
  if (rotation) mesh.quaternion.set(...rotation).normalize();
  return mesh;
}

/** Where a box can be stepped on: the lowest corner of the side that faces up most. Of a ramp that is its foot. */
function lowestTop({ size: [width, height, depth], position: [, y], rotation }: Box): number {
  const [a, b, c, d] = rotation ?? [0, 0, 0, 1];
  const length = Math.hypot(a, b, c, d) || 1;
  const [qx, qy, qz, qw] = [a / length, b / length, c / length, d / length];
  // How far half of each side goes up: the second row of the rotation's matrix.
  const rises = [
    width * Math.abs(qx * qy + qz * qw),
    height * Math.abs(0.5 - qx * qx - qz * qz),
    depth * Math.abs(qy * qz - qx * qw),
  ];
  const steepness = [rises[0] / width, rises[1] / height, rises[2] / depth];
  const facing = steepness.indexOf(Math.max(...steepness));
  return rises.reduce((top, rise, k) => (k === facing ? top + rise : top - rise), y);
}
