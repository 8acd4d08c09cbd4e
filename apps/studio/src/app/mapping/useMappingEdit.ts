import {
  change,
  createHistory,
  type History,
  type HumanoidBone,
  humanoidBones,
  type RigJudgement,
  redo,
  undo,
} from '@leib/core';
import { type Avatar, type AvatarBone, type AvatarBones, type AvatarRig, loadAvatar, openAvatarRig } from '@leib/three';
import { useEffect, useMemo, useState } from 'react';
import { saveFile } from '../../files/saveFile.js';
import { useStudio } from '../StudioContext.js';
import { type MappingRequest, useStudioStore } from '../studioStore.js';
import { forgetBones, rememberedBones } from './rememberedBones.js';

/** A file's bones while they are edited. */
export type MappingEdit = NonNullable<ReturnType<typeof useMappingEdit>>;

interface OpenedRig {
  readonly rig: AvatarRig;
  readonly guess: EditedBones;
}

/** Opens a file's rig and keeps the edit; null until it is read. */
export function useMappingEdit(asked: MappingRequest) {
  const studio = useStudio();
  const [opened, setOpened] = useState<OpenedRig | null>(null);
  const [history, setHistory] = useState<History<EditedBones> | null>(null);
  const [avatar, setAvatar] = useState<Avatar | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let rig: AvatarRig | null = null;
    let isGone = false;
    void openAvatarRig(asked.file).then((read) => {
      if (isGone) return read.dispose();
      rig = read;
      const guess = editedBonesOf(read, read.judge());
      const remembered = rememberedBones(asked.hash);
      setHistory(createHistory(remembered ? editedBonesOf(read, read.judge(remembered)) : guess));
      setOpened({ rig: read, guess });
    });
    return () => {
      isGone = true;
      rig?.dispose();
    };
  }, [asked]);

  const bones = history?.present;
  const report = useMemo(() => (opened && bones ? reportOf(opened.rig, opened.guess, bones) : null), [opened, bones]);
  if (!opened || !history || !report || !bones) return null;

  const set = (next: History<EditedBones>) => {
    setHistory(next);
    // The picture of the T-pose was made with the bones before.
    setAvatar(null);
    setError(null);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    const release = studio.clock.hold();
    await work().then(
      () => setError(null),
      (cause: Error) => setError(cause.message),
    );
    release();
    setBusy(false);
  };
  return {
    rig: opened.rig,
    report,
    bones,
    /** The avatar in the T-pose with the bones as they are now; null: the file's own pose is shown. */
    avatar,
    isBusy,
    /** What went wrong last; null where nothing did. */
    error,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Whether the bones differ from the guess, or are remembered. */
    canForget: bones !== opened.guess,
    assign: (bone: HumanoidBone, joint: string | null) => set(change(history, assignBone(bones, bone, joint), null)),
    undo: () => set(undo(history)),
    redo: () => set(redo(history)),
    /** Back to the guess; what was remembered for this file is deleted. */
    forget() {
      forgetBones(asked.hash);
      set(change(history, opened.guess, null));
    },
    save() {
      const known = Object.fromEntries(Object.entries(bones).filter(([, node]) => node !== null));
      const name = asked.file.name.replace(/\.\w+$/, '');
      saveFile(`${name}.bones.json`, `${JSON.stringify(known, null, 2)}\n`, 'application/json');
    },
    showTPose(isShown: boolean) {
      if (isShown) void run(async () => setAvatar(await loadAvatar(asked.file, { bones })));
      else setAvatar(null);
    },
    wear() {
      void run(async () => {
        await studio.wardrobe.wearWithBones(asked, bones);
        useStudioStore.setState({ mapping: null });
      });
    },
  };
}

/** The file's node of every humanoid bone; null where it has none. What loadAvatar() takes as `bones`. */
export type EditedBones = Readonly<Record<HumanoidBone, string | null>>;

function editedBonesOf(rig: Pick<AvatarRig, 'rig'>, { mapping }: ReturnType<AvatarRig['judge']>): EditedBones {
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
interface BonesReport {
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
