import { looksLikeBetas, measureNames, readBetasJson, readPeople } from '@leib/body';
import { createStore } from 'zustand/vanilla';
import { saveFile } from '../../files/saveFile.js';
import type { SettingsStore } from '../../files/settingsStore.js';
import { explainError } from '../../ui/explainError.js';
import type { World } from '../../world/world.js';
import { openTab, useBodyRoom } from './bodyRoomStore.js';
import type { bodyShape } from './bodyShape.js';
import { type BodySpec, firstBody, looksOf, type OtherSpec } from './bodySpec.js';
import type { Figure, ShowRequest, WrittenKind } from './worker/bodyServiceTypes.js';
import { openBodyWorker, type RemoteBodyService } from './worker/openBodyWorker.js';

export type BodyStore = SettingsStore<typeof bodyShape>;

/**
 * Connects the room's settings with the body worker while the room is open: sends a request when settings change, one at
 * a time and always for the latest settings.
 */
export class BodyController {
  readonly settings: BodyStore;
  readonly #notify: World['onNotice'];
  #service: RemoteBodyService | null = null;
  #lastRequest = '';
  #isWaiting = false;
  #isDisposed = false;
  readonly #stopListening: () => void;

  constructor(settings: BodyStore, notify: World['onNotice']) {
    this.settings = settings;
    this.#notify = notify;
    const stopListening = [
      settings.store.subscribe(() => void this.#update()),
      useBodyRoom.subscribe(({ figure }, before) => {
        if (figure !== before.figure) void this.#update();
      }),
    ];
    this.#stopListening = () => {
      for (const stop of stopListening) stop();
    };
    openBody.setState({ controller: this });
    void this.load();
  }

  get body(): BodySpec {
    return this.settings.values().body ?? firstBody;
  }

  /** Changes parts of the body. Until the gesture ends, changes of one field are one step of the history. */
  change(changes: Partial<BodySpec>): void {
    this.settings.set('body', { ...this.body, ...changes });
  }

  /** Replaces the body, as a step of its own in the history. */
  choose(body: BodySpec): void {
    this.settings.endGesture();
    this.settings.set('body', body);
    this.settings.endGesture();
  }

  compareWith(other: OtherSpec | null): void {
    this.settings.endGesture();
    this.settings.set('other', other);
    this.settings.endGesture();
  }

  /** Starts the worker and loads the body space; can be repeated after a failure. */
  async load(): Promise<void> {
    useBodyRoom.setState({ loading: { kind: 'loading', loadedBytes: 0, totalBytes: 0 } });
    try {
      this.#service = await openBodyWorker((loadedBytes, totalBytes) =>
        useBodyRoom.setState({ loading: { kind: 'loading', loadedBytes, totalBytes } }),
      );
    } catch (error) {
      useBodyRoom.setState({ loading: { kind: 'failed', reason: explainError(error) } });
      return;
    }
    useBodyRoom.setState({ loading: { kind: 'ready' }, info: this.#service.info });
    await this.#update();
  }

  /** Saves the body as a file, avatars as the given figure. */
  async save(kind: WrittenKind, figure: Figure): Promise<void> {
    if (!this.#service) return;
    try {
      const { name, type, bytes } = await this.#service.write(kind, this.body, figure);
      saveFile(name, bytes, type);
      this.#notify('info', `Saved as ${name}.`);
    } catch (error) {
      this.#notify('error', `Not saved. ${explainError(error)}`);
    }
  }

  /** Opens a file of people, of betas, or a body to compare with; returns false for other files. Errors become notices. */
  async openFile(file: File): Promise<boolean> {
    try {
      if (/\.csv$/i.test(file.name)) this.#openPeople(await file.text(), file.name);
      else if (/\.json$/i.test(file.name) && looksLikeBetas(await file.text())) this.#openBetas(await file.text());
      else if (/\.(obj|ply|npz|pkl)(\.gz)?$/i.test(file.name)) await this.openOther(file);
      else return false;
    } catch (error) {
      this.#notify('error', `${file.name}: ${explainError(error)}`);
    }
    return true;
  }

  /** Opens a mesh or an SMPL model to compare with. */
  async openOther(file: File): Promise<void> {
    if (!this.#service) return;
    try {
      const opened = await this.#service.openFile(file.name, new Uint8Array(await file.arrayBuffer()));
      // A file of the same name may have changed: request again in any case.
      this.#lastRequest = '';
      openTab('compare');
      useBodyRoom.setState({ comparedFile: opened });
      this.compareWith({ kind: 'file', name: file.name, betas: [] });
      await this.#update();
    } catch (error) {
      this.#notify('error', `${file.name}: ${explainError(error)}`);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopListening();
    if (openBody.getState().controller !== this) return;
    openBody.setState({ controller: null });
    useBodyRoom.setState({ pointedAt: null });
  }

  #openPeople(text: string, fileName: string): void {
    const { people, refused } = readPeople(text, measureNames);
    if (refused.length > 0) {
      const [{ id, line, field, reason }] = refused;
      const where = `line ${line}, ${id}${field === '' ? '' : `, ${field}`}`;
      const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
      this.#notify('error', `${fileName}: ${where}: ${reason}${more}`);
    }
    if (people.length === 0) return;
    const [{ id, sex, given }] = people;
    useBodyRoom.setState({ people });
    this.choose({ name: id, sex, take: '1', measures: given, betas: null, looks: looksOf(this.body) });
    this.#notify('info', `${people.length === 1 ? 'One person' : `${people.length} people`} from ${fileName}.`);
  }

  #openBetas(text: string): void {
    const { name, sex, betas, looks = looksOf(this.body) } = readBetasJson(text);
    this.choose({ ...firstBody, name: name || 'From betas', sex, betas, looks });
  }

  async #update(): Promise<void> {
    if (!this.#service || this.#isWaiting) return;
    const request = this.#request();
    const { figure } = useBodyRoom.getState();
    const text = JSON.stringify({ request, figure });
    if (text === this.#lastRequest) return;
    this.#lastRequest = text;
    this.#isWaiting = true;
    try {
      const shown = await this.#service.show(request);
      const dressed = shown.body && figure === 'dressed' ? await this.#service.dress(request) : null;
      if (this.#isDisposed) return;
      // Where no body could be built, the last one stays.
      useBodyRoom.setState((state) => ({ shown, body: shown.body ?? state.body, dressed: dressed ?? state.dressed }));
    } catch (error) {
      this.#notify('error', explainError(error));
    } finally {
      this.#isWaiting = false;
    }
    // Settings may have changed meanwhile.
    await this.#update();
  }

  #request(): ShowRequest {
    const { other, pose, sameStature } = this.settings.values();
    return { body: this.body, other, pose, sameStature };
  }
}

/** The controller of the room while it is open, else null. */
export const openBody = createStore<{ readonly controller: BodyController | null }>(() => ({ controller: null }));
