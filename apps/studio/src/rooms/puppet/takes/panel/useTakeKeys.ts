import { useEffect } from 'react';
import type { TakesCompanion } from '../takesCompanion.js';

/** R records and stops, K plays and pauses: beside the keys of the fingers. Not while text is written. */
export function useTakeKeys(takes: TakesCompanion, refresh: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const element = event.target as HTMLElement | null;
      if (element?.closest('dialog, select, textarea, input:not([type=range], [type=checkbox], [type=radio])')) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.code === 'KeyR') void takes.toggleRecording().then(refresh);
      else if (event.code === 'KeyK') takes.togglePlaying();
      else return;
      event.preventDefault();
      refresh();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [takes, refresh]);
}
