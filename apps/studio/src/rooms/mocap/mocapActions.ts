import type { RoomAction } from '../../world/roomScene.js';
import type { MocapController } from './mocapController.js';

/** The room's main actions: play, record a take, and what the bodies come from. */
export function mocapActions(controller: MocapController): readonly RoomAction[] {
  const { timeline } = controller.shown;
  const { isRecording } = controller.takes;
  return [
    {
      id: 'play',
      label: timeline?.isPlaying ? 'Pause' : 'Play',
      icon: timeline?.isPlaying ? 'pause' : 'play',
      isDisabled: timeline === null,
      run: () => controller.togglePlaying(),
    },
    {
      id: 'take',
      label: isRecording ? 'Stop the take' : 'Record a take',
      icon: isRecording ? 'stop' : 'record',
      isOn: isRecording,
      run: () => void controller.toggleRecording(),
    },
    { id: 'simulated', label: 'Simulated bodies', run: () => controller.playSimulated() },
    { id: 'live', label: 'Live bodies', run: () => controller.playLive() },
  ];
}
