import { useEffect } from 'react';
import { isTyping } from '../../../ui/isTyping.js';
import type { PuppetController } from '../puppetController.js';
import { stageKeys } from '../puppetKeys.js';
import { undoableOf } from '../undoable.js';
import { stageActions } from './stageActions.js';

/**
 * Undo and redo of what the open tab shows, before the studio's own keys undo settings of the room, and the toolbar's keys. Not while
 * text is written, nor in virtual reality, where keys move the emulated headset.
 */
export function usePuppetKeys(controller: PuppetController): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (isTyping(event.target) || controller.world.renderer.xr.isPresenting) return;
      const { code } = event;
      const key = event.key.toLowerCase();
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && key === 'z' && event.shiftKey) undoableOf(controller).redo();
      else if (isCommand && key === 'z') undoableOf(controller).undo();
      else if (isCommand || event.altKey || event.shiftKey || event.repeat || !Object.hasOwn(stageKeys, code)) return;
      else stageActions[stageKeys[code as keyof typeof stageKeys]](controller);
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [controller]);
}
