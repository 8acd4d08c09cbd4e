import type { RoomAction } from '../../../world/roomScene.js';
import type { RoomVoice } from './roomVoice.js';

/** What the actions work on. */
interface Acting {
  readonly voice: RoomVoice;
  readonly room: { readonly role: string | null } | null;
  setMutedForAll(id: string, isMuted: boolean): void;
}

interface Muted {
  readonly id: string;
  readonly isMuted: boolean;
  readonly isMutedForAll: boolean;
}

/** For the panel in the headset: the own microphone. */
export function voiceActions({ voice, room }: Acting): readonly RoomAction[] {
  if (room?.role === 'watcher') return [];
  const microphone: RoomAction = { id: 'mic', label: 'Microphone', isOn: voice.isOn, run: () => void voice.toggle() };
  if (!voice.isOn) return [microphone];
  const { isByKey } = voice;
  return [microphone, { id: 'key', label: 'Stick to talk', isOn: isByKey, run: () => voice.setByKey(!isByKey) }];
}

/** And what can be done about the voice of somebody. */
export function voiceActionsOn(controller: Acting, person: Muted): readonly RoomAction[] {
  const { id, isMuted, isMutedForAll } = person;
  const { voice, room } = controller;
  const mute: RoomAction = { id: 'mute', label: 'Mute them', isOn: isMuted, run: () => voice.setMuted(id, !isMuted) };
  if (room?.role !== 'host') return [mute];
  const label = 'Mute for all';
  return [
    mute,
    { id: 'muteAll', label, isOn: isMutedForAll, run: () => controller.setMutedForAll(id, !isMutedForAll) },
  ];
}
