import { examplePuppetNames } from '@leib/puppet';
import type { RoomAction } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { PuppetWorkshop } from './puppetWorkshop.js';
import type { PuppetTakes } from './takes/puppetTakes.js';

/** The room's main actions: take hold, turn, rest, record and play a take, another puppet. */
export function puppetActions({ controller, takes }: PuppetWorkshop): readonly RoomAction[] {
  const { tool } = controller.shown;
  const { example } = controller.document.now;
  const next = examplePuppetNames[(example ? examplePuppetNames.indexOf(example) + 1 : 0) % examplePuppetNames.length];
  return [
    {
      id: 'drag',
      label: 'Pull the rings',
      isOn: tool === 'drag',
      run: () => controller.show({ tool: 'drag' }),
    },
    { id: 'turn', label: 'Turn parts', isOn: tool === 'turn', run: () => controller.show({ tool: 'turn' }) },
    { id: 'rest', label: 'Rest', icon: 'body', run: () => controller.rest() },
    { id: 'next', label: `Next: ${next}`, icon: 'next', run: () => void controller.openExample(next) },
    ...takeActions(takes),
  ];
}

function takeActions(takes: PuppetTakes): readonly RoomAction[] {
  const isRecording = takes.mode === 'recording' || takes.mode === 'countdown';
  const isPlaying = takes.mode === 'playing';
  return [
    {
      id: 'take',
      label: isRecording ? 'Stop the take' : 'Record a take',
      icon: isRecording ? 'stop' : 'record',
      isOn: isRecording,
      run: () => void takes.toggleRecording(),
    },
    {
      id: 'play',
      label: isPlaying ? 'Pause' : 'Play the take',
      icon: isPlaying ? 'pause' : 'play',
      isOn: isPlaying,
      isDisabled: takes.selected === null,
      run: () => takes.togglePlaying(),
    },
  ];
}

/** Bends all fingers for a moment and lets go, this often. */
const TIMES = 2;
const HALF_SECONDS = 0.45;

/** Plays the puppet for a moment, as if a hand closed and opened: mouths open, arms and legs move. */
export function playOnce({ clock, room }: World): void {
  if (!(room.controller instanceof PuppetWorkshop)) return;
  const { hands } = room.controller.controller;
  for (let i = 0; i < 2 * TIMES; i++) {
    clock.after(i * HALF_SECONDS, () => {
      for (let finger = 0; finger < 5; finger++) hands.bend(finger, i % 2 === 0 ? 0.9 : 0);
    });
  }
}
