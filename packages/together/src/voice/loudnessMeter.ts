/** Samples that are measured at once: 21 ms at 48 kHz, about a frame and a half. */
const SAMPLES = 1024;

/** How loud a sound is now. */
export class LoudnessMeter {
  readonly #analyser: AnalyserNode;
  readonly #samples = new Float32Array(SAMPLES);

  constructor(context: BaseAudioContext, source: AudioNode) {
    this.#analyser = new AnalyserNode(context, { fftSize: SAMPLES });
    source.connect(this.#analyser);
  }

  /** Root mean square of the samples of the last moments, 0 to 1. */
  loudness(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    let sum = 0;
    for (const sample of this.#samples) sum += sample * sample;
    return Math.sqrt(sum / SAMPLES);
  }
}
