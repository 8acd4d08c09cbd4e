import { createVec3, type Vec3, vec3 } from '../math/index.js';
import { type HumanoidBone, humanoidBones, mirrorBone } from '../skeleton/humanoid.js';
import { between, extentOf } from './limbShape.js';
import type { BoneJoints, NamedRig } from './namedRig.js';

/** What each joint carries: skin by weights, rigid meshes by their vertices. */
export interface RigSkin {
  /** Sum of weights per joint; 0 where it carries nothing. */
  readonly weights: ArrayLike<number>;
  /** Middle of what it carries at rest, world space, in the rig's unit. jointCount x 3. */
  readonly centres: ArrayLike<number>;
}

export type DoubtKind = 'unsure' | 'hung' | 'order' | 'swapped' | 'length' | 'proportion' | 'skin' | 'bare';

/** Something about one bone that is probably wrong. */
export interface RigDoubt {
  readonly bone: HumanoidBone;
  readonly kind: DoubtKind;
  /** Goes on from the bone's name: "leftFoot: ...". */
  readonly sentence: string;
  /** True: the body would move wrongly; false: worth a look. */
  readonly isGrave: boolean;
}

interface Body {
  readonly rig: NamedRig & { readonly skin?: RigSkin | null };
  readonly bones: BoneJoints;
  /** Unit vector from the hips to the head, and to the body's left. */
  readonly up: Vec3;
  readonly left: Vec3;
  /** Head to feet, or to knees or hips where there are no feet; the rig's unit. */
  readonly stature: number;
}

const limbs: readonly (readonly [upper: string, lower: string, end: string])[] = [
  ['UpperArm', 'LowerArm', 'Hand'],
  ['UpperLeg', 'LowerLeg', 'Foot'],
];
const trunk: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'];

/** Doubts that the places of joints and skin at rest raise. None without positions. */
export function doubtsOfShape(rig: NamedRig & { readonly skin?: RigSkin | null }, bones: BoneJoints): RigDoubt[] {
  if (!rig.restWorldPositions || bones.hips === undefined || bones.head === undefined) return [];
  const body: Body = { rig, bones, ...axesOf(rig, bones), stature: statureOf(rig, bones) };
  return [...wrongOrder(body), ...swappedSides(body), ...wrongLengths(body), ...unlikeSides(body), ...wrongSkin(body)];
}

/** Hands that stand as low as the feet, on arms that go down like the legs, below a trunk that leans over: a fox, a horse. */
export function looksFourLegged(rig: NamedRig, bones: BoneJoints): boolean {
  const { hips } = bones;
  const shoulders = bones.chest ?? bones.upperChest ?? bones.neck ?? bones.head;
  if (!rig.restWorldPositions || hips === undefined || shoulders === undefined) return false;
  // Sums over both sides: arms that are spread cancel out and say nothing about where down is.
  const [down, feet, hands] = [createVec3(), createVec3(), createVec3()];
  for (const side of ['left', 'right'] as const) {
    const foot = bones[`${side}Toes`] ?? bones[`${side}Foot`] ?? bones[`${side}LowerLeg`];
    const hand = bones[`${side}Hand`] ?? bones[`${side}LowerArm`];
    const [hip, shoulder] = [bones[`${side}UpperLeg`], bones[`${side}UpperArm`]];
    if (foot === undefined || hand === undefined || hip === undefined || shoulder === undefined) return false;
    for (const limb of [between(rig, hip, foot), between(rig, shoulder, hand)]) {
      vec3.add(down, down, vec3.normalize(limb, limb));
    }
    vec3.add(feet, feet, between(rig, hips, foot));
    vec3.add(hands, hands, between(rig, hips, hand));
  }
  vec3.normalize(down, down);
  const back = between(rig, hips, shoulders);
  const isLeaning = vec3.dot(back, down) > -0.6 * vec3.length(back);
  return isLeaning && vec3.dot(hands, down) > 0.65 * vec3.dot(feet, down);
}

