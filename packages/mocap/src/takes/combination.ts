import {
  accept,
  type Decoded,
  decodeJson,
  describeValue,
  type HumanoidBone,
  humanoidBones,
  ownValue,
  refuse,
  type Skeleton,
  tableOf,
} from '@leib/core';
import * as v from 'valibot';

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));
const names = v.pipe(v.array(v.string()), v.minLength(1));
/** How a time is found by comparing movements. */
const align = v.optional(
  v.strictObject({
    /** Groups whose movement is in both takes. */
    groups: names,
    /** The time is looked for so far before and after the given one, seconds. */
    within: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0.01)), 1),
  }),
);
/** Seconds of the take; its begin and end when absent. */
const range = { from: v.optional(seconds), to: v.optional(seconds) };

/** A stretch of a take with the whole body. Pieces follow each other in time. */
const pieceSchema = v.strictObject({
  take: v.string(),
  ...range,
  /** How long it overlaps the piece before it, seconds. */
  blend: v.optional(seconds, 0.25),
  /** `continue`: turned and moved to where the piece before it has brought the body; `recorded`: where it was recorded. */
  place: v.optional(v.picklist(['continue', 'recorded']), 'continue'),
  /** Moves `from` so that the movement goes on where the piece before it is. */
  align,
});
export type CombinationPiece = Readonly<v.InferOutput<typeof pieceSchema>>;

/** Some groups of the body from another take, laid over the pieces. */
const layerSchema = v.strictObject({
  take: v.string(),
  groups: names,
  /** When it begins in the combination, seconds. */
  at: v.optional(v.pipe(v.number(), v.finite()), 0),
  ...range,
  /** How long it takes to come and to go, seconds. */
  blend: v.optional(seconds, 0.25),
  /**
   * `joint`: rotations between the bones as in its take. `world`: the part leans as it leaned in its take, whatever the
   * pelvis does below it, and heads where the pelvis heads.
   */
  orientation: v.optional(v.picklist(['joint', 'world']), 'joint'),
  /** Moves `at` so that both takes move together. */
  align,
});
export type CombinationLayer = Readonly<v.InferOutput<typeof layerSchema>>;

const schema = v.strictObject({
  format: v.literal('leib-combination/1'),
  name: v.optional(v.string(), 'combination'),
  /** Frames per second; those of the first piece's take when absent. */
  hz: v.optional(v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(1000))),
  /** Files by the names that pieces and layers use. */
  takes: tableOf(v.string(), v.strictObject({ file: v.pipe(v.string(), v.minLength(1)) })),
  /** Groups of the file's own. */
  groups: v.optional(tableOf(v.string(), v.pipe(v.array(v.picklist(humanoidBones)), v.minLength(1))), {}),
  pieces: v.pipe(v.array(pieceSchema), v.minLength(1)),
  layers: v.optional(v.array(layerSchema), []),
});

/** Which parts of which takes make one movement: file `leib-combination/1`. */
export type Combination = Readonly<Omit<v.InferOutput<typeof schema>, 'format'>>;

/** Reads a combination, or says in one sentence where it is wrong. */
export function parseCombination(text: string): Decoded<Combination> {
  const decoded = decodeJson(text, schema);
  if (!decoded.ok) return decoded;
  const { format: _format, ...combination } = decoded.value;
  const parts = [
    ...combination.pieces.map((piece, i) => ({ ...piece, where: `pieces[${i}]`, groups: [] })),
    ...combination.layers.map((layer, i) => ({ ...layer, where: `layers[${i}]` })),
  ];
  for (const part of parts) {
    const refused = checkPart(part, combination);
    if (refused !== null) return refused;
  }
  return accept(combination);
}

type Part = Omit<CombinationLayer, 'at' | 'blend' | 'orientation'> & { readonly where: string };

function checkPart(part: Part, { takes, groups }: Pick<Combination, 'takes' | 'groups'>): Decoded<never> | null {
  const { where, take, from = 0, to = Infinity } = part;
  if (!Object.hasOwn(takes, take)) {
    const known = Object.keys(takes);
    return refuse(`${where}.take`, `expected one of ${listed(known)}, got ${describeValue(take)}; add it to "takes"`);
  }
  if (from >= to) return refuse(`${where}.to`, `expected more than "from" (${from}), got ${to}`);
  for (const [key, names] of [
    ['groups', part.groups],
    ['align.groups', part.align?.groups ?? []],
  ] as const) {
    for (const [i, name] of names.entries()) {
      if (!Object.hasOwn(groups, name) && !Object.hasOwn(bodyGroups, name)) {
        const known = [...Object.keys(bodyGroups), ...Object.keys(groups)];
        return refuse(`${where}.${key}[${i}]`, `expected one of ${listed(known)}, got ${describeValue(name)}`);
      }
    }
  }
  if (bonesOfGroups(part.groups, groups).has('hips')) {
    return refuse(
      `${where}.groups`,
      'expected groups without the hips, which lead the way over the floor; put that take into "pieces"',
    );
  }
  return null;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'the names in "takes", which has none';
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ', ...' : ''}`;
}

/** All bones of some groups; the file's own groups come first. */
export function bonesOfGroups(names: readonly string[], own: BodyGroups): Set<HumanoidBone> {
  const known: BodyGroups = { ...bodyGroups, ...own };
  return new Set(names.flatMap((name) => ownValue(known, name) ?? []));
}

/** The file of a combination. */
export function combinationText(combination: Combination): string {
  return `${JSON.stringify({ format: 'leib-combination/1', ...combination }, null, 2)}\n`;
}

/** Parts of the body that can come from different takes, by name. A file may add its own. */
type BodyGroups = Readonly<Record<string, readonly HumanoidBone[]>>;

const trunk: readonly HumanoidBone[] = ['spine', 'chest', 'upperChest'];
const head: readonly HumanoidBone[] = ['neck', 'head', 'jaw', 'leftEye', 'rightEye'];
const armEnds = ['Shoulder', 'UpperArm', 'LowerArm'] as const;
const legEnds = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const;
const sides = ['left', 'right'] as const;

const arm = (side: 'left' | 'right'): HumanoidBone[] => armEnds.map((end): HumanoidBone => `${side}${end}`);

/** Hand and fingers: all of a side that is neither arm, leg nor eye. */
const hand = (side: 'left' | 'right'): HumanoidBone[] =>
  humanoidBones.filter(
    (bone) =>
      bone.startsWith(side) &&
      !bone.endsWith('Eye') &&
      !arm(side).includes(bone) &&
      !legEnds.some((end) => bone === `${side}${end}`),
  );

/** The groups that every combination knows. Together they hold every bone once. */
export const bodyGroups = {
  pelvis: ['hips'],
  legs: sides.flatMap((side) => legEnds.map((end): HumanoidBone => `${side}${end}`)),
  trunk,
  head,
  leftArm: arm('left'),
  rightArm: arm('right'),
  leftHand: hand('left'),
  rightHand: hand('right'),
} as const satisfies BodyGroups;

/** Joints of a skeleton that belong to bones; a joint without a bone belongs to the nearest bone above it. */
export function jointsOfBones({ jointCount, jointToBone, parents }: Skeleton, bones: ReadonlySet<HumanoidBone>) {
  const isMember = new Uint8Array(jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    const bone = humanoidBones[jointToBone[joint]];
    if (bone !== undefined) isMember[joint] = bones.has(bone) ? 1 : 0;
    else if (parents[joint] >= 0) isMember[joint] = isMember[parents[joint]];
  }
  return isMember;
}
