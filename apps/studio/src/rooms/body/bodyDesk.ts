import { looksLikeBetas, measureNames, readBetasJson, readPeople } from '@leib/body';
import { saveFile } from '../../app/saveFile.js';
import type { SettingsStore } from '../../settings/settingsStore.js';
import type { World } from '../../world/world.js';
import { useBodyRoom } from './bodyRoomStore.js';
import type { bodyShape } from './bodyShape.js';
import { type BodySpec, firstBody, type OtherSpec } from './bodySpec.js';
import { openWorkshop, type RemoteWorkshop } from './workshop/openWorkshop.js';
import type { ShowRequest, WrittenKind } from './workshop/workshopTypes.js';

export type BodyStore = SettingsStore<typeof bodyShape>;

/**
 * Between the room's settings and the workshop, while one is in the room: whatever is set is asked for, one question at
 * a time and always the latest.
 */
export class BodyDesk {
  readonly settings: BodyStore;
  readonly #tell: World['onNotice'];
  #workshop: RemoteWorkshop | null = null;
  #asked = '';
  #isWaiting = false;
  #isDisposed = false;
  readonly #stopListening: () => void;

  constructor(settings: BodyStore, tell: World['onNotice']) {
    this.settings = settings;
    this.#tell = tell;
    this.#stopListening = settings.store.subscribe(() => void this.#ask());
    useBodyRoom.setState({ desk: this });
    void this.load();
  }

  get body(): BodySpec {
    return this.settings.values().body ?? firstBody;
  }

  /** Changes of one field are one step of the history until the gesture ends. */
  change(changes: Partial<BodySpec>): void {
    this.settings.set('body', { ...this.body, ...changes });
  }

  /** Somebody else: a step of its own. */
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

  /** Fetches the bodies; again after a failure. */
  async load(): Promise<void> {
    useBodyRoom.setState({ loading: { kind: 'loading', loadedBytes: 0, totalBytes: 0 } });
    try {
      this.#workshop = await openWorkshop((loadedBytes, totalBytes) =>
        useBodyRoom.setState({ loading: { kind: 'loading', loadedBytes, totalBytes } }),
      );
    } catch (error) {
      useBodyRoom.setState({ loading: { kind: 'failed', reason: (error as Error).message } });
      return;
    }
    useBodyRoom.setState({ loading: { kind: 'ready' }, info: this.#workshop.info });
    await this.#ask();
  }

  /** Hands the body to the visitor as a file. */
  async save(kind: WrittenKind): Promise<void> {
    if (!this.#workshop) return;
    try {
      const { name, type, bytes } = await this.#workshop.write(kind, this.body);
      saveFile(name, bytes, type);
      this.#tell('info', `Saved as ${name}.`);
    } catch (error) {
      this.#tell('error', `Not saved. ${(error as Error).message}`);
    }
  }

  /** A file of people, of betas, or a body to compare with; false for anything else. Failures become notices. */
  async openFile(file: File): Promise<boolean> {
    try {
      if (/\.csv$/i.test(file.name)) this.#openPeople(await file.text(), file.name);
      else if (/\.json$/i.test(file.name) && looksLikeBetas(await file.text())) this.#openBetas(await file.text());
      else if (/\.(obj|ply|npz|pkl)(\.gz)?$/i.test(file.name)) await this.openOther(file);
      else return false;
    } catch (error) {
      this.#tell('error', `${file.name}: ${(error as Error).message}`);
    }
    return true;
  }

  /** A mesh, or an SMPL model, to compare with. */
  async openOther(file: File): Promise<void> {
    if (!this.#workshop) return;
    try {
      const opened = await this.#workshop.openFile(file.name, new Uint8Array(await file.arrayBuffer()));
      // The same name again may be another content: ask again in any case.
      this.#asked = '';
      useBodyRoom.setState({ comparedFile: opened, tab: 'compare' });
      this.compareWith({ kind: 'file', name: file.name, betas: [] });
      await this.#ask();
    } catch (error) {
      this.#tell('error', `${file.name}: ${(error as Error).message}`);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopListening();
    if (useBodyRoom.getState().desk === this) useBodyRoom.setState({ desk: null, pointedAt: null });
  }

  #openPeople(text: string, fileName: string): void {
    const { people, refused } = readPeople(text, measureNames);
    if (refused.length > 0) {
      const [{ id, line, field, reason }] = refused;
      const where = `line ${line}, ${id}${field === '' ? '' : `, ${field}`}`;
      const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
      this.#tell('error', `${fileName}: ${where}: ${reason}${more}`);
    }
    if (people.length === 0) return;
    const [{ id, sex, given }] = people;
    useBodyRoom.setState({ people });
    this.choose({ name: id, sex, take: '1', measures: given, betas: null });
    this.#tell('info', `${people.length === 1 ? 'One person' : `${people.length} people`} from ${fileName}.`);
  }

  #openBetas(text: string): void {
    const { name, sex, betas } = readBetasJson(text);
    this.choose({ ...firstBody, name: name || 'From betas', sex, betas });
  }

  async #ask(): Promise<void> {
    if (!this.#workshop || this.#isWaiting) return;
    const request = this.#request();
    const asked = JSON.stringify(request);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#isWaiting = true;
    try {
      const shown = await this.#workshop.show(request);
      if (this.#isDisposed) return;
      useBodyRoom.setState(({ body }) => ({ shown, body: shown.body ?? body }));
    } catch (error) {
      this.#tell('error', (error as Error).message);
    } finally {
      this.#isWaiting = false;
    }
    // What was set meanwhile.
    await this.#ask();
  }

  #request(): ShowRequest {
    const { other, pose, sameStature } = this.settings.values();
    return { body: this.body, other, pose, sameStature };
  }
}
