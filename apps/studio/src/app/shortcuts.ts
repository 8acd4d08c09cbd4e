import { seekBy, toggleLooping, togglePlaying } from './playback.js';
import type { Studio } from './studio.js';
import { togglePanel, useStudioStore } from './studioStore.js';

/** Keyboard shortcuts outside of text fields. Walking keys belong to the emulator (emulatorInput.ts). */
export function handleShortcut(event: KeyboardEvent, studio: Studio): void {
  const element = event.target as HTMLElement | null;
  if (element?.closest('select, dialog, input:not([type=range], [type=checkbox], [type=radio])')) return;
  const isOnControl = element?.closest('button, input, a') != null;
  const withCtrl = event.ctrlKey || event.metaKey;

  if (withCtrl && event.key.toLowerCase() === 'z') {
    if (event.shiftKey) studio.room.settings.redo();
    else studio.room.settings.undo();
    event.preventDefault();
    return;
  }
  if (withCtrl || event.altKey || event.repeat) return;
  // Rooms without a moving person have nothing to play or record.
  if (studio.room.isStill && !['p', '?'].includes(event.key)) return;

  switch (event.key) {
    case ' ':
      if (isOnControl) return;
      togglePlaying(studio.world.timeline);
      break;
    case 'ArrowLeft':
    case 'ArrowRight':
      if (isOnControl) return;
      seekBy(studio.world.timeline, event.key === 'ArrowLeft' ? -1 : 1);
      break;
    case 'l':
      toggleLooping(studio.world.timeline);
      break;
    case 'r':
      void studio.toggleRecording();
      break;
    case 'p':
      togglePanel();
      break;
    case '?':
      useStudioStore.setState({ isHelpOpen: true });
      break;
    default:
      return;
  }
  event.preventDefault();
}
