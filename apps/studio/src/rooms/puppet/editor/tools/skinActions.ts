import { paintRegions, placesUnderBrush, pokeSkin, regionsOfPlaces } from '@leib/puppet';
import type { Vector3 } from 'three';
import type { Pixel } from '../../../../world/nearestAngle.js';
import { boundsOf } from '../../scene/puppetPoints.js';
import type { EditContext, PointerAction } from '../editContext.js';
import { pointFrom, vectorOf } from '../handles/editHandle.js';
import { hitsAt } from '../surface/hitSurface.js';

/** Paints the chosen region under a brush: one step of the history from press to release. */
export function paintStroke(context: EditContext): PointerAction {
  const { controller } = context;
  const { file, mesh } = controller.document;
  const { paintRegion, brushSize } = context.controller.shown;
  const region = Math.min(paintRegion, file.skin.regions.length - 1);
  const before = regionsOfPlaces(controller.player.model.file, controller.player.model.binding);
  const regions = before.slice();
  const radius = brushSize * boundsOf(mesh).size;
  return {
    move(at: Pixel) {
      const [hit] = hitsAt(context, at);
      if (!hit) return;
      const { positions } = controller.player.state.skin;
      for (const place of placesUnderBrush(mesh, positions, hit.place, hit.point, radius)) {
        regions[place] = region;
      }
      context.stroke = regions.slice();
    },
    end() {
      context.stroke = null;
      if (regions.every((own, place) => own === before[place])) return;
      context.controller.edit(`paint ${file.skin.regions[region].name}`, (now) => paintRegions(now, regions));
    },
    cancel() {
      context.stroke = null;
    },
  };
}

/** Speed of a poke, lengths of the puppet per second. */
const POKE_SPEED = 3;

/** Pokes the skin where the pointer is pressed, and again while it is moved over it. */
export function poke(context: EditContext): PointerAction {
  const { size } = boundsOf(context.controller.document.mesh);
  const radius = Math.max(0.02, context.controller.shown.brushSize) * size;
  let last: Vector3 | null = null;
  return {
    move(at: Pixel) {
      const [hit] = hitsAt(context, at);
      if (!hit) return;
      const point = vectorOf(hit.point);
      if (last && last.distanceTo(point) < radius) return;
      last = point;
      const { model, state } = context.controller.player;
      const velocity = pointFrom(context.rays.rayAt(at).direction.multiplyScalar(POKE_SPEED * size));
      pokeSkin(model.skin, state.skin, { at: hit.point, radius, velocity });
    },
    end() {},
    cancel() {},
  };
}

/** Pokes the puppet in the middle of what is seen of it: for those without a pointer. */
export function pokeMiddle({ controller, rays }: EditContext): void {
  const { model, state } = controller.player;
  const { centre, size } = boundsOf(model.mesh);
  const velocity = pointFrom(rays.forward.multiplyScalar(POKE_SPEED * size));
  const front = pointFrom(centre.clone().addScaledVector(rays.forward, -0.3 * size));
  pokeSkin(model.skin, state.skin, { at: front, radius: 0.25 * size, velocity });
}
