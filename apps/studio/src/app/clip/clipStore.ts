import type { HumanoidBone } from '@leib/core';
import type { BvhAssumption } from '@leib/formats';
import { create } from 'zustand';
import type { ClipChoices, ReadClip } from '../../files/readClip.js';
import { notify } from '../../ui/noticesStore.js';

/** A BVH file as it was read. */
export interface OpenClip {
  readonly name: string;
  /** Unpacked, to read it again another way. */
  readonly bytes: Uint8Array;
  readonly choices: ClipChoices;
  /** What is assumed about it now, and what was before the visitor chose anything. */
  readonly assumptions: readonly BvhAssumption[];
  readonly found: readonly BvhAssumption[];
  readonly jointNames: readonly string[];
  readonly bones: Readonly<Partial<Record<HumanoidBone, string>>>;
}

interface ClipState {
  /** The BVH file that was opened last; null where another kind of file was. */
  readonly clip: OpenClip | null;
  readonly isEditing: boolean;
}

export const useClip = create<ClipState>(() => ({ clip: null, isEditing: false }));

export function setEditingClip(isEditing: boolean): void {
  useClip.setState({ isEditing });
}

/** Another file was opened that says about itself what a BVH file does not. */
export function forgetClip(): void {
  useClip.setState({ clip: null, isEditing: false });
}

/** A clip as the panel shows it. */
export function openClip(name: string, { bytes, read, assumptions }: ReadClip, choices: ClipChoices = {}): void {
  const { clip, isEditing } = useClip.getState();
  const isSame = clip?.bytes === bytes;
  const { names: jointNames } = read.motion.skeleton;
  const bones = Object.entries(read.report.mapping.bones);
  useClip.setState({
    isEditing: isSame && isEditing,
    clip: {
      name,
      bytes,
      choices,
      assumptions,
      found: isSame ? clip.found : assumptions,
      jointNames,
      bones: Object.fromEntries(bones.map(([bone, joint]) => [bone, jointNames[joint]])),
    },
  });
}

/** Says what the visitor should look at; nothing where all is sure. */
export function noticeOfClip(name: string, assumptions: readonly BvhAssumption[], onChange: () => void): void {
  const doubts = assumptions.filter(({ isSure }) => !isSure);
  if (doubts.length === 0) return;
  notify('info', `${name}: ${doubts.map(({ sentence }) => sentence).join(' ')}`, { label: 'Change', run: onChange });
}