function axesOf(rig: NamedRig, bones: BoneJoints): { readonly up: Vec3; readonly left: Vec3 } {
  const up = between(rig, bones.hips as number, bones.head as number);
  vec3.normalize(up, up);
  const left = createVec3();
  for (const bone of humanoidBones) {
    const pair = bone.startsWith('left') ? pairOf(bones, bone) : null;
    if (pair) vec3.add(left, left, between(rig, pair[1], pair[0]));
  }
  return { up, left: vec3.normalize(left, left) };
}

function statureOf(rig: NamedRig, bones: BoneJoints): number {
  const { leftFoot, rightFoot, leftLowerLeg, rightLowerLeg, hips } = bones;
  const low = leftFoot ?? rightFoot ?? leftLowerLeg ?? rightLowerLeg ?? hips;
  return vec3.length(between(rig, low as number, bones.head as number)) || extentOf(rig);
}

/** The trunk goes up, legs go down. */
function wrongOrder({ rig, bones, up, stature }: Body): RigDoubt[] {
  const doubts: RigDoubt[] = [];
  const slack = 0.02 * stature;
  const check = (low: HumanoidBone, high: HumanoidBone, bone: HumanoidBone) => {
    const a = bones[low];
    const b = bones[high];
    if (a === undefined || b === undefined || vec3.dot(up, between(rig, a, b)) > -slack) return;
    doubts.push({
      bone,
      kind: 'order',
      sentence: 'the bones above and below it stand in the wrong order',
      isGrave: true,
    });
  };
  const present = trunk.filter((bone) => bones[bone] !== undefined);
  present.slice(1).forEach((bone, i) => {
    check(present[i], bone, bone);
  });
  for (const side of ['left', 'right'] as const) {
    check(`${side}LowerLeg`, `${side}UpperLeg`, `${side}LowerLeg`);
    check(`${side}Foot`, `${side}LowerLeg`, `${side}Foot`);
  }
  return doubts;
}

/** Pairs that lie the other way round than most, and a body whose toes point back. */
function swappedSides({ rig, bones, up, left, stature }: Body): RigDoubt[] {
  const doubts: RigDoubt[] = [];
  const sentence = 'left and right are probably exchanged';
  for (const bone of humanoidBones) {
    const pair = bone.startsWith('left') ? pairOf(bones, bone) : null;
    if (!pair || vec3.dot(left, between(rig, pair[1], pair[0])) > -0.02 * stature) continue;
    doubts.push({ bone, kind: 'swapped', sentence, isGrave: /Arm|Leg|Hand|Foot/.test(bone) });
  }
  const ahead = vec3.cross(createVec3(), left, up);
  const toes = (['left', 'right'] as const).flatMap((side) => {
    const [foot, toe] = [bones[`${side}Foot`], bones[`${side}Toes`]];
    return foot === undefined || toe === undefined ? [] : [vec3.dot(ahead, between(rig, foot, toe)) / stature];
  });
  if (toes.length === 2 && toes.every((way) => way < -0.02)) {
    doubts.push({ bone: 'leftFoot', kind: 'swapped', sentence: `the toes point back: ${sentence}`, isGrave: true });
  }
  return doubts;
}

/** Bones of no length, and limbs whose halves differ more than any body's. */
function wrongLengths({ rig, bones, stature }: Body): RigDoubt[] {
  const doubts: RigDoubt[] = [];
  for (const side of ['left', 'right'] as const) {
    for (const [upper, lower, end] of limbs) {
      const [a, b, c] = [upper, lower, end].map((part) => bones[`${side}${part}` as HumanoidBone]);
      if (a === undefined || b === undefined || c === undefined) continue;
      const first = vec3.length(between(rig, a, b));
      const second = vec3.length(between(rig, b, c));
      const bone = `${side}${lower}` as HumanoidBone;
      const short = 0.01 * stature;
      if (first < short || second < short) {
        const sentence = 'it has no length, so the limb cannot bend there';
        doubts.push({
          bone: first < short ? (`${side}${upper}` as HumanoidBone) : bone,
          kind: 'length',
          sentence,
          isGrave: true,
        });
      } else if (first > 4 * second || second > 4 * first) {
        doubts.push({
          bone,
          kind: 'proportion',
          sentence: 'one half of the limb is over four times the other',
          isGrave: true,
        });
      }
    }
  }
  return doubts;
}

