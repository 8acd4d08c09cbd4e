import { Ray, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { SceneRays } from './sceneRays.js';
import type { ScenePick } from './sharedScene.js';

/** A wall across Z, and how often it was looked where rays meet it. */
function wallAt(z: number) {
  const wall = { z, looks: 0 };
  const pick = (origin: Vector3, direction: Vector3): ScenePick | null => {
    wall.looks++;
    const metres = (wall.z - origin.z) / direction.z;
    return metres > 0
      ? { point: origin.clone().addScaledVector(direction, metres), normal: null, thingId: 'wall' }
      : null;
  };
  return { wall, rays: new SceneRays({ pick }) };
}

const ahead = new Ray(new Vector3(0, 1, 0), new Vector3(0, 0, 1));
const back = new Ray(new Vector3(0, 1, 0), new Vector3(0, 0, -1));

test('a ray of a hand ends where it meets the scene, and one that meets nothing does not', () => {
  const { rays } = wallAt(3);
  expect(rays.met('ada', ahead)?.toArray()).toEqual([0, 1, 3]);
  expect(rays.met('bo', back)).toBeNull();
});

test('in a frame one ray is looked up, in turns; each follows what has moved after as many frames as there are rays', () => {
  const { wall, rays } = wallAt(3);
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const frame = () => {
    rays.beginFrame();
    return ids.map((id) => rays.met(id, ahead)?.z);
  };
  expect(frame()).toEqual(ids.map(() => 3));
  wall.z = 5;
  wall.looks = 0;
  for (let count = 1; count <= ids.length; count++) expect(frame().filter((z) => z === 5)).toHaveLength(count);
  expect(wall.looks).toBe(ids.length);
});

test('one ray alone is looked up in every frame, also after the others have stopped pointing', () => {
  const { wall, rays } = wallAt(3);
  for (const id of ['ada', 'bo', 'cy']) rays.met(id, ahead);
  for (let frame = 0; frame < 10; frame++) {
    rays.beginFrame();
    wall.z = 3 + frame;
    if (frame < 2) rays.met('ada', ahead);
    else expect(rays.met('ada', ahead)?.z).toBe(wall.z);
  }
});
