import { createQuat, InputError, quat, vec3 } from '@leib/core';
import {
  type PartShape,
  type PuppetChain,
  type PuppetEffector,
  type PuppetFile,
  type PuppetPart,
  puppetLimits,
} from '../file/puppetFile.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';
import { dropLostReferences, freeName, mapPartNames } from './partReferences.js';

/**
 * Edits of a puppet's parts. Each takes a file and returns a new one whose references are whole; the old file is left as it
 * is, which is all that undo needs. What cannot be done is an InputError in one sentence.
 */

export function findPart({ parts }: PuppetFile, name: string): PuppetPart {
  const part = parts.find((one) => one.name === name);
  if (!part) throw new InputError('parts', `expected a part named "${name}", got none`);
  return part;
}

/** Adds a part. A name that is taken gets a letter; a parent that is not there becomes the whole puppet. */
export function addPart(file: PuppetFile, part: PuppetPart): PuppetFile {
  if (file.parts.length >= puppetLimits.parts) {
    throw new InputError('parts', `expected at most ${puppetLimits.parts} parts; remove one first`);
  }
  const names = new Set(file.parts.map(({ name }) => name));
  const parent = part.parent !== null && names.has(part.parent) ? part.parent : null;
  return { ...file, parts: [...file.parts, { ...part, name: freeName(part.name, names), parent }] };
}

/** Takes a part away. What was linked to it is linked to what it was linked to. */
export function removePart(file: PuppetFile, name: string): PuppetFile {
  const { parent } = findPart(file, name);
  const parts = file.parts
    .filter((part) => part.name !== name)
    .map((part) => (part.parent === name ? { ...part, parent } : part));
  // Effectors beyond the part count one part fewer; one at its own end moves to where it began.
  const effectors = file.effectors.map((effector) => {
    const at = file.chains.find((chain) => chain.name === effector.chain)?.parts.indexOf(name) ?? -1;
    return at >= 0 && effector.point > at ? { ...effector, point: effector.point - 1 } : effector;
  });
  return dropLostReferences({ ...file, parts, effectors });
}

/**
 * Links a part end to end to another: it moves, with all that hangs on it, to begin where the other ends. null: it hangs on
 * the whole puppet, and stays where it is.
 */
export function linkPart(file: PuppetFile, child: string, parent: string | null): PuppetFile {
  const part = findPart(file, child);
  const hung = (from: PuppetFile) =>
    dropLostReferences({ ...from, parts: from.parts.map((one) => (one.name === child ? { ...one, parent } : one)) });
  if (parent === null) return hung(file);
  const end = endOf(findPart(file, parent));
  if (subtreeOf(file, child).has(parent)) {
    throw new InputError(
      'parts',
      `expected a part that does not hang on "${child}", got "${parent}"; parts form a tree`,
    );
  }
  const pivot = pivotOf(part);
  return hung(translatePart(file, child, [end[0] - pivot[0], end[1] - pivot[1], end[2] - pivot[2]]));
}

/** Moves a part and all that hangs on it. */
export function translatePart(file: PuppetFile, name: string, by: Point): PuppetFile {
  const moved = subtreeOf(file, name);
  const parts = file.parts.map((part) =>
    moved.has(part.name) ? { ...part, shape: translateShape(part.shape, by) } : part,
  );
  return { ...file, parts };
}

/** Another joint, region or shape for a part, or another name, everywhere in the file. */
export function changePart(
  file: PuppetFile,
  name: string,
  { name: wanted = name, ...change }: Partial<Pick<PuppetPart, 'name' | 'joint' | 'region' | 'shape'>>,
): PuppetFile {
  findPart(file, name);
  const to = checkName(wanted, name, file.parts, 'part');
  const renamed = to === name ? file : mapPartNames(file, (one) => (one === name ? to : one));
  return { ...renamed, parts: renamed.parts.map((part) => (part.name === to ? { ...part, ...change } : part)) };
}

/** A name without blanks at its ends that is not another one's already. */
export function checkName(
  wanted: string,
  now: string,
  all: readonly { readonly name: string }[],
  what: string,
): string {
  const name = wanted.trim();
  if (name.length === 0 || name.length > 64) {
    throw new InputError('name', `expected 1 to 64 characters, got ${name.length}`);
  }
  if (name !== now && all.some((one) => one.name === name)) {
    throw new InputError('name', `expected a name of its own, got "${name}", which another ${what} has`);
  }
  return name;
}

