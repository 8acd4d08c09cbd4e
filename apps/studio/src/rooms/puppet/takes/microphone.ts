import { askForSound } from '../../../files/askForSound.js';
import type { TakeSound } from './takeEntry.js';

/** A microphone that was allowed. */
export interface Microphone {
  start(): void;
  /** What was heard since start(); null where it was nothing. The microphone is closed. */
  finish(): Promise<TakeSound | null>;
  close(): void;
}

/** Asks for the microphone. Throws an Error in one sentence where there is none, or it is not allowed. */
export async function openMicrophone(): Promise<Microphone> {
  const stream = await askForSound('The take is recorded without sound');
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void pieces.push(data);
  const close = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    start: () => recorder.start(),
    async finish() {
      const stopped = new Promise<void>((resolve) => {
        recorder.onstop = () => resolve();
      });
      close();
      await stopped;
      const blob = new Blob(pieces, { type: recorder.mimeType });
      if (blob.size === 0) return null;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return { name: 'microphone', type: recorder.mimeType, bytes, startSeconds: 0 };
    },
    close,
  };
}
