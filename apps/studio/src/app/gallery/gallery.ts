import { fileHash } from '../../files/fileHash.js';
import { type KeptFiles, openKeptFiles } from '../../files/keptFiles.js';
import { visitorStorage } from '../../files/visitorStorage.js';
import { rememberedBody, type WornBody } from '../../rooms/body/wornBody.js';
import { explainError } from '../../ui/explainError.js';
import { notify } from '../../ui/pageStore.js';
import type { World } from '../../world/world.js';
import { useStudioStore } from '../studioStore.js';
import type { Wardrobe, Worn } from '../wardrobe.js';
import {
  addRecent,
  decodeRecent,
  encodeRecent,
  personOfBody,
  type RecentAvatar,
  recentLimits,
} from './recentAvatar.js';

/** Hash of the worn file; empty where no file is worn. */
const WORN_KEY = 'leib-worn-file';
/** "file" where a visit begins with that file: the page then does not load the default avatar (vite.config.ts). */
const FIRST_KEY = 'leib-first-avatar';

/** A kept avatar up to this size is the first that a visit shows; larger ones come after the default avatar, bytes. */
const FIRST_BYTES = 4e6;

/** Where recent avatars are: what the gallery shows of each, and the files of those that have one. */
export interface GalleryDatabases {
  readonly cards: KeptFiles;
  readonly files: KeptFiles;
}

const inBrowser: GalleryDatabases = {
  cards: openKeptFiles('leib-avatars'),
  files: openKeptFiles('leib-avatar-files'),
};

/** Keeps what was worn: the list of recent avatars with pictures, and what the next visit begins with. */
export class Gallery {
  readonly #world: Pick<World, 'body' | 'takePortrait'>;
  readonly #wardrobe: Pick<Wardrobe, 'openAvatar' | 'wearBody' | 'wearDefaultFirst'>;
  readonly #databases: GalleryDatabases;
  /** Changes of the database, one after the other. */
  #saving: Promise<void> = Promise.resolve();

  constructor(
    world: Pick<World, 'body' | 'takePortrait'>,
    wardrobe: Pick<Wardrobe, 'openAvatar' | 'wearBody' | 'wearDefaultFirst'>,
    databases = inBrowser,
  ) {
    this.#world = world;
    this.#wardrobe = wardrobe;
    this.#databases = databases;
  }

  /** Reads the list that the browser has kept. */
  async load(): Promise<void> {
    const found: RecentAvatar[] = [];
    for (const { name, bytes } of await this.#databases.cards.list()) {
      const card = decodeRecent(bytes);
      if (card.ok) found.push(card.value);
      // Of another version of the page.
      else await this.#forget(name);
    }
    found.sort((a, b) => b.wornAtMs - a.wornAtMs);
    const isNew = ({ id }: RecentAvatar) => !useStudioStore.getState().recentAvatars.some((known) => known.id === id);
    useStudioStore.setState((state) => ({ recentAvatars: [...state.recentAvatars, ...found.filter(isNew)] }));
  }

  /**
   * Wears what a visit begins with: what was worn last where that is a small file, else the default avatar. Returns whether
   * wearRemembered() has more to do.
   */
  async wearFirst(): Promise<boolean> {
    const hash = visitorStorage.getItem(WORN_KEY);
    if (hash && visitorStorage.getItem(FIRST_KEY) === 'file') {
      const kept = await this.#databases.files.read(hash);
      const card = kept && (await this.#databases.cards.read(hash));
      const known = card && decodeRecent(card.bytes);
      if (kept && known?.ok) {
        useStudioStore.setState({ recentAvatars: [known.value] });
        await this.#wardrobe.openAvatar(fileOf(known.value, kept.bytes));
        if (this.#world.body) return false;
      }
    }
    await this.#wardrobe.wearDefaultFirst();
    useStudioStore.setState({ wornTile: 'default' });
    return true;
  }

  /** What was worn on the last visit, where wearFirst() has not worn it. */
  async wearRemembered(): Promise<void> {
    const hash = visitorStorage.getItem(WORN_KEY);
    if (hash) await this.wearRecent(hash);
    else {
      const body = rememberedBody();
      if (body) await this.#wardrobe.wearBody(body);
    }
  }

  /** Wears an avatar of the list again. */
  async wearRecent(id: string): Promise<void> {
    await this.#saving;
    const card = useStudioStore.getState().recentAvatars.find((avatar) => avatar.id === id);
    if (!card) return;
    if (card.body) {
      await this.#wardrobe.wearBody(card.body);
      return;
    }
    const kept = await this.#databases.files.read(id);
    if (kept) await this.#wardrobe.openAvatar(fileOf(card, kept.bytes));
    else {
      notify('error', `${card.name}: the browser has not kept its file; load it again.`);
      await this.remove(id);
    }
  }

  /** Deletes an avatar from the list and its file from the browser; it stays worn. */
  async remove(id: string): Promise<void> {
    useStudioStore.setState((state) => ({ recentAvatars: state.recentAvatars.filter((avatar) => avatar.id !== id) }));
    if (visitorStorage.getItem(WORN_KEY) === id) rememberFile(null, 0);
    await this.#save(() => this.#forget(id));
  }

  /** The visitor wears something else. */
  onWorn(worn: Worn): void {
    if (worn.kind === 'default') {
      rememberFile(null, 0);
      useStudioStore.setState({ wornTile: 'default' });
    } else if (worn.kind === 'body') this.#onBody(worn.body);
    else void this.#save(() => this.#onFile(worn.file, worn.name));
  }

  #onBody(body: WornBody): void {
    rememberFile(null, 0);
    const person = personOfBody(body);
    if (person) useStudioStore.setState({ wornTile: `person ${person}` });
    else void this.#save(() => this.#list({ id: `body ${body.name}`, name: body.name, fileName: null, body }, null));
  }

  async #onFile(file: File, name: string): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const id = await fileHash(bytes.buffer);
    const isKept = await this.#list({ id, name, fileName: file.name, body: null }, bytes);
    rememberFile(isKept ? id : null, bytes.length);
  }

