import { useEffect } from 'react';
import { isTyping } from '../../../../ui/isTyping.js';
import { takeKeys } from '../../puppetKeys.js';
import type { PuppetTakes } from '../puppetTakes.js';

/** Records and plays by keys. Not while text is written. */
export function useTakeKeys(takes: PuppetTakes, refresh: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { code } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || isTyping(event.target))
        return;
      if (!Object.hasOwn(takeKeys, code)) return;
      if (takeKeys[code as keyof typeof takeKeys] === 'record') void takes.toggleRecording().then(refresh);
      else takes.togglePlaying();
      event.preventDefault();
      refresh();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [takes, refresh]);
}
