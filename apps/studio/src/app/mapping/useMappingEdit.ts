import { change, createHistory, type History, type HumanoidBone, redo, undo } from '@leib/core';
import { type Avatar, type AvatarRig, loadAvatar, openAvatarRig } from '@leib/three';
import { useEffect, useMemo, useState } from 'react';
import { saveFile } from '../../files/saveFile.js';
import { useStudio } from '../StudioContext.js';
import { type MappingRequest, useStudioStore } from '../studioStore.js';
import { assignBone, type BonesReport, type EditedBones, editedBonesOf, reportOf } from './editedBones.js';
import { forgetBones, rememberedBones } from './rememberedBones.js';

/** A file's bones while they are edited. */
export interface MappingEdit {
  readonly rig: AvatarRig;
  readonly report: BonesReport;
  readonly bones: EditedBones;
  /** The avatar in the T-pose with the bones as they are now; null: the file's own pose is shown. */
  readonly avatar: Avatar | null;
  readonly isBusy: boolean;
  /** What went wrong last; null where nothing did. */
  readonly error: string | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the bones differ from the guess, or are remembered. */
  readonly canForget: boolean;
  assign(bone: HumanoidBone, joint: string | null): void;
  undo(): void;
  redo(): void;
  /** Back to the guess; what was remembered for this file is deleted. */
  forget(): void;
  save(): void;
  showTPose(isShown: boolean): void;
  wear(): void;
}

interface OpenedRig {
  readonly rig: AvatarRig;
  readonly guess: EditedBones;
}

/** Opens a file's rig and keeps the edit; null until it is read. */
export function useMappingEdit(asked: MappingRequest): MappingEdit | null {
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
    avatar,
    isBusy,
    error,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    canForget: bones !== opened.guess,
    assign: (bone, joint) => set(change(history, assignBone(bones, bone, joint), null)),
    undo: () => set(undo(history)),
    redo: () => set(redo(history)),
    forget() {
      forgetBones(asked.hash);
      set(change(history, opened.guess, null));
    },
    save() {
      const known = Object.fromEntries(Object.entries(bones).filter(([, node]) => node !== null));
      const name = asked.file.name.replace(/\.\w+$/, '');
      saveFile(`${name}.bones.json`, `${JSON.stringify(known, null, 2)}\n`, 'application/json');
    },
    showTPose(isShown) {
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
