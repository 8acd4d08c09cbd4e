import { InputError } from '@leib/core';
import type { PuppetChain, PuppetEffector, PuppetFile } from '../file/puppetFile.js';
import { freeName } from '../structures/freeName.js';
import { findPart } from './editParts.js';
import { dropLostReferences } from './partReferences.js';

/** A chain of selected parts, from the one nearest to the body to the last. They must hang on each other. */
export function chainParts(file: PuppetFile, names: readonly string[]): PuppetFile {
  const parts = inOrder(file, names);
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

function inOrder(file: PuppetFile, names: readonly string[]): string[] {
  const selected = new Set(names);
  const parents = [...selected].map((name) => findPart(file, name).parent);
  const heads = [...selected].filter((_, i) => parents[i] === null || !selected.has(parents[i] as string));
  if (heads.length !== 1) {
    throw new InputError(
      'selection',
      `expected parts that hang on each other, got ${heads.length} beginnings; link them`,
    );
  }
  const order = [heads[0]];
  for (;;) {
    const next = file.parts.filter(({ name, parent }) => selected.has(name) && parent === order[order.length - 1]);
    if (next.length === 0) return order;
    if (next.length > 1) {
      const forks = next.map(({ name }) => `"${name}"`).join(' and ');
      throw new InputError('selection', `expected a chain without forks, got ${forks} on "${order[order.length - 1]}"`);
    }
    order.push(next[0].name);
  }
}

/** An effector at the end of a part, on the chain that holds the part; without one, on a new chain from the body to it. */
export function addEffector(file: PuppetFile, part: string): PuppetFile {
  const known = file.chains.find(({ parts }) => parts.includes(part));
  const made = known ? file : chainParts(file, wayTo(file, part));
  const chain = known ?? made.chains[made.chains.length - 1];
  const point = chain.parts.indexOf(part) + 1;
  const there = made.effectors.find((one) => one.chain === chain.name && one.point === point);
  if (there)
    throw new InputError('effectors', `expected an end without an effector, got the end of "${part}", which has one`);
  const taken = new Set(made.effectors.map(({ name }) => name));
  const effector: PuppetEffector = { name: freeName(`${part} end`, taken), chain: chain.name, point, turns: false };
  return { ...made, effectors: [...made.effectors, effector] };
}

/** A part and those that it hangs on, up to a fork: there other limbs hang, too. */
function wayTo(file: PuppetFile, name: string): string[] {
  const way = [name];
  for (let at = findPart(file, name).parent; at !== null; at = findPart(file, at).parent) {
    const above = at;
    if (file.parts.filter(({ parent }) => parent === above).length > 1) break;
    way.push(above);
  }
  return way;
}

export function removeChain(file: PuppetFile, name: string): PuppetFile {
  return dropLostReferences({ ...file, chains: file.chains.filter((chain) => chain.name !== name) });
}

export function removeEffector(file: PuppetFile, name: string): PuppetFile {
  return dropLostReferences({ ...file, effectors: file.effectors.filter((effector) => effector.name !== name) });
}
