import { endOf, type PuppetModel, pivotOf } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';
import { type PartPlaces, PLACE_SIZE, radiusOf, type StagePhysics } from './stagePhysics.js';

/** Two or more parts that hold on to things: what the file says, and how far they are closed now. */
export interface Grasp {
  readonly parts: readonly number[];
  readonly closed: number;
  /** A mouth bites, too. */
  readonly isMouth: boolean;
  /** Widest distance of the parts' ends since they last closed, metres. */
  widest: number;
  isClosed: boolean;
  /** The thing that is held, or -1. */
  held: number;
  /** Place of the held thing relative to the first part. */
  readonly holdPosition: Vector3;
  readonly holdRotation: Quaternion;
  /** Speed of the held thing, smoothed: a throw begins a little before the grasp opens. */
  readonly holdVelocity: Vector3;
}

/** What a grasp did in this frame. */
export type GraspEvent =
  | { readonly kind: 'held' | 'let go'; readonly thing: number }
  | { readonly kind: 'bite'; readonly thing: number };

/** Opened again by this share of what it takes to close, a grasp lets go. */
const REOPENED = 0.75;
/** A thing this near to the line between the parts' ends is between them, metres. */
const NEAR = 0.02;
const THROW_HALF_LIFE = 0.04;

export function createGrasps({ file }: PuppetModel): Grasp[] {
  const numberOf = (name: string) => file.parts.findIndex((part) => part.name === name);
  return file.stage.grasps
    .filter(({ parts }) => parts.length >= 2)
    .map(({ parts, closed }) => ({
      parts: parts.map(numberOf),
      closed,
      isMouth: file.stage.bubbles !== null && parts.includes(file.stage.bubbles.part),
      widest: 0,
      isClosed: false,
      held: -1,
      holdPosition: new Vector3(),
      holdRotation: new Quaternion(),
      holdVelocity: new Vector3(),
    }));
}

/** Closes and opens one grasp by where the parts are now; holds, bites, or lets go of a thing. */
export function stepGrasp(
  model: PuppetModel,
  grasp: Grasp,
  places: PartPlaces,
  physics: StagePhysics,
  isFree: (thing: number) => boolean,
): GraspEvent | null {
  const [a, b] = grasp.parts.map((part) => endNow(model, places, part));
  const gap = a.distanceTo(b);
  grasp.widest = Math.max(grasp.widest, gap);
  const closure = 1 - gap / grasp.widest;
  const wasClosed = grasp.isClosed;
  if (closure >= grasp.closed) grasp.isClosed = true;
  else if (closure < grasp.closed * REOPENED) grasp.isClosed = false;
  if (wasClosed && !grasp.isClosed) {
    grasp.widest = gap;
    const isChewed = grasp.isMouth && grasp.held >= 0 && physics.things[grasp.held].kind === 'biscuit';
    return isChewed ? null : letGo(grasp, physics);
  }
  if (!grasp.isClosed) return null;
  if (grasp.held >= 0) return wasClosed ? null : biteOf(grasp, physics);
  const thing = findBetween(physics, a, b, isFree);
  if (thing < 0) return null;
  hold(grasp, places, physics, thing);
  return biteOf(grasp, physics) ?? { kind: 'held', thing };
}

/** The held thing goes with the first part. */
export function carryHeld(grasp: Grasp, places: PartPlaces, physics: StagePhysics, dtSeconds: number): void {
  if (grasp.held < 0 || !(dtSeconds > 0)) return;
  const at = grasp.held * PLACE_SIZE;
  const before = new Vector3().fromArray(physics.places, at);
  const [position, rotation] = placeOf(places, grasp.parts[0]);
  const to = grasp.holdPosition.clone().applyQuaternion(rotation).add(position);
  const turn = rotation.multiply(grasp.holdRotation);
  const velocity = to.clone().sub(before).divideScalar(dtSeconds);
  grasp.holdVelocity.lerp(velocity, 1 - 2 ** (-dtSeconds / THROW_HALF_LIFE));
  physics.place(grasp.held, [...to.toArray(), ...turn.toArray()], 0, []);
}

function biteOf(grasp: Grasp, physics: StagePhysics): GraspEvent | null {
  const isBiscuit = physics.things[grasp.held].kind === 'biscuit';
  return grasp.isMouth && isBiscuit ? { kind: 'bite', thing: grasp.held } : null;
}

function hold(grasp: Grasp, places: PartPlaces, physics: StagePhysics, thing: number): void {
  const [position, rotation] = placeOf(places, grasp.parts[0]);
  const inverse = rotation.invert();
  const at = thing * PLACE_SIZE;
  grasp.held = thing;
  grasp.holdVelocity.set(0, 0, 0);
  grasp.holdPosition.fromArray(physics.places, at).sub(position).applyQuaternion(inverse);
  grasp.holdRotation.fromArray(physics.places, at + 3).premultiply(inverse);
}

/** Flies on with the speed that it was carried with. */
function letGo(grasp: Grasp, physics: StagePhysics): GraspEvent | null {
  if (grasp.held < 0) return null;
  const thing = grasp.held;
  grasp.held = -1;
  physics.place(thing, physics.places.slice(thing * PLACE_SIZE), 0, grasp.holdVelocity.toArray());
  return { kind: 'let go', thing };
}

/** The free thing that is nearest to the line between the parts' ends; -1: none is between them. */
function findBetween(physics: StagePhysics, a: Vector3, b: Vector3, isFree: (thing: number) => boolean): number {
  const [line, toThing] = [b.clone().sub(a), new Vector3()];
  let [found, nearest] = [-1, NEAR];
  physics.things.forEach((thing, i) => {
    if (!isFree(i)) return;
    toThing.fromArray(physics.places, i * PLACE_SIZE).sub(a);
    const along = Math.min(1, Math.max(0, toThing.dot(line) / Math.max(line.lengthSq(), 1e-9)));
    const away = toThing.addScaledVector(line, -along).length() - radiusOf(thing);
    if (away < nearest) [found, nearest] = [i, away];
  });
  return found;
}

function endNow(model: PuppetModel, places: PartPlaces, part: number): Vector3 {
  const [position, rotation] = placeOf(places, part);
  const shape = model.file.parts[part];
  const [end, pivot] = [endOf(shape), pivotOf(shape)];
  return new Vector3(end[0] - pivot[0], end[1] - pivot[1], end[2] - pivot[2]).applyQuaternion(rotation).add(position);
}

function placeOf({ worldPositions, worldRotations }: PartPlaces, part: number): [Vector3, Quaternion] {
  const joint = part + 1;
  return [new Vector3().fromArray(worldPositions, joint * 3), new Quaternion().fromArray(worldRotations, joint * 4)];
}
