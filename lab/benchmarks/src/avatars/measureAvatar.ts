import {
  buildRetarget,
  createPose,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  retargetPose,
  type Skeleton,
} from '@leib/core';
import { type Avatar, loadAvatar } from '@leib/three';
import { Vector3 } from 'three';
import { createSkinProbe } from './measureSkin.js';
import { measureWalk, type WalkMeasures } from './measureWalk.js';

/** What became of one file. Angles in degrees, lengths in metres. */
export interface AvatarRow {
  readonly file: string;
  readonly verdict: 'good' | 'poor' | 'refused';
  /** Names that were recognised; what was said where it is poor or refused. */
  readonly mapping: string;
  readonly said: readonly string[];
  readonly boneCount: number;
  readonly guessedCount: number;
  /** Largest angle between a limb of the avatar and the person's, over all poses; null where it was not worn. */
  readonly worstAngle: number | null;
  /** Largest share of skin that a pose left behind, per cent. */
  readonly skinLeft: number | null;
  /** Its feet while a wearer of 1.7 m stands and walks; null where it has none. */
  readonly walk: WalkMeasures | null;
  readonly stature: number | null;
}

const limbs: readonly (readonly [from: string, to: string])[] = [
  ['UpperArm', 'LowerArm'],
  ['LowerArm', 'Hand'],
  ['UpperLeg', 'LowerLeg'],
  ['LowerLeg', 'Foot'],
];

/** Loads a file, moves it as a person moves and looks where bones, skin and feet are. */
export async function measureAvatar(file: File, person: Skeleton, poses: readonly Pose[]): Promise<AvatarRow> {
  let avatar: Avatar;
  try {
    avatar = await loadAvatar(file);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    return { ...nothing, file: file.name, verdict: 'refused', said: [said] };
  }
  const { report } = avatar;
  const row: AvatarRow = {
    file: file.name,
    verdict: report.judgement,
    mapping: report.convention,
    said: [...report.problems, ...report.warnings],
    boneCount: report.bones.filter(({ node }) => node !== null).length,
    guessedCount: report.guessed.length,
    ...measureMoving(avatar, person, poses),
    walk: await measureWalk(avatar),
    stature: report.statureMetres,
  };
  avatar.dispose();
  return row;
}

const nothing = {
  mapping: '',
  boneCount: 0,
  guessedCount: 0,
  worstAngle: null,
  skinLeft: null,
  walk: null,
  stature: null,
};

function measureMoving(avatar: Avatar, person: Skeleton, poses: readonly Pose[]) {
  const { skeleton, bones, root } = avatar;
  root.updateMatrixWorld(true);
  const nodeOf = (bone: HumanoidBone) => bones[jointOfBone(skeleton, bone)] ?? null;
  const skin = createSkinProbe(avatar, nodeOf);
  const retarget = buildRetarget(person, skeleton);
  const own = createPose(skeleton);
  let worst = 0;
  let skinLeft = 0;
  for (const pose of poses) {
    retargetPose(retarget, pose, own);
    avatar.applyPose(own);
    root.updateMatrixWorld(true);
    for (const side of ['left', 'right']) {
      for (const [from, to] of limbs) {
        const [a, b] = [`${side}${from}`, `${side}${to}`] as HumanoidBone[];
        const [start, end] = [nodeOf(a), nodeOf(b)];
        if (!start || !end) continue;
        const shown = end.getWorldPosition(new Vector3()).sub(start.getWorldPosition(new Vector3()));
        const wanted = placeIn(person, pose, b).sub(placeIn(person, pose, a));
        worst = Math.max(worst, (shown.angleTo(wanted) * 180) / Math.PI);
      }
    }
    skinLeft = Math.max(skinLeft, skin.leftBehind());
  }
  return { worstAngle: worst, skinLeft: 100 * skinLeft };
}

function placeIn(skeleton: Skeleton, { worldPositions }: Pose, bone: HumanoidBone): Vector3 {
  return new Vector3().fromArray(worldPositions, jointOfBone(skeleton, bone) * 3);
}
