import { type HumanoidBone, humanoidBones, parentBone, requiredBones } from '../skeleton/humanoid.js';
import { facingOf } from './facing.js';
import { groundedPairs } from './guessShape.js';
import { doubtsOfShape, looksFourLegged, type RigDoubt, type RigSkin } from './judgeShape.js';
import {
  type BoneJoints,
  type BoneReasons,
  depthOf,
  doubtfulConfidence,
  isAncestor,
  type NamedRig,
} from './namedRig.js';
import { nameTokens, readJointName } from './readJointName.js';

/** 'good': wear it. 'poor': it moves, but something is probably mapped wrongly. 'refused': it cannot move as a person. */
type RigVerdict = 'good' | 'poor' | 'refused';

export interface RigJudgement {
  readonly verdict: RigVerdict;
  /** Why it is not good, one sentence each, the gravest first. */
  readonly sentences: readonly string[];
  /** What is wrong with single bones. */
  readonly doubts: readonly RigDoubt[];
  /** Whether other joints could take the place of the missing bones, so that mapping by hand may help. */
  readonly isMendable: boolean;
}

export interface JudgedRig extends NamedRig {
  /** What the joints carry; null where it is not known. */
  readonly skin?: RigSkin | null;
}

interface JudgedMapping {
  readonly bones: BoneJoints;
  readonly reasons: BoneReasons;
}

/** Parts without which a body cannot be moved: what people call them, and their bones. */
const parts: readonly (readonly [name: string, bones: readonly HumanoidBone[]])[] = [
  ['hips', ['hips']],
  ['a head', ['head']],
  ['a left arm with an elbow', ['leftUpperArm', 'leftLowerArm']],
  ['a right arm with an elbow', ['rightUpperArm', 'rightLowerArm']],
  ['a left leg with a knee', ['leftUpperLeg', 'leftLowerLeg']],
  ['a right leg with a knee', ['rightUpperLeg', 'rightLowerLeg']],
];
const legBones: readonly HumanoidBone[] = ['leftUpperLeg', 'rightUpperLeg', 'leftLowerLeg', 'rightLowerLeg'];

/**
 * Judges a mapping by its bones, their reasons and where they are at rest. A body without any legs is worn from the hips up; any
 * other part that is missing refuses it.
 */
export function judgeRig(rig: JudgedRig, { bones, reasons }: JudgedMapping): RigJudgement {
  const lackingAny = parts.filter(([, needed]) => needed.some((bone) => bones[bone] === undefined));
  const isLegless =
    legBones.every((bone) => bones[bone] === undefined) &&
    lackingAny.every(([name]) => /leg/.test(name)) &&
    !rig.names.some(isLegName);
  const lacking = isLegless ? [] : lackingAny;
  const free = rig.names.length - Object.keys(bones).length;
  if (lacking.length > 0) {
    const missing = lacking.flatMap(([, needed]) => needed.filter((bone) => bones[bone] === undefined));
    const isMendable = free >= missing.length && rig.names.length >= 12;
    const creature = describeCreature(rig, bones);
    return {
      verdict: 'refused',
      sentences: sentencesOfRefusal(rig, bones, listOf(lacking.map(([name]) => name)), creature, isMendable),
      doubts: [],
      isMendable: isMendable && creature === null,
    };
  }
  const isNamed = requiredBones.every((bone) => (reasons[bone]?.confidence ?? 1) >= doubtfulConfidence);
  if (looksFourLegged(rig, bones) || (!isNamed && groundedPairs(rig) > 1)) {
    const sentences = ['It goes on four legs, with hands on the ground beside the feet.'];
    return { verdict: 'refused', sentences, doubts: [], isMendable: false };
  }
  const doubts = [...upsideDown(rig, bones), ...doubtsOfReasons(rig, bones, reasons), ...doubtsOfShape(rig, bones)];
  const grave = doubts.filter(({ isGrave }) => isGrave);
  const sentences = [...sentencesOfMissing(rig, bones, isLegless), ...sentencesOfDoubts(grave)];
  return { verdict: sentences.length > 0 ? 'poor' : 'good', sentences, doubts, isMendable: true };
}

