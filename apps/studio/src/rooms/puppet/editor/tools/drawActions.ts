import { addPart, type PuppetPart } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';
import type { Pixel } from '../../../../world/nearestAngle.js';
import { boundsOf } from '../../scene/meshBounds.js';
import type { EditContext, PointerAction } from '../editContext.js';
import { restFrameOf } from '../pointer/restFrame.js';
import { middleOfHits } from '../surface/hitSurface.js';
import { hitsAt } from '../surface/skinHits.js';
import { boneBetween, partOfBox, withParent } from './newParts.js';

/** Joints this near on the screen become one, pixels. */
const SNAP_PIXELS = 22;

/** A bone from where the pointer is pressed to where it is let go, in the middle of what lies under it. */
export function drawBone(context: EditContext, at: Pixel): PointerAction {
  const start = insideAt(context, at, null);
  const snap = SNAP_PIXELS * context.rays.pixelSize(start.point);
  const { size } = boundsOf(context.controller.player.model.mesh);
  return drawPart(context, 'add a bone', (to) => {
    const end = insideAt(context, to, start.point);
    const bone = boneBetween(restOf(context, start.point), restOf(context, end.point), start.thickness, size);
    return bone && withParent(bone, context.controller.document.file.parts, snap);
  });
}

/** A box over the rectangle from press to release, as deep as what is seen in it. */
export function drawBox(context: EditContext, at: Pixel): PointerAction {
  const { mesh } = context.controller.player.model;
  const { centre, size } = boundsOf(mesh);
  return drawPart(context, 'add a box', (to) => {
    const part = partOfBox(boxOver(context, at, to), centre, size);
    return part && withParent(part, context.controller.document.file.parts, 0.02 * size);
  });
}

function drawPart(context: EditContext, label: string, partAt: (to: Pixel) => PuppetPart | null): PointerAction {
  const before = context.controller.document.file;
  return {
    move(to) {
      const part = partAt(to);
      context.draft = part ? addPart(before, part) : null;
    },
    end() {
      const { draft } = context;
      context.draft = null;
      if (!draft || !context.controller.edit(label, () => draft)) return;
      context.controller.show({ selectedPart: draft.parts[draft.parts.length - 1].name });
      context.controller.show({ buildTool: 'select' });
    },
    cancel() {
      context.draft = null;
    },
  };
}

/** The middle of the model under a pixel, puppet's space; beside it as deep as `near`, or as the model's middle. */
function insideAt(context: EditContext, at: Pixel, near: Vector3 | null): { point: Vector3; thickness: number } {
  const middle = middleOfHits(hitsAt(context, at));
  if (middle) return { point: new Vector3(...middle.point), thickness: middle.thickness };
  const { centre, size } = boundsOf(context.controller.player.model.mesh);
  const point = context.rays.onPlane(at, near ?? centre) ?? centre;
  return { point, thickness: 0.08 * size };
}

function restOf({ controller }: EditContext, point: Vector3): [number, number, number] {
  const { model, state } = controller.player;
  return restFrameOf(model, state, '', 'part').toRest(point);
}

/** Rays of this many rows and columns look how deep the rectangle is. */
const DEPTH_RAYS = 5;

function boxOver(context: EditContext, from: Pixel, to: Pixel) {
  const { rays, controller } = context;
  const { centre: middle } = boundsOf(controller.player.model.mesh);
  const look = rays.forward;
  let [near, far] = [Infinity, -Infinity];
  for (let i = 0; i < DEPTH_RAYS * DEPTH_RAYS; i++) {
    const [u, v] = [((i % DEPTH_RAYS) + 0.5) / DEPTH_RAYS, (Math.floor(i / DEPTH_RAYS) + 0.5) / DEPTH_RAYS];
    const hits = hitsAt(context, { x: from.x + (to.x - from.x) * u, y: from.y + (to.y - from.y) * v });
    const through = middleOfHits(hits);
    if (!through) continue;
    const depth = new Vector3(...through.point).dot(look);
    near = Math.min(near, depth - through.thickness / 2);
    far = Math.max(far, depth + through.thickness / 2);
  }
  const isOnModel = far > near;
  const depth = isOnModel ? (near + far) / 2 : middle.dot(look);
  const through = look.clone().multiplyScalar(depth);
  const [a, b] = [rays.onPlane(from, through), rays.onPlane(to, through)];
  const turned = new Quaternion().setFromRotationMatrix(rays.camera.matrixWorld);
  const across = (b ?? middle)
    .clone()
    .sub(a ?? middle)
    .applyQuaternion(turned.clone().invert());
  const centre = (a ?? middle)
    .clone()
    .add(b ?? middle)
    .multiplyScalar(0.5);
  const [x, y] = [Math.abs(across.x) / 2, Math.abs(across.y) / 2];
  const z = isOnModel ? 0.55 * (far - near) : Math.min(x, y);
  return {
    centre: new Vector3(...restOf(context, centre)),
    rotation: turned,
    halfSize: new Vector3(x, y, z),
  };
}
