import { LoudnessMeter } from '@leib/together';
import { askForSound } from '../files/askForSound.js';
import { notify } from '../ui/pageStore.js';
import type { StageFace } from '../world/face/stageFace.js';

/** Opens the microphone while the setting "Mouth moves with your voice" is on. */
export class VoiceMouth {
  readonly #face: StageFace;
  readonly #switchOff: () => void;
  #isWanted = false;
  #voice: Voice | null = null;

  /** @param switchOff is called where the microphone is not to be had */
  constructor(face: StageFace, switchOff: () => void) {
    this.#face = face;
    this.#switchOff = switchOff;
  }

  /** Opens or closes the microphone where what is wanted has changed. */
  async setWanted(isWanted: boolean): Promise<void> {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#close();
    if (!isWanted) return;
    try {
      // A page that has just been opened does not ask by itself.
      if (!navigator.userActivation?.hasBeenActive && !(await isAllowed())) {
        this.#switchOff();
        return;
      }
      const voice = await openVoice();
      if (!this.#isWanted || this.#voice) {
        voice.close();
        return;
      }
      this.#voice = voice;
      this.#face.voices.add(voice);
    } catch (error) {
      notify('error', (error as Error).message);
      this.#switchOff();
    }
  }

  #close(): void {
    if (!this.#voice) return;
    this.#voice.close();
    this.#face.voices.delete(this.#voice);
    this.#voice = null;
  }
}

async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' as PermissionName })).state === 'granted';
  } catch {
    // A browser that does not tell.
    return false;
  }
}

/** An open microphone that is only measured: nothing of it is kept or sent. */
interface Voice {
  /** Loudness of the last moments: root mean square of the samples, 0 to 1. */
  loudness(): number;
  close(): void;
}

/** Asks for the microphone. Throws an Error of one sentence where there is none, or it is not allowed. */
async function openVoice(): Promise<Voice> {
  const stream = await askForSound('The mouth does not move with your voice');
  const context = new AudioContext();
  const meter = new LoudnessMeter(context, context.createMediaStreamSource(stream));
  // A page that was just loaded may not hear before it is touched.
  const resume = () => void context.resume();
  addEventListener('pointerdown', resume);
  addEventListener('keydown', resume);
  return {
    loudness: () => meter.loudness(),
    close() {
      removeEventListener('pointerdown', resume);
      removeEventListener('keydown', resume);
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
