import { type HumanoidBone, humanoidBones, type RigJudgement } from '@leib/core';
import type { Avatar, AvatarBones, AvatarRig } from '@leib/three';

type AvatarBone = Avatar['report']['bones'][number];

/** The file's node of every humanoid bone; null where it has none. What loadAvatar() takes as `bones`. */
export type EditedBones = Readonly<Record<HumanoidBone, string | null>>;

export function editedBonesOf(rig: Pick<AvatarRig, 'rig'>, { mapping }: ReturnType<AvatarRig['judge']>): EditedBones {
  const nodeOf = (bone: HumanoidBone) => {
    const joint = mapping.bones[bone];
    return joint === undefined ? null : rig.rig.names[joint];
  };
  return Object.fromEntries(humanoidBones.map((bone) => [bone, nodeOf(bone)])) as EditedBones;
}

/** One bone set to another node. A node is one bone at most, so the bone that had it loses it. */
export function assignBone(bones: EditedBones, bone: HumanoidBone, node: string | null): EditedBones {
  const next: Record<HumanoidBone, string | null> = { ...bones };
  if (node !== null) for (const other of humanoidBones) if (next[other] === node) next[other] = null;
  next[bone] = node;
  return next;
}

/** Only what differs from the guess, so that what is left alone keeps the guess's own reason. */
export function changesOf(guess: EditedBones, bones: EditedBones): AvatarBones {
  return Object.fromEntries(
    humanoidBones.filter((bone) => bones[bone] !== guess[bone]).map((bone) => [bone, bones[bone]]),
  );
}

/** What the panel says of the edited bones. */
export interface BonesReport {
  readonly judgement: RigJudgement;
  readonly rows: ReadonlyMap<HumanoidBone, AvatarBone>;
}

export function reportOf(rig: AvatarRig, guess: EditedBones, bones: EditedBones): BonesReport {
  const { mapping, judgement } = rig.judge(changesOf(guess, bones));
  const rows = humanoidBones.map((bone): [HumanoidBone, AvatarBone] => {
    const reason = bones[bone] === null ? null : (mapping.reasons[bone] ?? null);
    const doubt = judgement.doubts.find((one) => one.bone === bone)?.sentence ?? null;
    return [bone, { bone, node: bones[bone], reason, doubt }];
  });
  return { judgement, rows: new Map(rows) };
}
