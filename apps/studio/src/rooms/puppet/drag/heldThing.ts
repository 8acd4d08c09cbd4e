import { endOf, type PuppetInput, type PuppetModel, type PuppetPart, type PuppetState, pivotOf } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';
import { placeOfEffector, pointOfPart } from '../scene/puppetPoints.js';

/** The puppet that is dragged. */
export interface DraggedPuppet {
  readonly model: PuppetModel;
  readonly state: PuppetState;
}

/** A grip or a part, by its number in the puppet's file. */
export interface Draggable {
  readonly what: 'effector' | 'part';
  readonly index: number;
}

/** What a pointer or a hand drags. */
export interface HeldThing extends Draggable {
  /** Where it is dragged to, puppet's space; written by what holds it. */
  readonly at: Vector3;
  /** A part: from its pivot to its end, which was taken, in the part's frame, unit. */
  readonly wayLocal: Vector3;
}

/** Takes a grip, or a part at its end, where it is now. */
export function takeThing(puppet: DraggedPuppet, { what, index }: Draggable): HeldThing {
  const { model, state } = puppet;
  const at = new Vector3();
  if (what === 'effector') {
    placeOfEffector(model, state, index, at);
    return { what, index, at, wayLocal: new Vector3() };
  }
  pointOfPart(model, state, index, endOf(model.file.parts[index]), at);
  const { worldPositions, worldRotations } = state.pose;
  const turnBack = new Quaternion().fromArray(worldRotations, (index + 1) * 4).invert();
  const pivot = new Vector3().fromArray(worldPositions, (index + 1) * 3);
  return { what, index, at, wayLocal: at.clone().sub(pivot).applyQuaternion(turnBack).normalize() };
}

/** Where held effectors are dragged to. */
export function dragsOf({ model }: DraggedPuppet, held: readonly HeldThing[]): PuppetInput['drags'] {
  return held
    .filter(({ what, index }) => what === 'effector' && index < model.file.effectors.length)
    .map(({ index, at }) => ({ effector: index, positionWorld: [at.x, at.y, at.z], rotationWorld: null }));
}

/** Numbers of the effectors among them. */
export function effectorsOf(things: readonly (Draggable | null)[]): ReadonlySet<number> {
  return new Set(things.flatMap((thing) => (thing?.what === 'effector' ? thing.index : [])));
}

/** How held parts are turned. */
export function turnsOf(puppet: DraggedPuppet, held: readonly HeldThing[]): PuppetInput['turns'] {
  return held
    .filter(({ what, index }) => what === 'part' && index < puppet.model.file.parts.length)
    .map((thing) => ({ part: thing.index, localRotation: turnOf(puppet, thing) }));
}

/** The part's rotation that brings its end towards what holds it, in its parent's space. */
function turnOf({ model, state }: DraggedPuppet, { index, at, wayLocal }: HeldThing): [number, number, number, number] {
  const { worldPositions, worldRotations, localRotations } = state.pose;
  const joint = index + 1;
  const turned = new Quaternion().fromArray(worldRotations, model.skeleton.parents[joint] * 4);
  const before = new Quaternion().fromArray(localRotations, joint * 4);
  const wanted = at.clone().sub(new Vector3().fromArray(worldPositions, joint * 3));
  if (wanted.lengthSq() === 0) return before.toArray();
  wanted.normalize().applyQuaternion(turned.invert());
  const now = wayLocal.clone().applyQuaternion(before);
  return new Quaternion().setFromUnitVectors(now, wanted).multiply(before).normalize().toArray();
}

/** The nearest grip within reach that is not held already; -1 where there is none. `measure`: how far a place is. */
export function gripAt(
  { model, state }: DraggedPuppet,
  held: readonly HeldThing[],
  reach: number,
  measure: (at: Vector3) => number,
): number {
  const taken = effectorsOf(held);
  const at = new Vector3();
  return nearestOf(model.file.effectors.length, reach, (effector) =>
    taken.has(effector) || !placeOfEffector(model, state, effector, at) ? Infinity : measure(at),
  );
}

/** The nearest of some parts within reach, by their lines from pivot to end as they are now; -1 where there is none. */
export function partAt(
  { model, state }: DraggedPuppet,
  parts: readonly PuppetPart[],
  reach: number,
  measure: (from: Vector3, to: Vector3) => number,
): number {
  return nearestOf(parts.length, reach, (i) => {
    // A part that is not built yet stands as the whole puppet does.
    const part = model.file.parts.findIndex(({ name }) => name === parts[i].name);
    const place = (point: readonly [number, number, number]) => pointOfPart(model, state, part, point, new Vector3());
    return measure(place(pivotOf(parts[i])), place(endOf(parts[i])));
  });
}

/** The nearest of so many things within reach; -1 where there is none. */
function nearestOf(count: number, reach: number, distanceOf: (index: number) => number): number {
  let nearest = -1;
  let least = reach;
  for (let index = 0; index < count; index++) {
    const distance = distanceOf(index);
    if (distance >= least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}
