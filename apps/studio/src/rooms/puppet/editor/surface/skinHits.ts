import type { Pixel } from '../../../../world/nearestAngle.js';
import type { EditContext } from '../editContext.js';
import { pointFrom } from '../handles/vectors.js';
import { hitSurface, type SurfaceHit } from './hitSurface.js';

/** What lies under a pixel of the puppet as it is drawn now, nearest first, puppet's space. */
export function hitsAt({ controller, rays }: Pick<EditContext, 'controller' | 'rays'>, at: Pixel): SurfaceHit[] {
  const { model, state } = controller.player;
  const { origin, direction } = rays.rayAt(at);
  const surface = { positions: state.skin.positions, triangles: model.mesh.triangles };
  return hitSurface(surface, pointFrom(origin), pointFrom(direction));
}