  /** Puts an avatar in front of the list and keeps it. False where the browser could not keep its file. */
  async #list(
    entry: Pick<RecentAvatar, 'id' | 'name' | 'fileName' | 'body'>,
    bytes: Uint8Array<ArrayBuffer> | null,
  ): Promise<boolean> {
    const recent = useStudioStore.getState().recentAvatars;
    const known = recent.find(({ id }) => id === entry.id);
    const card = { ...entry, byteCount: bytes?.length ?? 0, wornAtMs: Date.now(), picture: known?.picture ?? '' };
    const { kept, dropped } = addRecent(recent, card);
    const isKept = await this.#keep(card, known ? null : bytes);
    // What could not be kept costs none of the others.
    if (isKept) for (const { id } of dropped) await this.#forget(id);
    else if (!known) await this.#forget(entry.id);
    useStudioStore.setState({ recentAvatars: isKept ? kept : recent, wornTile: entry.id });
    if (!isKept) {
      notify(
        'info',
        `${entry.name} is worn, but the browser has no room to keep it: delete recent avatars, or load its file again next time.`,
      );
    } else if (card.picture === '') void this.#takePicture(entry.id);
    return isKept;
  }

  async #takePicture(id: string): Promise<void> {
    const picture = await this.#world.takePortrait();
    if (picture === null) return;
    useStudioStore.setState((state) => ({
      recentAvatars: state.recentAvatars.map((avatar) => (avatar.id === id ? { ...avatar, picture } : avatar)),
    }));
    const card = useStudioStore.getState().recentAvatars.find((avatar) => avatar.id === id);
    if (card) await this.#save(() => this.#keep(card, null));
  }

  /** Keeps a card, and its file where one is given. */
  async #keep(card: RecentAvatar, bytes: Uint8Array<ArrayBuffer> | null): Promise<boolean> {
    const { cards, files } = this.#databases;
    if (bytes && bytes.length > recentLimits.bytes) return false;
    if (bytes && !(await files.put({ name: card.id, bytes }))) return false;
    return cards.put({ name: card.id, bytes: encodeRecent(card) });
  }

  async #forget(id: string): Promise<void> {
    await this.#databases.cards.remove(id);
    await this.#databases.files.remove(id);
  }

  #save(work: () => Promise<unknown>): Promise<void> {
    this.#saving = this.#saving.then(work).then(
      () => {},
      (error: Error) => notify('error', `The gallery could not be kept: ${explainError(error)}`),
    );
    return this.#saving;
  }
}

/** The file that the next visit wears; null: none. */
function rememberFile(hash: string | null, byteCount: number): void {
  visitorStorage.setItem(WORN_KEY, hash ?? '');
  visitorStorage.setItem(FIRST_KEY, hash && byteCount <= FIRST_BYTES ? 'file' : '');
}

function fileOf({ id, fileName, name }: RecentAvatar, bytes: Uint8Array<ArrayBuffer>): File {
  return new File([bytes], fileName ?? `${name || id}.vrm`);
}
