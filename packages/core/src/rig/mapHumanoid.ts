import { type HumanoidBone, humanoidBones, parentBone, requiredBones } from '../skeleton/humanoid.js';
import { type BoneGuess, type BoneReason, type BoneReasons, boneReason } from './boneReason.js';
import { withoutCommonPrefix } from './commonPrefix.js';
import { guessBones } from './guessBones.js';
import { guessByMirror } from './guessMirror.js';
import { guessByShape } from './guessShape.js';
import { checkNamedRig, isAncestor, type NamedRig } from './namedRig.js';
import { type NameTable, plainName } from './nameTable.js';
import { nameTables } from './nameTables.js';

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
  /** Why each bone's joint was taken. */
  readonly reasons: BoneReasons;
  /** Bones found by words, hierarchy or shape and not by a table: worth a look. */
  readonly guessed: readonly GuessedBone[];
  readonly missing: readonly HumanoidBone[];
}

export interface MapOptions {
  /**
   * Also by the shape of the rig, where names say nothing: for callers that show the guess and let it be changed. False
   * unless given.
   */
  readonly byShape?: boolean;
}

/** With fewer names than these in common a table has matched by accident. */
const leastMatches = 5;

/**
 * Which joint is which humanoid bone. The table that knows most of the names goes first; what it leaves open is guessed by
 * words and chains, then by mirror images, where wanted by the shape of the rig, and reported. No joint carries two bones, and
 * a bone's joint always hangs below its parent bone's.
 */
export function mapHumanoid(rig: NamedRig, { byShape = false }: MapOptions = {}): HumanoidMapping {
  checkNamedRig(rig);
  const { table: best, names } = bestNames(rig.names);
  const named: NamedRig = { ...rig, names };
  const bones = new Map<HumanoidBone, number>();
  const ignored = new Set<number>();
  if (best) {
    for (const [bone, joint] of matchTable(best, names)) bones.set(bone, joint);
    names.forEach((name, joint) => {
      if (best.ignored.has(nameInTable(best, name))) ignored.add(joint);
    });
  }
  dropMisplaced(rig, bones);
  const reasons: Partial<Record<HumanoidBone, BoneReason>> = {};
  for (const bone of bones.keys()) reasons[bone] = boneReason('table', `name of ${best?.convention}`);
  const adopt = (guesses: readonly BoneGuess[]) => {
    for (const { bone, joint, by, why } of guesses) {
      if (bones.has(bone) || [...bones.values()].includes(joint)) continue;
      bones.set(bone, joint);
      reasons[bone] = boneReason(by, why);
    }
    dropMisplaced(rig, bones);
  };
  adopt(guessBones(named, bones, ignored));
  adopt(guessByMirror(rig, bones));
  // Shape says where a person could be, so it only fills in what a person cannot do without.
  if (byShape && requiredBones.some((bone) => !bones.has(bone))) adopt(guessByShape(rig));
  // Of one trunk bone above the spine VRM says that it is the chest.
  const upper = bones.get('upperChest');
  if (upper !== undefined && !bones.has('chest')) {
    bones.delete('upperChest');
    bones.set('chest', upper);
    reasons.chest = reasons.upperChest as BoneReason;
  }

  const inOrder = humanoidBones.filter((bone) => bones.has(bone));
  return {
    bones: Object.fromEntries(inOrder.map((bone) => [bone, bones.get(bone)])),
    convention: best?.convention ?? 'unknown',
    reasons: Object.fromEntries(inOrder.map((bone) => [bone, reasons[bone]])),
    guessed: inOrder.flatMap((bone) => {
      const reason = reasons[bone] as BoneReason;
      const jointName = rig.names[bones.get(bone) as number];
      return reason.by === 'table' ? [] : [{ bone, jointName, why: reason.why }];
    }),
    missing: humanoidBones.filter((bone) => !bones.has(bone)),
  };
}

/** Bone of each joint by the names alone, wherever it hangs. */
export function bonesByName(names: readonly string[]): ReadonlyMap<number, HumanoidBone> {
  const { table, names: read } = bestNames(names);
  return new Map(table ? [...matchTable(table, read)].map(([bone, joint]) => [joint, bone]) : []);
}

/** Names as they are, or without what nearly all of them begin with where a table then knows more of them. */
function bestNames(names: readonly string[]): { readonly table: NameTable | null; readonly names: readonly string[] } {
  const table = bestTable(names);
  const cut = withoutCommonPrefix(names);
  if (cut === names) return { table, names };
  const cutTable = bestTable(cut);
  const matches = (of: NameTable | null, list: readonly string[]) => (of ? matchTable(of, list).size : 0);
  const isBetter = matches(cutTable, cut) > matches(table, names);
  return isBetter ? { table: cutTable, names: cut } : { table, names: table ? names : cut };
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
