import type { Avatar } from '@leib/three';
import { type KeptFiles, keepOnly, openKeptFiles } from '../../../files/keptFiles.js';
import type { Clock } from '../../../time/clock.js';
import { explainError } from '../../../ui/explainError.js';
import { OtherModel } from './otherModel.js';

type Notify = (kind: 'info' | 'error', text: string) => void;

const inBrowser = openKeptFiles('leib-second-body');

/** Which model the second body is: the own avatar, or one from a file, which the browser keeps for the next visit. */
export class ModelChoice {
  /** Null: the own avatar. */
  shown: OtherModel | null = null;
  readonly #clock: Clock;
  readonly #notify: Notify;
  readonly #kept: KeptFiles;
  /** Counts choices: a file that was read after another choice is not shown any more. */
  #choices = 0;

  constructor(clock: Clock, notify: Notify, kept = inBrowser) {
    this.#clock = clock;
    this.#notify = notify;
    this.#kept = kept;
  }

  /**
   * Shows the model of the last visit, if there is one. One that cannot be read any more is forgotten. The clock is not held: what
   * reads models comes only when the page has started, and a page that starts waits for its clock.
   */
  async restore(): Promise<void> {
    const choice = this.#choices;
    const [name] = await this.#kept.names();
    const found = name === undefined ? null : await this.#kept.read(name);
    if (!found || choice !== this.#choices) return;
    const isRead = await this.#show(new File([found.bytes], found.name));
    if (isRead === false) await this.#kept.remove(found.name);
  }

  /** Makes another person's model the second body, in the next visits too. A file that cannot be read changes nothing. */
  async load(file: File): Promise<void> {
    const release = this.#clock.hold();
    try {
      if ((await this.#show(file)) !== true || (await keepOnly(this.#kept, file))) return;
      const advice = 'choose it again next time';
      this.#notify('info', `${file.name} is the second body, but the browser has no room to keep it; ${advice}.`);
    } finally {
      release();
    }
  }

  /** The second body is the own avatar again, in the next visits too. */
  async remove(): Promise<void> {
    this.#takeDown();
    for (const name of await this.#kept.names()) await this.#kept.remove(name);
  }

  /** Takes the model down and keeps it for the next visit. */
  dispose(): void {
    this.#takeDown();
  }

  #takeDown(): void {
    this.#choices++;
    this.shown?.dispose();
    this.shown = null;
  }

  /** Whether the file could be read; null where something else was chosen meanwhile. */
  async #show(file: File): Promise<boolean | null> {
    const choice = ++this.#choices;
    let avatar: Avatar;
    try {
      const { loadAvatar } = await import('@leib/three');
      avatar = await loadAvatar(file);
    } catch (error) {
      this.#notify('error', `${file.name} cannot be the second body: ${explainError(error)}`);
      return false;
    }
    if (choice !== this.#choices) {
      avatar.dispose();
      return null;
    }
    this.#takeDown();
    this.shown = new OtherModel(avatar.report.name || file.name, avatar, choice);
    return true;
  }
}
