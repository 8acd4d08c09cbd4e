import { InputError } from '@leib/core';
import type { EditedElement } from './xmlEditing.js';

/** The most that a robot may have: the engine's time and memory grow with the square of its joints. */
export const robotLimits = {
  body: 2000,
  joint: 500,
  geom: 10_000,
  /** Links below each other: the engine goes down by calls, and ends the program where they are too many. */
  levels: 60,
  /** Files that a description includes, each as often as it does. */
  includes: 200,
  /** Distance of links from the origin, metres. */
  extent: 1000,
  /** Resolution of shapes that the engine makes by itself (`<mesh builtin=…>`): they have the square of it in corners. */
  resolution: 64,
  /** Elements of the whole description, copies included. */
  element: 50_000,
  /** Classes of <default>: the engine has settings of every kind for each. */
  classes: 1000,
  /** Attributes that a class gives to all kinds of elements together. */
  classValues: 1000,
} as const;

type Counted = 'body' | 'joint' | 'geom' | 'element';

/**
 * Counts what the engine would build, copies of <replicate> included, before it does. Throws InputError with the robot's name
 * and the limit.
 */
export function checkRobotSize(name: string, root: EditedElement): void {
  const counts = { body: 0, joint: 0, geom: 0, element: 0 };
  const add = (kind: Counted, times: number) => {
    counts[kind] += times;
    const [found, most] = [counts[kind], robotLimits[kind]];
    const what = kind === 'element' ? 'elements' : `<${kind}> elements`;
    if (found > most) throw new InputError(name, `expected at most ${most} ${what}, got ${found} or more`);
  };
  const count = ({ name: kind, attributes, children }: EditedElement, copies: number, level: number) => {
    if (level > robotLimits.levels) throw tooDeep(name);
    // Copies of nothing take time as well.
    const times = kind === 'replicate' ? copies * copiesOf(name, attributes.count) : copies;
    if (kind === 'body' || kind === 'joint' || kind === 'geom') add(kind, times);
    add('element', times);
    for (const child of children) count(child, times, level + 1);
  };
  count(root, 1, -1);
  checkBuiltInMeshes(name, root, 0);
}

/** Wherever they are written: defaults have meshes as well. */
function checkBuiltInMeshes(name: string, { name: kind, attributes, children }: EditedElement, level: number): void {
  if (level > robotLimits.levels) throw tooDeep(name);
  const most = robotLimits.resolution;
  const params = kind === 'mesh' ? (attributes.params ?? '').trim() : '';
  // Their other numbers are exponents, widths and angles in degrees: none is larger than a whole turn.
  const tooLarge = params.split(/\s+/).find((text, i) => !(Math.abs(Number(text)) <= (i < 2 ? most : 360)));
  if (tooLarge !== undefined)
    throw new InputError(name, `<mesh>: expected a resolution of at most ${most}, got "${tooLarge.slice(0, 40)}"`);
  for (const child of children) checkBuiltInMeshes(name, child, level + 1);
}

/** Links, or elements around them, below each other. */
export function tooDeep(name: string): InputError {
  return new InputError(name, `expected at most ${robotLimits.levels} links below each other, got more`);
}

function copiesOf(name: string, text: string | undefined): number {
  const copies = Number(text ?? 1);
  if (Number.isInteger(copies) && copies >= 1 && copies <= robotLimits.geom) return copies;
  throw new InputError(
    name,
    `<replicate>: expected a count from 1 to ${robotLimits.geom}, got "${text?.slice(0, 40)}"`,
  );
}

/** Places of links must be numbers near the origin: what is worked out from others is none. Throws InputError. */
export function checkRobotPlaces(name: string, positions: ArrayLike<number>): void {
  for (let i = 0; i < positions.length; i++) {
    if (Math.abs(positions[i]) <= robotLimits.extent) continue;
    const got = Number.isFinite(positions[i]) ? `${positions[i].toPrecision(3)} m` : String(positions[i]);
    throw new InputError(name, `expected links within ${robotLimits.extent} m, got one at ${got}`);
  }
}
