import type { Avatar } from '@leib/three';
import type { Recorder } from '../files/recorder.js';
import { saveFile } from '../files/saveFile.js';
import type { SettingValues } from '../files/settings.js';
import { notify } from '../ui/noticesStore.js';
import { useStudioStore } from './studioStore.js';

/** The recording that runs, if any. Saved as a file when it ends. */
export class Recording {
  #recorder: Recorder | null = null;

  get isRunning(): boolean {
    return this.#recorder !== null;
  }

  async start(settings: SettingValues, avatar: Avatar): Promise<void> {
    const { startRecording } = await import('../files/recorder.js');
    this.#recorder = await startRecording(settings, avatar);
    useStudioStore.setState({ isRecording: true });
  }

  append(...frame: Parameters<Recorder['append']>): void {
    this.#recorder?.append(...frame);
  }

  async save(): Promise<void> {
    const recorder = this.#recorder;
    this.#recorder = null;
    useStudioStore.setState({ isRecording: false });
    if (!recorder) return;
    const { name, bytes, seconds } = await recorder.finish();
    saveFile(name, bytes, 'application/octet-stream');
    notify('info', `${seconds.toFixed(1)} s saved as ${name}. Drop it here to play it.`);
  }
}
