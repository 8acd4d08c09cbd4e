import { InputError } from '@leib/core';
import { askForSound } from '../../../files/askForSound.js';
import type { Clock } from '../../../time/clock.js';
import type { TakeSound } from './takeEntry.js';

/** Columns of a waveform. */
const PEAK_COUNT = 300;

/** A sound as it is drawn. */
interface SoundPeaks {
  readonly durationSeconds: number;
  /** Loudest sample of each column, 0..1, over the whole sound. */
  readonly peaks: Float32Array;
}

interface Playing extends BegunSound {
  readonly source: AudioBufferSourceNode;
}

/** Plays the sound of a take. With a manual clock only exports hear it, and the clock leads. */
export class SoundPlayer {
  readonly #clock: Clock;
  readonly #decoded = new WeakMap<Uint8Array, AudioBuffer>();
  readonly #peaks = new WeakMap<Uint8Array, SoundPeaks>();
  #context: AudioContext | null = null;
  #playing: Playing | null = null;
  /** Counts calls, so that a sound that is decoded too late does not start. */
  #call = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Time of the take by the sound that is heard; null: no sound is heard. */
  get timeSeconds(): number | null {
    if (!this.#playing || this.#context?.state !== 'running') return null;
    return heardTakeTime(this.#playing, this.#context.currentTime);
  }

  /** Plays from a time of the take on; `output`: where it goes to, besides the loudspeakers. */
  async play(sound: TakeSound | null, fromSeconds: number, rate = 1, output: AudioNode | null = null): Promise<void> {
    this.stop();
    const call = this.#call;
    if (!sound || (this.#clock.isManual && !output)) return;
    const buffer = await this.#decode(sound);
    if (call !== this.#call) return;
    const context = this.context;
    await context.resume();
    const place = placeInSound(fromSeconds, sound.startSeconds, buffer.duration);
    if (call !== this.#call || place === null) return;
    const source = new AudioBufferSourceNode(context, { buffer, playbackRate: rate });
    source.connect(context.destination);
    if (output) source.connect(output);
    source.start(0, place);
    source.onended = () => {
      if (this.#playing?.source === source) this.#playing = null;
    };
    this.#playing = { source, takeSeconds: fromSeconds, clockSeconds: context.currentTime, rate };
  }

  stop(): void {
    this.#call++;
    this.#playing?.source.stop();
    this.#playing = null;
  }

  get context(): AudioContext {
    this.#context ??= new AudioContext();
    return this.#context;
  }

  /** The waveform if it is there already; else it is made, and there later. */
  peaksIfReady(sound: TakeSound): SoundPeaks | null {
    const ready = this.#peaks.get(sound.bytes);
    if (!ready) void this.peaksOf(sound).catch(() => {});
    return ready ?? null;
  }

  /** Throws InputError where the browser cannot read the sound. */
  async peaksOf(sound: TakeSound): Promise<SoundPeaks> {
    const release = this.#clock.hold();
    try {
      const buffer = await this.#decode(sound);
      const peaks = peaksOfSamples(buffer.getChannelData(0), PEAK_COUNT);
      const made = { durationSeconds: buffer.duration, peaks };
      this.#peaks.set(sound.bytes, made);
      return made;
    } finally {
      release();
    }
  }

  dispose(): void {
    this.stop();
    void this.#context?.close();
  }

  async #decode({ bytes, name }: TakeSound): Promise<AudioBuffer> {
    const known = this.#decoded.get(bytes);
    if (known) return known;
    const reader = new OfflineAudioContext(1, 1, 48_000);
    const buffer = await reader.decodeAudioData(bytes.slice().buffer).catch(() => {
      throw new InputError(name, 'expected a sound that this browser plays (WAV, MP3, Ogg, M4A), got another file');
    });
    this.#decoded.set(bytes, buffer);
    return buffer;
  }
}

/** A take that goes on. */
interface RunningTake {
  readonly timeSeconds: number;
  /** Where it ends, or begins again. */
  readonly endSeconds: number;
  readonly isLooped: boolean;
}

interface NextTime {
  readonly timeSeconds: number;
  /** The time has jumped to the beginning: the sound must be sought. */
  readonly isNewRound: boolean;
  readonly isOver: boolean;
}

/** Time of a take one frame later. The sound's own clock leads where it is heard, so that lips stay with the voice. */
export function nextTakeTime(take: RunningTake, dtSeconds: number, heardSeconds: number | null): NextTime {
  const { endSeconds, isLooped } = take;
  const timeSeconds = heardSeconds ?? take.timeSeconds + dtSeconds;
  if (timeSeconds < endSeconds) return { timeSeconds, isNewRound: false, isOver: false };
  if (!isLooped || endSeconds <= 0) return { timeSeconds: endSeconds, isNewRound: false, isOver: true };
  return { timeSeconds: timeSeconds % endSeconds, isNewRound: true, isOver: false };
}

/** Where in its sound a take is, seconds; null where the sound has not begun or is over. */
export function placeInSound(takeSeconds: number, startSeconds: number, soundSeconds: number): number | null {
  const place = takeSeconds + startSeconds;
  return place >= 0 && place < soundSeconds ? place : null;
}

/** A sound that was begun at a time of the take. */
interface BegunSound {
  readonly takeSeconds: number;
  /** Clock of the loudspeakers at the beginning, seconds. */
  readonly clockSeconds: number;
  /** Seconds of the take in one second of that clock. */
  readonly rate: number;
}

/** Time of the take that is heard now. */
export function heardTakeTime({ takeSeconds, clockSeconds, rate }: BegunSound, nowSeconds: number): number {
  return takeSeconds + (nowSeconds - clockSeconds) * rate;
}

/** Loudest sample of each of `count` columns, 0..1. */
export function peaksOfSamples(samples: Float32Array, count: number): Float32Array {
  const peaks = new Float32Array(count);
  for (let i = 0; i < samples.length; i++) {
    const column = Math.floor((i * count) / samples.length);
    peaks[column] = Math.min(1, Math.max(peaks[column], Math.abs(samples[i])));
  }
  return peaks;
}

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