/** Whether a joint is called after a part of a leg: a body that has one is not without legs. */
function isLegName(name: string): boolean {
  return /Leg|foot|toes/.test(readJointName(name)?.kind ?? '');
}

/** What it lacks, what was found, what it probably is, and what can be done. */
function sentencesOfRefusal(
  rig: JudgedRig,
  bones: BoneJoints,
  lacking: string,
  creature: string | null,
  isMendable: boolean,
): string[] {
  const found = describeFound(bones);
  const what = found === '' ? `none of a person's bones among ${rig.names.length} joints` : found;
  return [
    `No person was found in it; it lacks ${lacking}.`,
    `Found: ${what}.`,
    ...(creature ? [`It looks like ${creature}.`] : []),
    ...(isMendable && !creature ? ['If it is a person, set its bones by hand.'] : []),
  ];
}

function sentencesOfMissing(rig: JudgedRig, bones: BoneJoints, isLegless: boolean): string[] {
  // A trunk of one piece turns at the hips, and nothing hangs on its spine.
  const needed = requiredBones.filter((bone) => bone !== 'spine' && !(isLegless && /Leg|Foot/.test(bone)));
  const missing = needed.filter((bone) => bones[bone] === undefined);
  const isEnd = (bone: HumanoidBone) => {
    const lower = bones[parentBone(bone) ?? 'hips'];
    return /Hand|Foot/.test(bone) && lower !== undefined && (rig.skin?.weights[lower] ?? 0) > 0;
  };
  const [ends, others] = [missing.filter(isEnd), missing.filter((bone) => !isEnd(bone))];
  return [
    ...(others.length > 0 ? [`It lacks ${listOf(others)}; what hangs on them stays still.`] : []),
    ...(ends.length > 0 ? [`It lacks ${listOf(ends)}; these limbs end where their skin does.`] : []),
  ];
}

/** Bones that hang above the bone they should hang on: no rehanging can mend that. */
function upsideDown(rig: NamedRig, bones: BoneJoints): RigDoubt[] {
  return humanoidBones.flatMap((bone) => {
    const joint = bones[bone];
    let above = parentBone(bone);
    while (above !== null && bones[above] === undefined) above = parentBone(above);
    if (joint === undefined || above === null || !isAncestor(rig, joint, bones[above] as number)) return [];
    return [{ bone, kind: 'hung', sentence: `${above} hangs on it, not the other way round`, isGrave: true }];
  });
}

/** Bones that carry the body and rest on nothing but the rig's shape: grave where no foot and no face shows its front. */
function doubtsOfReasons(rig: JudgedRig, bones: BoneJoints, reasons: BoneReasons): RigDoubt[] {
  const isFrontKnown = facingOf(rig, bones) !== 0;
  return humanoidBones.flatMap((bone) => {
    const reason = bones[bone] === undefined ? undefined : reasons[bone];
    if (!reason || reason.confidence >= doubtfulConfidence) return [];
    const isGrave = requiredBones.includes(bone) && !isFrontKnown;
    const sentence = isFrontKnown
      ? 'found only by place, not by name'
      : 'found only by place, and nothing shows which way the body faces';
    return [{ bone, kind: 'unsure', sentence, isGrave }];
  });
}

