import { addPart, endOf, freeJoint, isInsidePart, type PuppetPart } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';
import type { Pixel } from '../../../../world/nearestAngle.js';
import { restFrameOf } from '../../drag/pictureRays.js';
import { boundsOf } from '../../scene/puppetPoints.js';
import type { EditContext, PointerAction } from '../editContext.js';
import { type Point, pointFrom, turnFrom, vectorOf } from '../handles/editHandle.js';
import { hitsAt, middleOfHits } from '../surface/hitSurface.js';

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

type Mutable = [number, number, number];

/** A shorter bone was not meant, share of the puppet's size. */
const SHORTEST = 0.01;

/**
 * A bone that was dragged out by hand. Its influence is a round shape about it, as thick as the model is where it was
 * begun. null: too short to be meant.
 */
export function boneBetween(from: Point, to: Point, thickness: number, size: number): PuppetPart | null {
  const way = vectorOf(to).sub(vectorOf(from));
  const length = way.length();
  if (length < SHORTEST * size) return null;
  const round = Math.max(0.65 * thickness, 0.2 * length, 0.01 * size);
  const along = 0.5 * length + 0.5 * round;
  const rotation = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), way.clone().normalize());
  return {
    name: 'bone',
    parent: null,
    shape: {
      kind: 'bone',
      from: [...from] as Mutable,
      to: [...to] as Mutable,
      influence: {
        centre: pointFrom(vectorOf(from).addScaledVector(way, 0.5)),
        rotation: turnFrom(rotation),
        reach: { right: round, left: round, up: round, down: round, front: along, back: along },
        e: 1,
        n: 1,
        throughAir: false,
      },
    },
    joint: freeJoint,
    region: null,
  };
}

/** A box that was drawn over a part of the picture. */
interface DrawnBox {
  readonly centre: Vector3;
  /** From the box's own frame to model space. */
  readonly rotation: Quaternion;
  readonly halfSize: Vector3;
}

/** Frames this near to the model's own axes lie along them, radians. */
const SNAP_ANGLE = 0.3;

/** The box as a part: it turns about the middle of the side that faces the body. null: too small to be meant. */
export function partOfBox(box: DrawnBox, bodyMiddle: Vector3, size: number): PuppetPart | null {
  const half = box.halfSize;
  if (Math.min(half.x, half.y) < 0.5 * SHORTEST * size) return null;
  const rotation = alignedFrame(box.rotation);
  const towards = bodyMiddle.clone().sub(box.centre).applyQuaternion(rotation.clone().invert());
  const shares = [towards.x / half.x, towards.y / half.y, towards.z / half.z];
  const axis = shares.reduce((best, share, k) => (Math.abs(share) > Math.abs(shares[best]) ? k : best), 0);
  const arm = new Vector3().setComponent(axis, Math.sign(shares[axis] || 1) * half.getComponent(axis));
  return {
    name: 'box',
    parent: null,
    shape: {
      kind: 'box',
      pivot: pointFrom(arm.applyQuaternion(rotation).add(box.centre)),
      centre: pointFrom(box.centre),
      rotation: turnFrom(rotation),
      halfSize: pointFrom(half),
    },
    joint: freeJoint,
    region: null,
  };
}

/** A frame that nearly lies along the model's axes lies along them. */
function alignedFrame(rotation: Quaternion): Quaternion {
  const straight = new Quaternion();
  return rotation.angleTo(straight) < SNAP_ANGLE ? straight : rotation;
}

/** Linked to the part that ends where it begins, or that it begins in; otherwise it hangs on the whole puppet. */
export function withParent(part: PuppetPart, parts: readonly PuppetPart[], reach: number): PuppetPart {
  const at = part.shape.kind === 'bone' ? part.shape.from : part.shape.pivot;
  const away = (other: PuppetPart) => vectorOf(endOf(other)).distanceTo(vectorOf(at));
  const nearest = [...parts].sort((a, b) => away(a) - away(b))[0];
  if (nearest && away(nearest) < reach) {
    const end = [...endOf(nearest)] as Mutable;
    const shape = part.shape.kind === 'bone' ? { ...part.shape, from: end } : { ...part.shape, pivot: end };
    return { ...part, parent: nearest.name, shape };
  }
  return { ...part, parent: parts.find((other) => isInsidePart(other, ...at))?.name ?? null };
}
