import { askForSound } from '../../files/askForSound.js';

/** An open microphone that is only measured: nothing of it is kept or sent. */
export interface Voice {
  /** Loudness of the last moments: root mean square of the samples, 0 to 1. */
  loudness(): number;
  close(): void;
}

/** Samples that are measured at once: 23 ms at 44.1 kHz, about a frame and a half. */
const SAMPLES = 1024;

/** Asks for the microphone. Throws an Error of one sentence where there is none, or it is not allowed. */
export async function openVoice(): Promise<Voice> {
  const stream = await askForSound('The mouth does not move with your voice');
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = SAMPLES;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(SAMPLES);
  // A page that was just loaded may not hear before it is touched.
  const resume = () => void context.resume();
  addEventListener('pointerdown', resume);
  addEventListener('keydown', resume);
  return {
    loudness() {
      analyser.getFloatTimeDomainData(samples);
      let sum = 0;
      for (let i = 0; i < SAMPLES; i++) sum += samples[i] * samples[i];
      return Math.sqrt(sum / SAMPLES);
    },
    close() {
      removeEventListener('pointerdown', resume);
      removeEventListener('keydown', resume);
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