/** One sentence per kind of doubt, with the bones that it is about. */
function sentencesOfDoubts(doubts: readonly RigDoubt[]): string[] {
  const byKind = new Map<string, RigDoubt[]>();
  for (const doubt of doubts) byKind.set(doubt.kind, [...(byKind.get(doubt.kind) ?? []), doubt]);
  return [...byKind.values()].map((same) => {
    const names = same.map(({ bone }) => bone);
    const shown = names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : listOf(names);
    return `${capital(shown)}: ${same[0].sentence}.`;
  });
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What was found of a person: "hips, a spine of 2 joints, a head, 2 legs". */
function describeFound(bones: BoneJoints): string {
  const has = (bone: HumanoidBone) => bones[bone] !== undefined;
  const spine = (['spine', 'chest', 'upperChest'] as const).filter(has).length;
  const found = [
    ...(has('hips') ? ['hips'] : []),
    ...(spine > 0 ? [`a spine of ${spine} ${spine === 1 ? 'joint' : 'joints'}`] : []),
    ...(has('neck') ? ['a neck'] : []),
    ...(has('head') ? ['a head'] : []),
    ...limbsFound(bones, 'arm', ['UpperArm', 'LowerArm'], ['Shoulder', 'UpperArm', 'LowerArm', 'Hand']),
    ...limbsFound(bones, 'leg', ['UpperLeg', 'LowerLeg'], ['UpperLeg', 'LowerLeg', 'Foot', 'Toes']),
  ];
  return found.join(', ');
}

/** Whole limbs are counted, parts of others are named. */
function limbsFound(bones: BoneJoints, word: string, needed: readonly string[], all: readonly string[]): string[] {
  const sides = ['left', 'right'] as const;
  const ofSide = (side: string, parts: readonly string[]) =>
    parts.filter((part) => bones[`${side}${part}` as HumanoidBone] !== undefined);
  const whole = sides.filter((side) => ofSide(side, needed).length === needed.length);
  const parts = sides.filter((side) => !whole.includes(side) && ofSide(side, all).length > 0);
  return [
    ...(whole.length > 0 ? [`${whole.length} ${word}${whole.length > 1 ? 's' : ''}`] : []),
    ...parts.map((side) => `of the ${side} ${word} only ${ofSide(side, all).map(inWords).join(' and ')}`),
  ];
}

function inWords(part: string): string {
  return part.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

const frontWords = ['front', 'fore', 'frontleg', 'foreleg', 'frontfoot'];
const backWords = ['back', 'hind', 'rear', 'backleg', 'hindleg', 'backfoot'];
const legWords = ['leg', 'paw', 'foot', 'hoof', 'thigh', 'calf', 'ankle', 'knee', 'upperleg', 'lowerleg'];
const fingerWords = ['thumb', 'index', 'middle', 'ring', 'little', 'pinky'];

/** What a rig is that is no person, as far as names and shape tell: "an animal on four legs"; null where they do not. */
function describeCreature(rig: NamedRig, bones: BoneJoints): string | null {
  const tokens = rig.names.map(nameTokens);
  const count = (...words: string[]) => tokens.filter((name) => name.some((token) => words.includes(token))).length;
  const hasLeg = (words: readonly string[]) =>
    tokens.some(
      (name) => name.some((token) => words.includes(token)) && name.some((token) => legWords.includes(token)),
    );
  const pairs = groundedPairs(rig);
  if (count('wheel', 'tire', 'tyre') >= 2) return 'a vehicle with wheels';
  if (pairs > 2) return `an animal on ${2 * pairs} legs`;
  const isFourLegged = (hasLeg(frontWords) && hasLeg(backWords)) || count('paw', 'hoof') >= 3 || pairs === 2;
  if (isFourLegged) return 'an animal on four legs';
  const hasArms = bones.leftLowerArm !== undefined || bones.rightLowerArm !== undefined;
  const hasLegs = bones.leftLowerLeg !== undefined || bones.rightLowerLeg !== undefined;
  const fingers = fingerWords.filter((word) => count(word) > 0).length;
  if (fingers >= 4 && bones.head === undefined && !hasArms) return 'a hand alone';
  if (count('wing', 'wings') >= 2 && !hasArms) return 'an animal with wings and without arms';
  if (count('fin', 'fins', 'tail', 'dorsal') >= 1 && !hasArms && !hasLegs)
    return 'an animal with a tail or fins and without limbs';
  return hasArms || hasLegs || !isOneChain(rig) ? null : 'one chain of joints, like a snake or a rope';
}

/** Whether most joints hang one below another. */
function isOneChain(rig: NamedRig): boolean {
  const deepest = Math.max(...rig.names.map((_, joint) => depthOf(rig, joint)), 0);
  return rig.names.length >= 5 && deepest + 1 >= 0.6 * rig.names.length;
}
