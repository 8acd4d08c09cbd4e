import { useEffect } from 'react';
import { isOnControl, isTyping } from '../../../ui/isTyping.js';
import type { MocapController } from '../mocapController.js';

/** Keys of the room Mocap, by KeyboardEvent.code. Help lists them (app/keys.ts). */
export const mocapKeys = {
  KeyR: 'record',
  Space: 'play or pause',
  ArrowLeft: 'back',
  ArrowRight: 'on',
} as const;

type MocapAction = (typeof mocapKeys)[keyof typeof mocapKeys];

const actions: Readonly<Record<MocapAction, (controller: MocapController) => void>> = {
  record: (controller) => void controller.toggleRecording(),
  'play or pause': (controller) => controller.togglePlaying(),
  back: (controller) => controller.seekBy(-1),
  on: (controller) => controller.seekBy(1),
};

/** Keys of the room. Not while a field has the focus; on a button, Space and arrows are the button's. */
export function useMocapKeys(controller: MocapController): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { code, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || isTyping(target)) return;
      if (!Object.hasOwn(mocapKeys, code) || (!code.startsWith('Key') && isOnControl(target))) return;
      actions[mocapKeys[code as keyof typeof mocapKeys]](controller);
      event.preventDefault();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [controller]);
}
