import { useEffect } from 'react';
import type { PuppetController } from '../puppetController.js';

/**
 * Undo and redo of the puppet, before the studio's own keys undo settings of the room; O for the clean picture. Not while
 * text is written.
 */
export function usePuppetKeys(controller: PuppetController): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const element = event.target as HTMLElement | null;
      if (element?.closest('dialog, select, textarea, input:not([type=range], [type=checkbox], [type=radio])')) return;
      const key = event.key.toLowerCase();
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && key === 'z' && event.shiftKey) controller.document.redo();
      else if (isCommand && key === 'z') controller.document.undo();
      else if (!isCommand && !event.altKey && key === 'o') controller.output.enter();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [controller]);
}
