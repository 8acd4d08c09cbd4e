import type { ActorId } from '@leib/stage';
import { type SharedRoom, type VoiceFigures, Voices } from '@leib/together';
import { askForSound } from '../../../files/askForSound.js';
import type { VisitorStorage } from '../../../files/visitorStorage.js';
import { explainError } from '../../../ui/explainError.js';

export interface VoiceState extends VoiceFigures {
  /** The browser asks the visitor whether the page may have the microphone. */
  readonly isAsking: boolean;
  /** A key, or a button of the headset, is to be held to talk. */
  readonly isByKey: boolean;
  /** Of the own voice, 0 to 1. */
  readonly loudness: number;
  /** Microphones that there are; empty before one was allowed. */
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  readonly device: string;
  /** Why the microphone is off; null where there is nothing to say. */
  readonly problem: string | null;
}

/** Kept between visits. */
interface Wish {
  readonly device: string | null;
  readonly isByKey: boolean;
}

const STORAGE_KEY = 'leib-voice';

/** The visitor's voice in the room that they are in, and those of the others. The microphone is off until they switch it on. */
export class RoomVoice {
  readonly #storage: VisitorStorage;
  /** Whom the visitor does not want to hear. */
  readonly #muted = new Set<ActorId>();
  #voices: Voices | null = null;
  #room: SharedRoom | null = null;
  #isAsking = false;
  #problem: string | null = null;
  #devices: VoiceState['devices'] = [];
  #wish: Wish;

  constructor(storage: VisitorStorage) {
    this.#storage = storage;
    this.#wish = readWish(storage.getItem(STORAGE_KEY));
  }

  get isOn(): boolean {
    return (this.#voices?.microphone.track ?? null) !== null;
  }

  get isByKey(): boolean {
    return this.#wish.isByKey;
  }

  /** Null: one is in no room any more; the microphone goes off. */
  follow(room: SharedRoom | null): void {
    if (room === this.#room) return;
    this.#room = room;
    this.#voices?.dispose();
    this.#muted.clear();
    this.#problem = null;
    this.#voices = room && new Voices(room, { ask: (device) => askForSound('Nobody hears you', device) });
    this.#voices?.microphone.setByKey(this.#wish.isByKey);
  }

  /** @param ears looking along -Z, column by column; `hidden`: who is not seen is not heard */
  step(ears: ArrayLike<number>, hidden: ReadonlySet<ActorId>): void {
    for (const id of this.#room?.others ?? []) this.#voices?.setMuted(id, this.#muted.has(id) || hidden.has(id));
    this.#voices?.step(ears);
  }

  /** Asks for the microphone where it was not allowed before. */
  async toggle(): Promise<void> {
    if (this.isOn) this.#voices?.closeMicrophone();
    else await this.#open(this.#wish.device);
  }

  async choose(device: string): Promise<void> {
    this.#keep({ device });
    await this.#open(device);
  }

  setByKey(isByKey: boolean): void {
    this.#keep({ isByKey });
    this.#voices?.microphone.setByKey(isByKey);
  }

  /** The key to talk is held, or no longer. */
  talk(isHeld: boolean): void {
    this.#voices?.microphone.talk(isHeld);
  }

  isMuted(id: ActorId): boolean {
    return this.#muted.has(id);
  }

  /** For the visitor alone. */
  setMuted(id: ActorId, isMuted: boolean): void {
    if (isMuted) this.#muted.add(id);
    else this.#muted.delete(id);
  }

  isSpeaking(id: ActorId): boolean {
    return this.#voices?.isSpeaking(id) ?? false;
  }

  /** Of somebody else, 0 to 1; null where no voice comes of them. */
  loudnessOf(id: ActorId): number | null {
    return this.#voices?.loudness(id) ?? null;
  }

  /** Of oneself, 0 to 1; 0 while nothing is sent. */
  loudness(): number {
    return this.#voices?.microphone.loudness() ?? 0;
  }

  state(): VoiceState | null {
    const voices = this.#voices;
    if (!voices) return null;
    return {
      ...voices.figures(),
      isAsking: this.#isAsking,
      isByKey: this.#wish.isByKey,
      loudness: this.loudness(),
      devices: this.#devices,
      device: voices.microphone.device ?? this.#wish.device ?? '',
      problem: this.#problem,
    };
  }

  async #open(device: string | null): Promise<void> {
    const voices = this.#voices;
    if (!voices) return;
    this.#isAsking = true;
    this.#problem = null;
    try {
      await voices.openMicrophone(await this.#known(voices, device));
      this.#devices = await voices.devices();
    } catch (error) {
      if (this.#voices === voices) this.#problem = explainError(error);
    } finally {
      this.#isAsking = false;
    }
  }

  /** The one that was chosen before, where it is connected now. */
  async #known(voices: Voices, device: string | null): Promise<string | null> {
    const isThere = device !== null && (await voices.devices()).some(({ id }) => id === device);
    return isThere ? device : null;
  }

  #keep(part: Partial<Wish>): void {
    this.#wish = { ...this.#wish, ...part };
    this.#storage.setItem(STORAGE_KEY, JSON.stringify(this.#wish));
  }
}

function readWish(text: string | null): Wish {
  try {
    const { device, isByKey } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return { device: typeof device === 'string' ? device : null, isByKey: isByKey === true };
  } catch {
    // Somebody else wrote there: as if nothing had been kept.
    return { device: null, isByKey: false };
  }
}
