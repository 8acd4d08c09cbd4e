import type { FeedRecorder } from '@leib/feeds';
import type { FeedDevice } from '@leib/tracking';
import { create } from 'zustand';
import { notify } from '../ui/noticesStore.js';

/** A finished recording of devices, as a file that the studio opens. */
interface RawFile {
  readonly file: File;
  readonly seconds: number;
}

export const useRaw = create<{ readonly isRecording: boolean; readonly last: RawFile | null }>(() => ({
  isRecording: false,
  last: null,
}));

/** Records what the source's devices do, before roles, offsets and spaces: a raw feed. */
export class RawRecording {
  readonly #devices: () => readonly FeedDevice[];
  #recorder: FeedRecorder | null = null;
  #record: typeof import('@leib/feeds')['recordFeedFrame'] | null = null;

  /** @param devices of the source that is played */
  constructor(devices: () => readonly FeedDevice[]) {
    this.#devices = devices;
  }

  get seconds(): number {
    return this.#recorder?.seconds ?? 0;
  }

  get deviceCount(): number {
    return this.#recorder?.devices.length ?? 0;
  }

  async toggle(): Promise<void> {
    if (this.#recorder) await this.stop();
    else await this.start();
  }

  async start(): Promise<void> {
    const { createFeedRecorder, recordFeedFrame } = await import('@leib/feeds');
    this.#record = recordFeedFrame;
    this.#recorder = createFeedRecorder();
    useRaw.setState({ isRecording: true });
  }

  /** Called in every frame, after the source was stepped. */
  onFrame(dtSeconds: number): void {
    const recorder = this.#recorder;
    const devices = this.#devices();
    if (!recorder || !this.#record || devices.length === 0) return;
    this.#record(recorder, devices, dtSeconds);
    if (!recorder.isFull) return;
    notify('info', `The recording has ended after ${Math.round(recorder.seconds / 60)} minutes.`);
    void this.stop();
  }

  /** Ends the recording; it can be played and saved when this resolves. */
  async stop(): Promise<void> {
    const recorder = this.#recorder;
    this.#recorder = null;
    useRaw.setState({ isRecording: false });
    if (!recorder) return;
    const [{ finishFeedRecording }, { writeFeedLines }] = await Promise.all([
      import('@leib/feeds'),
      import('@leib/formats'),
    ]);
    const recording = finishFeedRecording(recorder);
    if (recording === null) {
      notify('error', 'Nothing was recorded: no device was tracked meanwhile.');
      return;
    }
    const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
    const file = new File([writeFeedLines(recording, 5)], `feed-${stamp}.jsonl`);
    useRaw.setState({ last: { file, seconds: recorder.seconds } });
  }
}
