import { InputError } from '@leib/core';
import type { PuppetChain, PuppetEffector, PuppetFile } from '../file/puppetFile.js';
import { freeName } from '../structures/freeName.js';
import { findPart } from './editParts.js';

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