/** Limbs that are longer on one side. */
function unlikeSides({ rig, bones, stature }: Body): RigDoubt[] {
  return limbs.flatMap(([upper, , end]): RigDoubt[] => {
    const [left, right] = (['left', 'right'] as const).map((side) => {
      const [a, b] = [bones[`${side}${upper}` as HumanoidBone], bones[`${side}${end}` as HumanoidBone]];
      return a === undefined || b === undefined ? null : vec3.length(between(rig, a, b));
    });
    if (left == null || right == null || Math.abs(left - right) < 0.3 * Math.max(left, right)) return [];
    if (Math.abs(left - right) < 0.05 * stature) return [];
    const bone = `${left < right ? 'left' : 'right'}${end}` as HumanoidBone;
    return [
      { bone, kind: 'proportion', sentence: 'its limb is much shorter than the one on the other side', isGrave: true },
    ];
  });
}

/** Skin that a bone moves but that lies far from it, and limbs that move no skin at all. */
function wrongSkin(body: Body): RigDoubt[] {
  const { rig, bones, stature } = body;
  const { skin } = rig;
  const at = rig.restWorldPositions;
  if (!skin || !at) return [];
  const mapped = new Map(humanoidBones.flatMap((bone) => (bones[bone] === undefined ? [] : [[bones[bone], bone]])));
  const doubts: RigDoubt[] = [];
  for (const [joint, bone] of mapped as Map<number, HumanoidBone>) {
    const carried = weightBelow(rig, skin, joint, new Set(mapped.keys() as Iterable<number>));
    if (carried === 0) {
      const isLimb = /Arm|Leg/.test(bone);
      const hasAny = weightBelow(rig, skin, joint, new Set()) > 0;
      if (isLimb && !hasAny) doubts.push({ bone, kind: 'bare', sentence: 'no skin follows it', isGrave: true });
      continue;
    }
    if (skin.weights[joint] === 0 || bone === 'hips' || bone === 'head') continue;
    const reach = farthestChild(body, joint);
    const centre = createVec3(skin.centres[joint * 3], skin.centres[joint * 3 + 1], skin.centres[joint * 3 + 2]);
    const away = vec3.distance(centre, [at[joint * 3], at[joint * 3 + 1], at[joint * 3 + 2]]);
    if (away < reach + 0.25 * stature) continue;
    doubts.push({ bone, kind: 'skin', sentence: 'the skin that it moves lies far away from it', isGrave: true });
  }
  return doubts;
}

/** What a joint carries, with what hangs on it, up to the next mapped bones. */
function weightBelow(rig: NamedRig, skin: RigSkin, top: number, stops: ReadonlySet<number>): number {
  let sum = skin.weights[top];
  const inside = new Set([top]);
  for (let joint = top + 1; joint < rig.names.length; joint++) {
    if (!inside.has(rig.parents[joint]) || stops.has(joint)) continue;
    inside.add(joint);
    sum += skin.weights[joint];
  }
  return sum;
}

function farthestChild({ rig }: Body, joint: number): number {
  let reach = 0;
  rig.names.forEach((_, other) => {
    if (rig.parents[other] === joint) reach = Math.max(reach, vec3.length(between(rig, joint, other)));
  });
  return reach;
}

function pairOf(bones: BoneJoints, left: HumanoidBone): [left: number, right: number] | null {
  const [a, b] = [bones[left], bones[mirrorBone(left)]];
  return a === undefined || b === undefined ? null : [a, b];
}
