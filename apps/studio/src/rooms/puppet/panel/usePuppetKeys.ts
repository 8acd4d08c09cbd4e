import { useEffect } from 'react';
import type { PuppetController } from '../puppetController.js';

/** Undo and redo of the puppet, before the studio's own keys undo settings of the room. Not while text is written. */
export function usePuppetKeys(controller: PuppetController): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const element = event.target as HTMLElement | null;
      if (element?.closest('dialog, textarea, input:not([type=range], [type=checkbox], [type=radio])')) return;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      if (event.shiftKey) controller.document.redo();
      else controller.document.undo();
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [controller]);
}
