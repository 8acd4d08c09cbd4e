import { InputError, type Skeleton } from '@leib/core';
import { buildArticulatedChain, type RawChainJoint } from '@leib/core/solvers';
import type { PuppetChain, PuppetFile, PuppetPart } from '../file/puppetFile.js';
import { endOf, pivotOf, WHOLE } from '../model/partSkeleton.js';
import { buildPartJoint, CLOSED_RANGE, type PartJoint } from './partJoint.js';

/** A chain of a puppet, ready to be solved. Point 0 is where it begins, point i the far end of its part i. */
export interface ChainModel {
  readonly name: string;
  /** Parts from the first to the last, as numbers of the model (joint of the skeleton - 1). */
  readonly parts: Int16Array;
  readonly chain: ReturnType<typeof buildArticulatedChain>;
  /** Where the angle of each degree of freedom lies in ChainsState.angles. */
  readonly angleIndices: Int32Array;
  readonly isRootFree: boolean;
  readonly isTipFixed: boolean;
  readonly solver: PuppetChain['solver'];
  readonly wave: PuppetChain['wave'];
  /** The first part hangs on the whole puppet: a free root shifts the part, else the whole puppet. */
  readonly isOnWhole: boolean;
}

export interface EffectorModel {
  /** Number of its chain. */
  readonly chain: number;
  readonly point: number;
  readonly turns: boolean;
}

export interface SwingSettings {
  /** Hz. */
  readonly frequency: number;
  /** 0 swings for ever, 1 does not overshoot. */
  readonly damping: number;
}

/** How a puppet moves by its joints. Made once by buildPuppetChains(), never written again. */
export interface PuppetChains {
  readonly skeleton: Skeleton;
  /** One per part. */
  readonly joints: readonly PartJoint[];
  /** In the file's order. */
  readonly chains: readonly ChainModel[];
  /** Numbers of the chains in the order in which they are solved: from the whole puppet outwards, then the file's. */
  readonly order: readonly number[];
  /** In the file's order. */
  readonly effectors: readonly EffectorModel[];
  /** How each part swings when an impulse passes it, or null where none can: its own spring, else one as quick as the wave. */
  readonly waveSprings: readonly (SwingSettings | null)[];
  /** Height of the puppet's joints at rest or length of its longest chain, whichever is more, metres: what speeds are measured by. */
  readonly size: number;
}

/** `skeleton` is that of the file's parts (buildPartSkeleton). Refuses a chain or effector that refers to nothing. */
export function buildPuppetChains(
  file: Pick<PuppetFile, 'parts' | 'chains' | 'effectors'>,
  skeleton: Skeleton,
): PuppetChains {
  const byName = new Map(file.parts.map((part) => [part.name, part]));
  const inOrder = skeleton.names.slice(1).map((name) => requirePart(byName, name, 'parts'));
  const joints = inOrder.map(buildPartJoint);
  const chains = file.chains.map((chain, index) => buildChain(chain, `chains[${index}]`, inOrder, joints));
  const effectors = file.effectors.map(({ chain, point, turns }, index): EffectorModel => {
    const where = `effectors[${index}]`;
    const number = file.chains.findIndex(({ name }) => name === chain);
    if (number < 0) throw new InputError(`${where}.chain`, `expected the name of a chain, got "${chain}"`);
    const most = chains[number].parts.length;
    if (!Number.isInteger(point) || point > most) {
      throw new InputError(`${where}.point`, `expected a whole number from 0 to ${most}, got ${point}`);
    }
    return { chain: number, point, turns };
  });
  const depths = chains.map(({ parts }) => depthOf(skeleton, parts[0]));
  const order = chains.map((_, index) => index).sort((a, b) => depths[a] - depths[b] || a - b);
  const size = Math.max(heightOf(skeleton), ...chains.map(({ chain }) => chain.length), 1e-6);
  const waveSprings = joints.map(({ spring }, part) => {
    const wave = chains.find((chain) => chain.wave && chain.parts.includes(part))?.wave;
    return wave ? (spring ?? passingSwing(wave.speed)) : null;
  });
  return { skeleton, joints, chains, order, effectors, waveSprings, size };
}

/** A joint without a spring lets an impulse pass: it swings out once and is back when the wave is two joints on. */
function passingSwing(speed: number): SwingSettings {
  return { frequency: Math.min(8, Math.max(0.5, speed / 4)), damping: 0.7 };
}

function buildChain(
  { name, parts, root, tip, solver, wave }: PuppetChain,
  where: string,
  inOrder: readonly PuppetPart[],
  joints: readonly PartJoint[],
): ChainModel {
  if (parts.length === 0) throw new InputError(`${where}.parts`, 'expected at least one part, got none');
  const numbers = parts.map((part, at) => {
    const number = inOrder.findIndex((known) => known.name === part);
    if (number < 0) throw new InputError(`${where}.parts[${at}]`, `expected the name of a part, got "${part}"`);
    if (at > 0 && inOrder[number].parent !== parts[at - 1]) {
      throw new InputError(
        `${where}.parts[${at}]`,
        `expected a part linked to "${parts[at - 1]}", got "${part}"; link it first`,
      );
    }
    return number;
  });
  const rawJoints = numbers.map((number, at): RawChainJoint => {
    const from = pivotOf(inOrder[number]);
    const to = at + 1 < numbers.length ? pivotOf(inOrder[numbers[at + 1]]) : endOf(inOrder[number]);
    const { dofs, cone, weight, maxStep } = joints[number];
    return {
      bone: [to[0] - from[0], to[1] - from[1], to[2] - from[2]],
      dofs,
      weight,
      ...(cone ? { cone } : {}),
      ...(maxStep === null ? {} : { maxStep }),
    };
  });
  const angleIndices = numbers.flatMap((number) =>
    joints[number].dofs.flatMap(({ range: [min, max] }, axis) => (max - min < CLOSED_RANGE ? [] : [number * 3 + axis])),
  );
  return {
    name,
    parts: Int16Array.from(numbers),
    chain: buildArticulatedChain(rawJoints),
    angleIndices: Int32Array.from(angleIndices),
    isRootFree: root === 'free',
    isTipFixed: tip === 'fixed',
    solver,
    wave,
    isOnWhole: inOrder[numbers[0]].parent === null,
  };
}

function requirePart(byName: ReadonlyMap<string, PuppetPart>, name: string, where: string): PuppetPart {
  const part = byName.get(name);
  if (!part) throw new InputError(where, `expected a part named "${name}", got none`);
  return part;
}

/** Links between a part and the whole puppet. */
function depthOf({ parents }: Skeleton, part: number): number {
  let depth = 0;
  for (let joint = parents[part + 1]; joint !== WHOLE; joint = parents[joint]) depth++;
  return depth;
}

function heightOf({ restWorldPositions, jointCount }: Skeleton): number {
  let [low, high] = [Infinity, -Infinity];
  for (let joint = 1; joint < jointCount; joint++) {
    low = Math.min(low, restWorldPositions[joint * 3 + 1]);
    high = Math.max(high, restWorldPositions[joint * 3 + 1]);
  }
  return high > low ? high - low : 0;
}
