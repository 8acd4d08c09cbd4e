import type { HumanoidBone } from '../skeleton/humanoid.js';
import type { BoneJoints } from './boneJoints.js';
import { groundedPairs } from './guessShape.js';
import { depthOf, type NamedRig } from './namedRig.js';
import { nameTokens } from './readJointName.js';

/** What was found of a person: "hips, a spine of 2 joints, a head, 2 legs". */
export function describeFound(bones: BoneJoints): string {
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
export function describeCreature(rig: NamedRig, bones: BoneJoints): string | null {
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
