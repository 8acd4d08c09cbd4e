import { InputError } from '@leib/core';
import { LoudnessMeter } from './loudnessMeter.js';

/** Gives a microphone's stream; `device` null: the one that the browser chooses. */
export type AskForMicrophone = (device: string | null) => Promise<MediaStream>;

/** The visitor's microphone: closed until they open it, and measured while it is open. */
export class Microphone {
  readonly #ask: AskForMicrophone;
  readonly #onChange: () => void;
  #stream: MediaStream | null = null;
  #source: MediaStreamAudioSourceNode | null = null;
  #meter: LoudnessMeter | null = null;
  #isByKey = false;
  #isHeld = false;
  /** Counts openings: an older one that is granted late is for nothing. */
  #wish = 0;

  /** @param onChange is called when its track is another one */
  constructor(ask: AskForMicrophone, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** What is sent; null while it is off. */
  get track(): MediaStreamTrack | null {
    return this.#stream?.getAudioTracks()[0] ?? null;
  }

  /** Whether it is sent now: not while a key is to be held and is not. */
  get isTalking(): boolean {
    return this.track?.enabled ?? false;
  }

  /** Whether a key has to be held to talk. */
  get isByKey(): boolean {
    return this.#isByKey;
  }

  get device(): string | null {
    return this.track?.getSettings().deviceId ?? null;
  }

  /** Asks for it, and rejects with the reason where it is not to be had. Another one takes the place of the one that is open. */
  async open(context: AudioContext, device: string | null): Promise<void> {
    const wish = ++this.#wish;
    const stream = await this.#ask(device);
    if (wish !== this.#wish) {
      stop(stream);
      return;
    }
    this.#release();
    this.#stream = stream;
    this.#source = context.createMediaStreamSource(stream);
    this.#meter = new LoudnessMeter(context, this.#source);
    const { track } = this;
    if (track) track.onended = () => this.#stream === stream && this.close();
    this.#switch();
    this.#onChange();
  }

  close(): void {
    this.#wish++;
    this.#release();
    this.#onChange();
  }

  /** @param isByKey it is sent only while talk(true) holds */
  setByKey(isByKey: boolean): void {
    this.#isByKey = isByKey;
    this.#switch();
  }

  talk(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#switch();
  }

  /** 0 to 1; 0 while nothing of it is sent. */
  loudness(): number {
    return this.isTalking ? (this.#meter?.loudness() ?? 0) : 0;
  }

  #switch(): void {
    const { track } = this;
    if (track) track.enabled = !this.#isByKey || this.#isHeld;
  }

  #release(): void {
    this.#source?.disconnect();
    if (this.#stream) stop(this.#stream);
    this.#stream = null;
    this.#source = null;
    this.#meter = null;
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.stop();
  }
}

/** Unless an app has words of its own. */
export async function askForMicrophone(device: string | null): Promise<MediaStream> {
  if (!navigator.mediaDevices)
    throw new InputError('microphone', 'expected a page by https or on this machine, where browsers have one');
  return navigator.mediaDevices.getUserMedia({ audio: device === null ? true : { deviceId: { exact: device } } });
}
