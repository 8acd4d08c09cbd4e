import type { HandConnection, PuppetFile, PuppetHand } from '../file/puppetFile.js';

/** Every name of a part in a file, changed by one function. */
export function mapPartNames(file: PuppetFile, rename: (name: string) => string): PuppetFile {
  const { skin, stage } = file;
  return {
    ...file,
    parts: file.parts.map((part) => ({
      ...part,
      name: rename(part.name),
      parent: part.parent === null ? null : rename(part.parent),
    })),
    chains: file.chains.map((chain) => ({ ...chain, parts: chain.parts.map(rename) })),
    hands: file.hands.map((hand) => renameInHand(hand, rename)),
    skin: { ...skin, lips: skin.lips.map((lip) => ({ ...lip, upper: rename(lip.upper), lower: rename(lip.lower) })) },
    stage: {
      ...stage,
      grasps: stage.grasps.map((grasp) => ({ ...grasp, parts: grasp.parts.map(rename) })),
      bubbles: stage.bubbles === null ? null : { ...stage.bubbles, part: rename(stage.bubbles.part) },
    },
  };
}

function renameInHand(hand: PuppetHand, rename: (name: string) => string): PuppetHand {
  const { carries } = hand;
  const connections = hand.connections.map(
    (connection): HandConnection =>
      connection.kind === 'turn' ? { ...connection, part: rename(connection.part) } : connection,
  );
  const carried = carries.kind === 'part' ? { ...carries, part: rename(carries.part) } : carries;
  return { ...hand, carries: carried, connections };
}

/** The file with other lists of parts, chains or effectors, and without what named those that are gone. */
export function changePuppet(file: PuppetFile, changes: Partial<PuppetFile>): PuppetFile {
  return dropLostReferences({ ...file, ...changes });
}

/**
 * The file without what leads nowhere: chains keep the parts up to where they no longer hang on each other, effectors move
 * in to the end of a shorter chain, and what named a part, chain or effector that is gone goes, too.
 */
export function dropLostReferences(file: PuppetFile): PuppetFile {
  const parents = new Map(file.parts.map(({ name, parent }) => [name, parent]));
  const chains = file.chains
    .map((chain) => ({ ...chain, parts: linkedPart(chain.parts, parents) }))
    .filter(({ parts }) => parts.length > 0);
  const lengths = new Map(chains.map(({ name, parts }) => [name, parts.length]));
  const effectors = file.effectors.flatMap((effector) => {
    const length = lengths.get(effector.chain);
    return length === undefined ? [] : [{ ...effector, point: Math.min(effector.point, length) }];
  });
  const effectorNames = new Set(effectors.map(({ name }) => name));
  const hasPart = (name: string) => parents.has(name);
  const { skin, stage } = file;
  return {
    ...file,
    chains,
    effectors,
    hands: file.hands.map((hand) => ({
      ...hand,
      carries:
        hand.carries.kind === 'part' && !hasPart(hand.carries.part)
          ? { kind: 'puppet', positionScale: 1, turns: true }
          : hand.carries,
      connections: hand.connections.filter((connection) =>
        connection.kind === 'turn' ? hasPart(connection.part) : effectorNames.has(connection.effector),
      ),
    })),
    skin: {
      ...skin,
      lips: skin.lips.filter(({ upper, lower }) => hasPart(upper) && hasPart(lower) && upper !== lower),
    },
    stage: {
      ...stage,
      grasps: stage.grasps
        .map((grasp) => ({ ...grasp, parts: grasp.parts.filter(hasPart) }))
        .filter(({ parts }) => parts.length > 0),
      bubbles: stage.bubbles !== null && hasPart(stage.bubbles.part) ? stage.bubbles : null,
    },
  };
}

/** The first parts of a chain, as far as each hangs on the one before. */
function linkedPart(parts: readonly string[], parents: ReadonlyMap<string, string | null>): string[] {
  const there = parts.filter((name) => parents.has(name));
  const broken = there.findIndex((name, i) => i > 0 && parents.get(name) !== there[i - 1]);
  return broken < 0 ? there : there.slice(0, broken);
}

/** The name, or with the first letter that makes it one of its own; numbers are for the bones of one limb. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let letter = 1;
  const lettered = () => `${name} ${letters(letter)}`;
  while (taken.has(lettered())) letter++;
  return lettered();
}

/** A, B, .. Z, AA, AB, .. */
function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}
