import { useEffect } from 'react';
import type { MocapController } from '../mocapController.js';

/** Keys of the room: space plays and pauses, arrows go a second, R records. Not while a field or button has the focus. */
export function useMocapKeys(controller: MocapController): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const element = event.target as HTMLElement | null;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (element?.closest('select, dialog, input:not([type=range], [type=checkbox], [type=radio])')) return;
      const isOnControl = element?.closest('button, input, a') != null;
      if (event.key === 'r') controller.toggleRecording();
      else if (isOnControl) return;
      else if (event.key === ' ') controller.togglePlaying();
      else if (event.key === 'ArrowLeft') controller.seekBy(-1);
      else if (event.key === 'ArrowRight') controller.seekBy(1);
      else return;
      event.preventDefault();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [controller]);
}
