import { notify } from '../ui/noticesStore.js';
import type { StageFace } from '../world/face/stageFace.js';
import type { Voice } from '../world/face/voice.js';

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
      const { openVoice } = await import('../world/face/voice.js');
      const voice = await openVoice();
      if (!this.#isWanted || this.#voice) {
        voice.close();
        return;
      }
      this.#voice = voice;
      this.#face.voice = voice;
    } catch (error) {
      notify('error', (error as Error).message);
      this.#switchOff();
    }
  }

  #close(): void {
    this.#voice?.close();
    this.#voice = null;
    this.#face.voice = null;
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
