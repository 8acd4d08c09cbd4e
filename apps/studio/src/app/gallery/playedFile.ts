import { type KeptFiles, keepOnly, openKeptFiles } from '../../files/keptFiles.js';
import { visitorStorage } from '../../files/visitorStorage.js';
import { notify } from '../../ui/pageStore.js';
import { useStudioStore } from '../studioStore.js';

/** Name of the file that moves the body; empty where something else does. */
const PLAYED_KEY = 'leib-played-file';

const inBrowser = openKeptFiles('leib-played');

/** The file that moves the body is kept in the browser, so that a reload goes on with it. */
export class PlayedFile {
  readonly #kept: KeptFiles;

  constructor(kept = inBrowser) {
    this.#kept = kept;
    useStudioStore.subscribe(({ source: { kind, label } }, before) => {
      const isSame = kind === before.source.kind && label === before.source.label;
      // A headset is put on and off while the file is still wanted.
      if (isSame || kind === 'headset') return;
      if (kind !== 'file' || label !== visitorStorage.getItem(PLAYED_KEY)) visitorStorage.setItem(PLAYED_KEY, '');
    });
  }

  /** The file of the last visit; null where something else moved the body. */
  async read(): Promise<File | null> {
    const name = visitorStorage.getItem(PLAYED_KEY);
    const found = name ? await this.#kept.read(name) : null;
    return found ? new File([found.bytes], found.name) : null;
  }

  /** Keeps a file that has begun to play, instead of the one before. */
  async keep(file: File): Promise<void> {
    visitorStorage.setItem(PLAYED_KEY, file.name);
    if (await keepOnly(this.#kept, file)) return;
    visitorStorage.setItem(PLAYED_KEY, '');
    notify('info', `${file.name} plays, but the browser has no room to keep it: open it again next time.`);
  }
}
