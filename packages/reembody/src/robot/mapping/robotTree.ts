import { distance, type Triple } from './triple.js';

/** One hinge of a robot. Places and directions are the engine's, in the reference pose. */
export interface RobotHinge {
  /** Of the joint; where the file gives it none, of the link that it moves. */
  readonly name: string;
  /** Name of the link that it moves. */
  readonly link: string;
  readonly body: number;
  /** The hinge that moves this one, or -1. Hinges come after the hinges that move them. */
  readonly parent: number;
  /** Where its angle and its speed lie in the engine. */
  readonly coordinate: number;
  readonly speed: number;
  readonly low: number;
  readonly high: number;
  /** Its angle in the reference pose. */
  readonly reference: number;
  /** Whether the file has a spring at it. */
  readonly hasSpring: boolean;
  readonly anchor: Triple;
  readonly axis: Triple;
}

/**
 * A robot as its file has it, in its reference pose: the keyframe in which it stands, or all angles zero. Everything that
 * is found out about it, which limb is which and where its segments point, is found here.
 */
export interface RobotTree {
  readonly hinges: readonly RobotHinge[];
  /** Parents of bodies; body 0 is the world. */
  readonly bodyParents: readonly number[];
  /** The last hinge that moves each body, or -1. */
  readonly bodyHinges: readonly number[];
  /** Points on the shapes of each body. */
  readonly bodyPoints: readonly (readonly Triple[])[];
  /** Unit axes x, y, z of the body that all hinges hang on. */
  readonly rootAxes: readonly [Triple, Triple, Triple];
}

/** Hinges from the first to this one. */
export function hingePath(tree: RobotTree, hinge: number): number[] {
  const path: number[] = [];
  for (let at = hinge; at >= 0; at = tree.hinges[at].parent) path.push(at);
  return path.reverse();
}

export function isUnder(tree: RobotTree, hinge: number, ancestor: number): boolean {
  for (let at = hinge; at >= 0; at = tree.hinges[at].parent) if (at === ancestor) return true;
  return false;
}

/** Points on everything that a hinge moves. */
export function pointsUnder(tree: RobotTree, hinge: number): Triple[] {
  return tree.bodyPoints.flatMap((points, body) => (isUnder(tree, tree.bodyHinges[body], hinge) ? points : []));
}

export function childHinges(tree: RobotTree, hinge: number): number[] {
  return tree.hinges.flatMap(({ parent }, i) => (parent === hinge ? [i] : []));
}

/** How far what a hinge moves reaches from it, metres. */
export function reachUnder(tree: RobotTree, hinge: number): number {
  const { anchor } = tree.hinges[hinge];
  const anchors = tree.hinges.flatMap((each, i) => (isUnder(tree, i, hinge) ? [each.anchor] : []));
  return [...anchors, ...pointsUnder(tree, hinge)].reduce((most, point) => Math.max(most, distance(point, anchor)), 0);
}

/** How far the links between a hinge and the next ones reach from it, metres; 0 where they have no shapes. */
export function ownReach({ hinges, bodyHinges, bodyPoints }: RobotTree, hinge: number): number {
  const points = bodyPoints.flatMap((each, body) => (bodyHinges[body] === hinge ? each : []));
  return points.reduce((most, point) => Math.max(most, distance(point, hinges[hinge].anchor)), 0);
}