/** A part and all that hangs on it, by name. */
export function subtreeOf({ parts }: PuppetFile, name: string): Set<string> {
  const found = new Set([name]);
  let before = 0;
  while (found.size > before) {
    before = found.size;
    for (const part of parts) if (part.parent !== null && found.has(part.parent)) found.add(part.name);
  }
  return found;
}

export type Point = readonly [number, number, number];
type Bone = Extract<PartShape, { kind: 'bone' }>;

export function translateShape(shape: PartShape, by: Point): PartShape {
  const move = ([x, y, z]: Point): [number, number, number] => [x + by[0], y + by[1], z + by[2]];
  if (shape.kind === 'box') return { ...shape, pivot: move(shape.pivot), centre: move(shape.centre) };
  const influence = { ...shape.influence, centre: move(shape.influence.centre) };
  return { ...shape, from: move(shape.from), to: move(shape.to), influence };
}

/** A bone with other ends. Its influence turns with it, and is stretched along it. */
export function placeBone(shape: Bone, from: Point, to: Point): Bone {
  const before: Point = [shape.to[0] - shape.from[0], shape.to[1] - shape.from[1], shape.to[2] - shape.from[2]];
  const after: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [was, is] = [Math.hypot(...before), Math.hypot(...after)];
  // A bone keeps a length: an end that is dropped on the other one stays where it was.
  if (!(is > 1e-4)) return shape;
  const turn = quat.rotationTo(createQuat(), unit(before, was), unit(after, is));
  const { influence } = shape;
  const rotation = quat.multiply(createQuat(), turn, influence.rotation);
  quat.normalize(rotation, rotation);
  const offset = vec3.fromValues(...minus(influence.centre, shape.from));
  vec3.transformQuat(offset, vec3.scale(offset, offset, is / was), turn);
  const stretch = is / was;
  const reach = { ...influence.reach, front: influence.reach.front * stretch, back: influence.reach.back * stretch };
  return {
    kind: 'bone',
    from: [...from],
    to: [...to],
    influence: {
      ...influence,
      centre: [from[0] + offset[0], from[1] + offset[1], from[2] + offset[2]],
      rotation: [rotation[0], rotation[1], rotation[2], rotation[3]],
      reach,
    },
  };
}

function unit(v: Point, length: number): [number, number, number] {
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 1, 0];
}

function minus(a: Point, b: Point): [number, number, number] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** A chain of parts, each the parent of the next. */
function withChain(file: PuppetFile, parts: string[]): PuppetFile {
  const taken = new Set(file.chains.map(({ name }) => name));
  const chain: PuppetChain = {
    name: freeName(parts[0], taken),
    parts,
    root: 'fixed',
    tip: 'free',
    solver: 'ccd',
    wave: null,
  };
  return { ...file, chains: [...file.chains, chain] };
}

/** An effector at the end of a part, on the chain that holds the part; without one, on a new chain from the body to it. */
export function addEffector(file: PuppetFile, part: string): PuppetFile {
  const known = file.chains.find(({ parts }) => parts.includes(part));
  const made = known ? file : withChain(file, wayTo(file, part));
  const chain = known ?? made.chains[made.chains.length - 1];
  const point = chain.parts.indexOf(part) + 1;
  const there = made.effectors.find((one) => one.chain === chain.name && one.point === point);
  if (there)
    throw new InputError('effectors', `expected an end without an effector, got the end of "${part}", which has one`);
  const taken = new Set(made.effectors.map(({ name }) => name));
  const effector: PuppetEffector = { name: freeName(`${part} end`, taken), chain: chain.name, point, turns: false };
  return { ...made, effectors: [...made.effectors, effector] };
}

/** A part after those that it hangs on, up to a fork: there other limbs hang, too. */
function wayTo(file: PuppetFile, name: string): string[] {
  const way = [name];
  for (let at = findPart(file, name).parent; at !== null; at = findPart(file, at).parent) {
    const above = at;
    if (file.parts.filter(({ parent }) => parent === above).length > 1) break;
    way.unshift(above);
  }
  return way;
}
