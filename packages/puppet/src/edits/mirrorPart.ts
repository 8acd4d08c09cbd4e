import type { PuppetFile, PuppetJoint, PuppetPart } from '../file/puppetFile.js';
import { addPart, findPart, subtreeOf } from './editParts.js';
import { dropLostReferences, freeName } from './partReferences.js';

type Point = [number, number, number];
type Quat = [number, number, number, number];

/** "left arm" is "right arm" on the other side, and the other way round; other names stay. */
export function otherSide(name: string): string {
  return name.replace(/left|right/gi, (side) => {
    const other = side.toLowerCase() === 'left' ? 'right' : 'left';
    return side[0] === side[0].toLowerCase() ? other : other[0].toUpperCase() + other.slice(1);
  });
}

/** The image of a part on the other side of the plane x = middle: its shape, its limits and its names. */
export function mirrorOfPart(part: PuppetPart, middle = 0): PuppetPart {
  const { limits } = part.joint;
  const mirrored: PuppetJoint['limits'] =
    limits.kind === 'cone'
      ? { ...limits, axis: flip(limits.axis, 0), twist: flipRange(limits.twist) }
      : { ...limits, rotation: flipTurn(limits.rotation), y: flipRange(limits.y), z: flipRange(limits.z) };
  return {
    ...part,
    name: otherSide(part.name),
    parent: part.parent === null ? null : otherSide(part.parent),
    shape: mirrorOfShape(part.shape, middle),
    joint: { ...part.joint, limits: mirrored },
  };
}

function mirrorOfShape(shape: PuppetPart['shape'], middle: number): PuppetPart['shape'] {
  if (shape.kind === 'box') {
    const [pivot, centre] = [flip(shape.pivot, middle), flip(shape.centre, middle)];
    return { ...shape, pivot, centre, rotation: flipTurn(shape.rotation) };
  }
  const { influence } = shape;
  return {
    ...shape,
    from: flip(shape.from, middle),
    to: flip(shape.to, middle),
    influence: {
      ...influence,
      centre: flip(influence.centre, middle),
      rotation: flipTurn(influence.rotation),
      reach: { ...influence.reach, right: influence.reach.left, left: influence.reach.right },
    },
  };
}

function flip([x, y, z]: Point, middle: number): Point {
  return [2 * middle - x, y, z];
}

function flipTurn([x, y, z, w]: Quat): Quat {
  return [x, 0 - y, 0 - z, w];
}

function flipRange({ min, max }: { readonly min: number; readonly max: number }) {
  return { min: 0 - max, max: 0 - min };
}

/**
 * Makes the image of a part, and of all that hangs on it, on the other side. Parts that are there already get the image's
 * shape and joint; chains and effectors of the mirrored parts are made where there are none.
 */
export function mirrorParts(file: PuppetFile, name: string, middle = 0): PuppetFile {
  findPart(file, name);
  const sources = file.parts.filter((part) => subtreeOf(file, name).has(part.name));
  const taken = new Set(file.parts.map((part) => part.name));
  const names = new Map<string, string>();
  for (const source of sources) {
    const other = otherSide(source.name);
    // A name without a side cannot be its own image.
    names.set(source.name, other === source.name ? freeName(source.name, taken) : other);
    taken.add(names.get(source.name) as string);
  }
  let made = file;
  for (const source of parentsFirst(sources)) {
    const image = { ...mirrorOfPart(source, middle), name: names.get(source.name) as string };
    const inside = source.parent === null ? null : names.get(source.parent);
    const parent = inside ?? (image.parent !== null && taken.has(image.parent) ? image.parent : source.parent);
    made = made.parts.some((part) => part.name === image.name)
      ? { ...made, parts: made.parts.map((part) => (part.name === image.name ? { ...part, ...image, parent } : part)) }
      : addPart(made, { ...image, parent });
  }
  return dropLostReferences(mirrorChains(made, names));
}

function parentsFirst(parts: readonly PuppetPart[]): PuppetPart[] {
  const depth = (part: PuppetPart | undefined): number =>
    part === undefined ? 0 : 1 + depth(parts.find(({ name }) => name === part.parent));
  return [...parts].sort((a, b) => depth(a) - depth(b));
}

function mirrorChains(file: PuppetFile, names: ReadonlyMap<string, string>): PuppetFile {
  const chainNames = new Set(file.chains.map(({ name }) => name));
  const effectorNames = new Set(file.effectors.map(({ name }) => name));
  const images = file.chains.flatMap((chain) => {
    const parts = chain.parts.map((part) => names.get(part));
    const isThere = file.chains.some((one) => one.parts[0] === parts[0]);
    if (isThere || parts.includes(undefined)) return [];
    return [{ source: chain.name, chain: { ...chain, name: otherSide(chain.name), parts: parts as string[] } }];
  });
  const chains = images.map(({ chain }) => ({ ...chain, name: freeName(chain.name, chainNames) }));
  const effectors = images.flatMap(({ source }, i) =>
    file.effectors
      .filter((effector) => effector.chain === source)
      .map((effector) => {
        const name = freeName(otherSide(effector.name), effectorNames);
        effectorNames.add(name);
        return { ...effector, name, chain: chains[i].name };
      }),
  );
  return { ...file, chains: [...file.chains, ...chains], effectors: [...file.effectors, ...effectors] };
}
