import {
  buildSkeleton,
  type HumanoidBone,
  humanoidBones,
  InputError,
  isRecord,
  jointOfBone,
  parentBone,
  type RawJoint,
  type Skeleton,
} from '@leib/core';
import type { ActorDoc, Json } from '@leib/stage';

/** Bones that were set by hand: name of the file's node, or null where it has none. */
export type SetBones = Readonly<Partial<Record<HumanoidBone, string | null>>>;

/** Somebody's own body as their entry of a room's document has it. */
export interface FileBody {
  /** SHA-256 of the file, which the server has. */
  readonly hash: string;
  /** Empty where they are as guessed. */
  readonly bones: SetBones;
  /** The bones that humans have, of the file's proportions: for who does not open the file. Null where it was not said. */
  readonly skeleton: Skeleton | null;
}

/** Characters of bones by hand; a body with more of them is guessed by the others. */
const MOST_BONE_LETTERS = 8000;
/** Places are told in tenths of millimetres, and no bone is longer than this, metres. */
const TENTHS = 10_000;
const LONGEST = 20;

/** For the document: bones and proportions in some thousand characters. */
export function writeFileBody({ hash, bones, skeleton }: FileBody): ActorDoc['body'] {
  const isTold = Object.keys(bones).length > 0 && JSON.stringify(bones).length <= MOST_BONE_LETTERS;
  return {
    kind: 'file',
    hash,
    ...(isTold && { bones: bones as Json }),
    ...(skeleton && { rest: restOf(skeleton) as Json }),
  };
}

/** From the document, where anybody may have written it: what is wrong in it is left out. Null: it is no file. */
export function readFileBody({ kind, hash, bones, rest }: ActorDoc['body']): FileBody | null {
  if (kind !== 'file' || typeof hash !== 'string') return null;
  return { hash, bones: readBones(bones), skeleton: readRest(rest) };
}

function readBones(value: unknown): SetBones {
  if (!isRecord(value) || JSON.stringify(value).length > MOST_BONE_LETTERS) return {};
  const isBone = ([bone, node]: [string, unknown]) =>
    humanoidBones.includes(bone as HumanoidBone) && (node === null || typeof node === 'string');
  return Object.fromEntries(Object.entries(value).filter(isBone)) as SetBones;
}

/** Of each bone, in the order of humanoidBones, where it begins beside the nearest one above it that is there. */
function restOf(skeleton: Skeleton): readonly (readonly number[] | null)[] {
  return humanoidBones.map((bone) => {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) return null;
    const above = aboveOf(bone, (one) => jointOfBone(skeleton, one) >= 0);
    const from = above === null ? -1 : jointOfBone(skeleton, above);
    const { restWorldPositions: places } = skeleton;
    return [0, 1, 2].map((k) => Math.round((places[joint * 3 + k] - (from < 0 ? 0 : places[from * 3 + k])) * TENTHS));
  });
}

function readRest(value: unknown): Skeleton | null {
  if (!Array.isArray(value) || value.length !== humanoidBones.length) return null;
  const isPlace = (place: unknown) =>
    Array.isArray(place) &&
    place.length === 3 &&
    place.every((part) => typeof part === 'number' && Math.abs(part) <= LONGEST * TENTHS);
  if (!value.every((place) => place === null || isPlace(place))) return null;
  const isThere = (bone: HumanoidBone) => value[humanoidBones.indexOf(bone)] !== null;
  const joints = humanoidBones.filter(isThere).map((bone): RawJoint => {
    const [x, y, z] = value[humanoidBones.indexOf(bone)].map((part: number) => part / TENTHS);
    return { name: bone, bone, parent: aboveOf(bone, isThere), offset: [x, y, z] };
  });
  return buildOrNull(joints);
}

/** The same body in another size. */
export function scaledSkeleton({ names, parents, restOffsets, jointToBone }: Skeleton, scale: number): Skeleton {
  return buildSkeleton(
    names.map((name, joint): RawJoint => {
      const [x, y, z] = restOffsets.subarray(joint * 3, joint * 3 + 3);
      const parent = parents[joint] < 0 ? null : names[parents[joint]];
      const bone = humanoidBones[jointToBone[joint]];
      return { name, parent, offset: [x * scale, y * scale, z * scale], ...(bone && { bone }) };
    }),
  );
}

function buildOrNull(joints: readonly RawJoint[]): Skeleton | null {
  try {
    return buildSkeleton(joints);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function aboveOf(bone: HumanoidBone, isThere: (bone: HumanoidBone) => boolean): HumanoidBone | null {
  let above = parentBone(bone);
  while (above !== null && !isThere(above)) above = parentBone(above);
  return above;
}
