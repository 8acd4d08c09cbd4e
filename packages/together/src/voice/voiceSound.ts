import { smoothStep } from '@leib/core';
import { voiceReach } from './chooseSpeakers.js';
import { LoudnessMeter } from './loudnessMeter.js';

/** Near is as loud as it was sent; from here on it is half as loud at twice the distance, metres. */
const NEAR = 1;
/** A voice is switched within this: at once it would crackle, seconds. */
const SWITCH_SECONDS = 0.03;

/** Where voices are heard: the ears, and all voices around them. */
export class VoiceSound {
  readonly #context: AudioContext;
  readonly #output: AudioNode;

  constructor(context: AudioContext, output: AudioNode) {
    this.#context = context;
    this.#output = output;
  }

  get isRunning(): boolean {
    return this.#context.state === 'running';
  }

  /** @param place of the head, column by column, looking along -Z: the matrix of a camera */
  setListener(place: ArrayLike<number>): void {
    const { listener } = this.#context;
    const [x, y, z] = [place[12], place[13], place[14]];
    const ahead = [-place[8], -place[9], -place[10]] as const;
    const up = [place[4], place[5], place[6]] as const;
    // Firefox before 139 has no parameters here.
    if (!listener.positionX) {
      listener.setPosition(x, y, z);
      listener.setOrientation(...ahead, ...up);
      return;
    }
    const parameters = [
      ...[listener.positionX, listener.positionY, listener.positionZ],
      ...[listener.forwardX, listener.forwardY, listener.forwardZ],
      ...[listener.upX, listener.upY, listener.upZ],
    ];
    for (const [i, value] of [x, y, z, ...ahead, ...up].entries()) parameters[i].value = value;
  }

  add(track: MediaStreamTrack): HeardVoice {
    return new HeardVoice(this.#context, this.#output, track);
  }
}

/** Somebody's voice at a place. */
export class HeardVoice {
  readonly #context: AudioContext;
  readonly #source: MediaStreamAudioSourceNode;
  readonly #meter: LoudnessMeter;
  readonly #panner: PannerNode;
  readonly #gain: GainNode;
  readonly #element: HTMLAudioElement;

  constructor(context: AudioContext, output: AudioNode, track: MediaStreamTrack) {
    this.#context = context;
    const stream = new MediaStream([track]);
    // Chromium hears a stream from afar only while an element plays it, too: a silent one.
    this.#element = new Audio();
    this.#element.muted = true;
    this.#element.srcObject = stream;
    this.#source = context.createMediaStreamSource(stream);
    this.#meter = new LoudnessMeter(context, this.#source);
    this.#panner = new PannerNode(context, { panningModel: 'HRTF', distanceModel: 'inverse', refDistance: NEAR });
    this.#gain = new GainNode(context, { gain: 0 });
    this.#source.connect(this.#panner).connect(this.#gain).connect(output);
  }

  /** Loudness of the last moments as it was sent, 0 to 1. */
  loudness(): number {
    return this.#meter.loudness();
  }

  /** @param metres from the ears */
  place(x: number, y: number, z: number, metres: number, isAudible: boolean): void {
    this.#panner.positionX.value = x;
    this.#panner.positionY.value = y;
    this.#panner.positionZ.value = z;
    const { fadeFrom, silentAt } = voiceReach;
    const wanted = isAudible ? 1 - smoothStep(metres, fadeFrom, silentAt) : 0;
    this.#gain.gain.setTargetAtTime(wanted, this.#context.currentTime, SWITCH_SECONDS);
  }

  dispose(): void {
    this.#source.disconnect();
    this.#panner.disconnect();
    this.#gain.disconnect();
    this.#element.srcObject = null;
  }
}
