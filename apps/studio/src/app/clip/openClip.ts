import type { ClipChoices, ReadClip } from '../../files/readClip.js';
import { notify } from '../../ui/pageStore.js';
import { useStudioStore } from '../studioStore.js';

/** Another file was opened that says about itself what a BVH file does not. */
export function forgetClip(): void {
  useStudioStore.setState({ clip: null, isEditingClip: false });
}

/** A clip as the panel shows it. */
export function openClip(name: string, { bytes, read, assumptions }: ReadClip, choices: ClipChoices = {}): void {
  const { clip, isEditingClip } = useStudioStore.getState();
  const isSame = clip?.bytes === bytes;
  const { names: jointNames } = read.motion.skeleton;
  const bones = Object.entries(read.report.mapping.bones);
  useStudioStore.setState({
    isEditingClip: isSame && isEditingClip,
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
export function noticeOfClip(name: string, assumptions: ReadClip['assumptions'], onChange: () => void): void {
  const doubts = assumptions.filter(({ isSure }) => !isSure);
  if (doubts.length === 0) return;
  notify('info', `${name}: ${doubts.map(({ sentence }) => sentence).join(' ')}`, { label: 'Change', run: onChange });
}
