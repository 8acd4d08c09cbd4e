import { InputError } from '@leib/core';
import { type PuppetFile, type PuppetPart, puppetLimits } from '../file/puppetFile.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';
import { freeName } from '../structures/freeName.js';
import { dropLostReferences, mapPartNames } from './partReferences.js';
import { type Point, translateShape } from './shapes.js';

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
