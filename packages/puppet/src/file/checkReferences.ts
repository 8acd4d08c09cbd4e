import { InputError } from '@leib/core';
import type { PuppetFile } from './puppetFile.js';

/** Most names that a message lists. */
const SHOWN_NAMES = 8;

/** Names of one kind in the file, each once. */
interface Names {
  /** "a part" */
  readonly what: string;
  readonly all: ReadonlySet<string>;
}

/** Throws InputError with the place in the file where a name leads nowhere, stands twice, or parents form a ring. */
export function checkReferences(file: PuppetFile): void {
  const parts = namesOf(file.parts, 'parts', 'a part');
  const chains = namesOf(file.chains, 'chains', 'a chain');
  const effectors = namesOf(file.effectors, 'effectors', 'an effector');
  const regions = namesOf(file.skin.regions, 'skin.regions', 'a region');
  namesOf(file.hands, 'hands', 'a hand');
  namesOf(file.stage.things, 'stage.things', 'a thing');
  if (file.skin.regions.length === 0) throw new InputError('skin.regions', 'expected one region or more, got none');
  file.parts.forEach(({ parent, region }, i) => {
    if (parent !== null) requireName(parts, parent, `parts[${i}].parent`);
    if (region !== null) requireName(regions, region, `parts[${i}].region`);
  });
  checkRings(file);
  checkChains(file, parts);
  checkEffectors(file, chains);
  checkHands(file, parts, effectors);
  checkSurroundings(file, parts);
}

function namesOf(entries: readonly { readonly name: string }[], path: string, what: string): Names {
  const all = new Set<string>();
  entries.forEach(({ name }, i) => {
    if (all.has(name)) {
      throw new InputError(`${path}[${i}].name`, `expected a name of its own, got "${name}" for the second time`);
    }
    all.add(name);
  });
  return { what, all };
}

function requireName({ what, all }: Names, name: string, path: string): void {
  if (all.has(name)) return;
  const shown = [...all].slice(0, SHOWN_NAMES).map((known) => `"${known}"`);
  const more = all.size > SHOWN_NAMES ? ` and ${all.size - SHOWN_NAMES} more` : '';
  const choice = all.size === 0 ? 'the file has none' : `there are ${shown.join(', ')}${more}`;
  throw new InputError(path, `expected the name of ${what}, got "${name}"; ${choice}`);
}

function checkRings({ parts }: PuppetFile): void {
  const parents = new Map(parts.map(({ name, parent }) => [name, parent]));
  parts.forEach(({ name, parent }, i) => {
    let steps = 0;
    for (let at = parent; at !== null && steps <= parts.length; steps++) {
      if (at === name) {
        const reason = `expected a part that does not hang on "${name}" itself, got "${parent}"`;
        throw new InputError(`parts[${i}].parent`, `${reason}; parts form a tree`);
      }
      at = parents.get(at) ?? null;
    }
  });
}

function checkChains({ chains, parts }: PuppetFile, partNames: Names): void {
  const parents = new Map(parts.map(({ name, parent }) => [name, parent]));
  chains.forEach((chain, i) => {
    if (chain.parts.length === 0) throw new InputError(`chains[${i}].parts`, 'expected one part or more, got none');
    chain.parts.forEach((name, k) => {
      const path = `chains[${i}].parts[${k}]`;
      requireName(partNames, name, path);
      if (k === 0 || parents.get(name) === chain.parts[k - 1]) return;
      const reason = `expected a part that is linked to "${chain.parts[k - 1]}", got "${name}"`;
      throw new InputError(path, `${reason}, which hangs on ${shownParent(parents.get(name) ?? null)}`);
    });
  });
}

function shownParent(parent: string | null): string {
  return parent === null ? 'the whole puppet' : `"${parent}"`;
}

function checkEffectors({ effectors, chains }: PuppetFile, chainNames: Names): void {
  effectors.forEach(({ chain: chainName, point }, i) => {
    requireName(chainNames, chainName, `effectors[${i}].chain`);
    const partCount = chains.find(({ name }) => name === chainName)?.parts.length ?? 0;
    if (point <= partCount) return;
    const reason = `expected 0 to ${partCount}, because chain "${chainName}" has ${partCount} parts, got ${point}`;
    throw new InputError(`effectors[${i}].point`, reason);
  });
}

function checkHands({ hands }: PuppetFile, parts: Names, effectors: Names): void {
  hands.forEach(({ carries, connections }, i) => {
    if (carries.kind === 'part') requireName(parts, carries.part, `hands[${i}].carries.part`);
    connections.forEach((connection, k) => {
      const path = `hands[${i}].connections[${k}]`;
      if (connection.kind === 'effector') requireName(effectors, connection.effector, `${path}.effector`);
      else requireName(parts, connection.part, `${path}.part`);
    });
  });
}

function checkSurroundings({ skin, stage }: PuppetFile, parts: Names): void {
  skin.lips.forEach(({ upper, lower }, i) => {
    requireName(parts, upper, `skin.lips[${i}].upper`);
    requireName(parts, lower, `skin.lips[${i}].lower`);
    if (upper === lower)
      throw new InputError(`skin.lips[${i}].lower`, `expected another part than the upper, got "${lower}"`);
  });
  stage.grasps.forEach(({ parts: names }, i) => {
    if (names.length === 0) throw new InputError(`stage.grasps[${i}].parts`, 'expected one part or more, got none');
    for (const [k, name] of names.entries()) requireName(parts, name, `stage.grasps[${i}].parts[${k}]`);
  });
  if (stage.bubbles !== null) requireName(parts, stage.bubbles.part, 'stage.bubbles.part');
}
