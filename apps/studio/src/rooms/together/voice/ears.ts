import { Matrix4, type Vector3 } from 'three';
import type { World } from '../../../world/world.js';

/**
 * From where one hears, the world's metres, column by column: with one's own head, turned as the view is. Somebody who stands on the left of
 * the picture is heard from the left, and whoever is near oneself is near, however far the camera stands behind.
 *
 * @param head the own one; null: one is where the view is
 */
export function earsOf({ rig: { camera }, renderer }: Pick<World, 'rig' | 'renderer'>, head: Vector3 | null) {
  // In a headset three.js writes it from the head's pose.
  if (!renderer.xr.isPresenting) camera.updateMatrixWorld();
  const ears = new Matrix4().copy(camera.matrixWorld);
  if (head !== null && !renderer.xr.isPresenting) ears.setPosition(head);
  return ears.elements;
}
