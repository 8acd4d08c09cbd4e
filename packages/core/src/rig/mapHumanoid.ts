import { type HumanoidBone, humanoidBones, parentBone } from '../skeleton/humanoid.js';
import { type BoneGuess, guessBones } from './guessBones.js';
import { checkNamedRig, isAncestor, type NamedRig } from './namedRig.js';
import { type NameTable, nameTables, plainName } from './nameTables.js';

/** Joint of each humanoid bone. Plain data: a user may change it before a binding is built from it. */
export type BoneJoints = Partial<Record<HumanoidBone, number>>;

export interface GuessedBone {
  readonly bone: HumanoidBone;
  readonly jointName: string;
  readonly why: string;
}

export interface HumanoidMapping {
  readonly bones: BoneJoints;
  /** Family of names that was recognised, "unknown" where none was. */
  readonly convention: string;
  /** Bones found by words and hierarchy and not by a table: worth a look. */
  readonly guessed: readonly GuessedBone[];
  readonly missing: readonly HumanoidBone[];
}

/** With fewer names than these in common a table has matched by accident. */
const leastMatches = 5;

/**
 * Which joint is which humanoid bone. The table that knows most of the names goes first; what it leaves open is
 * guessed and reported. No joint carries two bones, and a bone's joint always hangs below its parent bone's.
 */
export function mapHumanoid(rig: NamedRig): HumanoidMapping {
  checkNamedRig(rig);
  const best = bestTable(rig.names);
  const bones = new Map<HumanoidBone, number>();
  const ignored = new Set<number>();
  if (best) {
    for (const [bone, joint] of matchTable(best, rig.names)) bones.set(bone, joint);
    rig.names.forEach((name, joint) => {
      if (best.ignored.has(nameInTable(best, name))) ignored.add(joint);
    });
  }
  dropMisplaced(rig, bones);
  const guesses = guessBones(rig, bones, ignored);
  const guessed: BoneGuess[] = [];
  for (const guess of guesses) bones.set(guess.bone, guess.joint);
  dropMisplaced(rig, bones);
  for (const guess of guesses) if (bones.get(guess.bone) === guess.joint) guessed.push(guess);

  return {
    bones: Object.fromEntries(humanoidBones.flatMap((bone) => (bones.has(bone) ? [[bone, bones.get(bone)]] : []))),
    convention: best?.convention ?? 'unknown',
    guessed: guessed.map(({ bone, joint, why }) => ({ bone, jointName: rig.names[joint], why })),
    missing: humanoidBones.filter((bone) => !bones.has(bone)),
  };
}

function bestTable(names: readonly string[]): NameTable | null {
  let best: NameTable | null = null;
  let bestScore = 0;
  for (const table of nameTables) {
    const present = new Set(names.map((name) => nameInTable(table, name)));
    if (!table.signature.every((name) => present.has(name))) continue;
    const matches = matchTable(table, names).size;
    // A signature is evidence too: CMU's files know one Mixamo name more than names of their own.
    const score = matches + table.signature.length;
    if (matches >= leastMatches && score > bestScore) {
      best = table;
      bestScore = score;
    }
  }
  return best;
}

function matchTable(table: NameTable, names: readonly string[]): Map<HumanoidBone, number> {
  const matches = new Map<HumanoidBone, number>();
  names.forEach((name, joint) => {
    const bone = table.boneByName.get(nameInTable(table, name));
    if (bone && !matches.has(bone)) matches.set(bone, joint);
  });
  // "Shoulder" and "Leg" mean other bones in other families: half a limb's names do not prove this one.
  for (const side of ['left', 'right'] as const) {
    if (!matches.has(`${side}UpperArm`)) matches.delete(`${side}Shoulder`);
    if (!matches.has(`${side}UpperLeg`)) matches.delete(`${side}LowerLeg`);
  }
  return matches;
}

function nameInTable(table: NameTable, name: string): string {
  const plain = plainName(name);
  return table.prefix ? plain.replace(table.prefix, '') : plain;
}

/** Removes bones whose joint does not hang below the bones it should; parents are judged before children. */
function dropMisplaced(rig: NamedRig, bones: Map<HumanoidBone, number>): void {
  for (const bone of humanoidBones) {
    const joint = bones.get(bone);
    if (joint === undefined) continue;
    const above: HumanoidBone[] = [];
    for (let at = parentBone(bone); at !== null; at = parentBone(at)) if (bones.has(at)) above.push(at);
    const isBelow = (ancestor: HumanoidBone) => isAncestor(rig, bones.get(ancestor) as number, joint);
    const nearest = above[0];
    if (nearest === undefined || isBelow(nearest)) continue;
    // Shoulders may hang lower on the trunk than at its last bone (CMU, Biped); within a limb the order is strict.
    if (!isSided(bone) || isSided(nearest) || !above.some(isBelow)) bones.delete(bone);
  }
}

function isSided(bone: HumanoidBone): boolean {
  return bone.startsWith('left') || bone.startsWith('right');
}
