import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import type { FileSet } from '@leib/formats';
import {
  type Avatar,
  type AvatarBones,
  AvatarError,
  avatarCandidates,
  avatarFiles,
  avatarGlb,
  loadAvatar,
} from '@leib/three';
import { fileHash } from '../files/fileHash.js';
import { rememberBody, type WornBody } from '../rooms/body/wornBody.js';
import { askForFile, notify } from '../ui/pageStore.js';
import type { World } from '../world/world.js';
import { type Busy, createBusy } from './busy.js';
import { boneLabel } from './mapping/boneRows.js';
import { forgetBones, rememberBones, rememberedBones } from './mapping/rememberedBones.js';
import { type AvatarCard, type MappingRequest, useStudioStore } from './studioStore.js';

/** What is worn. */
export type Worn =
  | { readonly kind: 'default' }
  | { readonly kind: 'body'; readonly body: WornBody }
  | { readonly kind: 'file'; readonly file: File; readonly name: string };

/** The avatar that is worn. */
export interface WornFile {
  /** GLB: its own file, or what was made of it. */
  readonly bytes: ArrayBuffer;
  /** Bones that the visitor has set; empty where they are as guessed. */
  readonly bones: AvatarBones;
}

/** Whom the wardrobe tells. */
interface WardrobeHooks {
  /** Another avatar is shown. */
  onAvatar(): void;
  /** The visitor wears something else. */
  onWorn(worn: Worn): void;
}

/** What the person wears: the default avatar, a body from the room "Body", or a file. */
export class Wardrobe {
  readonly world: World;
  /** Whether the avatar was built in the room "Body" and has its own stature. */
  isOwnBody = false;
  readonly #hooks: WardrobeHooks;
  readonly #busy: Busy;
  /** The worn file; null for our own bodies. */
  #file: MappingRequest | null = null;
  /** Where the worn avatar was loaded from. */
  #source: string | File = defaultAvatarUrl;
  /** What the visitor wears themselves, while they wear what a room lends them. */
  #own: { readonly file: MappingRequest | null; readonly source: string | File; readonly isOwnBody: boolean } | null =
    null;

  constructor(world: World, hooks: WardrobeHooks) {
    this.world = world;
    this.#hooks = hooks;
    this.#busy = createBusy(world.clock);
  }

  /** Restores the default avatar and deletes the stored body. */
  async wearDefaultAvatar(): Promise<void> {
    rememberBody(null);
    await this.wearDefaultFirst();
    this.#hooks.onWorn({ kind: 'default' });
  }

  /** The default avatar until what was worn at the last visit is there. */
  async wearDefaultFirst(): Promise<void> {
    await this.#loadAvatar(defaultAvatarUrl, 'the default avatar');
  }

  /** Wears a body from the room "Body" in every room and on the next visit. Returns false where it could not be built. */
  async wearBody(body: WornBody): Promise<boolean> {
    let isWorn = false;
    await this.#busy(`Making ${body.name} …`, async () => {
      const { wornBodyFile } = await import('../rooms/body/wornBodyFile.js');
      await this.#showAvatar(await wornBodyFile(body), true);
      rememberBody(body);
      isWorn = true;
      this.#hooks.onWorn({ kind: 'body', body });
    });
    return isWorn;
  }

  /** Wears an avatar file of the wearer's own body, in its own stature. Returns false where it could not be loaded. */
  async wearOwnFile(file: File): Promise<boolean> {
    let isWorn = false;
    await this.#busy(`Loading ${file.name} …`, async () => {
      await this.#showAvatar(file, true);
      rememberBody(null);
      isWorn = true;
      this.#hooks.onWorn({ kind: 'file', file, name: file.name });
    });
    return isWorn;
  }

  /** A room lends a body of its own stature for a while; null: the visitor wears again what they wore before. Throws where it cannot be worn. */
  async lend(file: File | null): Promise<void> {
    if (file) {
      this.#own ??= { file: this.#file, source: this.#source, isOwnBody: this.isOwnBody };
      await this.#showAvatar(file, true);
      return;
    }
    const own = this.#own;
    this.#own = null;
    if (!own) return;
    if (!own.file) return this.#showAvatar(own.source, own.isOwnBody);
    const bones = rememberedBones(own.file.hash);
    await this.#wearFile(await loadAvatar(own.file.file, { bones: bones ?? {} }), own.file);
  }

  /**
   * Wears a file. Where its bones are doubtful, or a person could be found in it by hand, the panel of its bones opens instead
   * and what was worn stays.
   */
  async openAvatar(file: File): Promise<void> {
    await this.#busy(`Loading ${file.name} …`, async () => {
      const asked = { file, hash: await fileHash(file) };
      const bones = rememberedBones(asked.hash);
      const avatar = await loadOrAsk(asked, bones);
      if (!avatar) return;
      await this.#wearFile(avatar, asked);
      if (bones) {
        const again = { label: 'Guess again', run: () => void this.forgetBones(asked) };
        notify('info', `${file.name}: its bones are as you set them.`, again);
      }
    });
  }

  /** Wears an avatar of a folder, a zip or several files; which one, the visitor says where there are several. */
  async openFiles(reading: FileSet | Promise<FileSet>): Promise<void> {
    let set = null as FileSet | null;
    await this.#busy('Opening …', async () => {
      set = await reading;
      // Says why none of these files is an avatar.
      if (set.files.length !== 1 && avatarCandidates(set).length === 0) await avatarFiles(set);
    });
    if (!set) return;
    const { files, name } = set;
    const path = files.length === 1 ? files[0].path : await askForFile('Which avatar?', avatarCandidates(set));
    if (path === null) return;
    let file = null as File | null;
    await this.#busy(`Reading ${name} …`, async () => {
      const { packAvatar } = await import('./packAvatar.js');
      file = await packAvatar(set as FileSet, path);
    });
    if (file) await this.openAvatar(file);
  }

  /** Wears a file with the bones that the visitor set, and remembers them for it. Throws where it cannot be worn. */
  async wearWithBones(asked: MappingRequest, bones: AvatarBones): Promise<void> {
    const avatar = await loadAvatar(asked.file, { bones });
    rememberBones(asked.hash, bones);
    await this.#wearFile(avatar, asked);
  }

  /** The worn avatar as a file. */
  async wornFile(): Promise<WornFile> {
    const source = this.#source;
    const bytes = await avatarGlb(source);
    return { bytes, bones: (this.#file && rememberedBones(this.#file.hash)) ?? {} };
  }

  /** The same for others who see it; null for the default one, which everybody has. */
  async ownFile(): Promise<WornFile | null> {
    return this.#source === defaultAvatarUrl ? null : this.wornFile();
  }

  /** Opens the panel of the worn file's bones. */
  checkBones(): void {
    if (this.#file) useStudioStore.setState({ mapping: this.#file });
  }

  /** Forgets the bones that were set by hand for a file and wears it as it is guessed. */
  async forgetBones({ file, hash }: MappingRequest): Promise<void> {
    forgetBones(hash);
    await this.openAvatar(file);
  }

  async #loadAvatar(source: string | File, name: string): Promise<void> {
    await this.#busy(`Loading ${name} …`, () => this.#showAvatar(source, false));
  }

  async #showAvatar(source: string | File, isOwnBody: boolean): Promise<void> {
    const avatar = await loadAvatar(source);
    await this.#show(avatar, isOwnBody);
    this.isOwnBody = isOwnBody;
    this.#file = null;
    this.#source = source;
    useStudioStore.setState({ avatar: describeAvatar(avatar, source === defaultAvatarUrl) });
    this.#hooks.onAvatar();
  }

  async #wearFile(avatar: Avatar, asked: MappingRequest): Promise<void> {
    await this.#show(avatar, false);
    this.isOwnBody = false;
    this.#file = asked;
    this.#source = asked.file;
    useStudioStore.setState({ avatar: { ...describeAvatar(avatar, false), bones: describeBones(avatar) } });
    this.#hooks.onAvatar();
    this.#hooks.onWorn({ kind: 'file', file: asked.file, name: avatar.report.name });
  }

  async #show(avatar: Avatar, isOwnBody: boolean): Promise<void> {
    try {
      await this.world.prepareAvatar(avatar);
      this.world.setAvatar(avatar, isOwnBody);
    } catch (error) {
      avatar.dispose();
      throw error;
    }
    for (const warning of avatar.report.warnings) notify('info', `${avatar.report.name}: ${warning}`);
  }
}

/** Loads a file; null where the visitor is asked for its bones instead. */
async function loadOrAsk(asked: MappingRequest, bones: AvatarBones | null): Promise<Avatar | null> {
  try {
    const avatar = await loadAvatar(asked.file, { bones: bones ?? {} });
    // What a VRM says of its bones holds, even where nothing is to be seen of them.
    const isDeclared = avatar.report.format === 'vrm0' || avatar.report.format === 'vrm1';
    if (bones || isDeclared || avatar.report.judgement === 'good') return avatar;
    avatar.dispose();
  } catch (error) {
    if (!(error instanceof AvatarError) || error.judgement?.isMendable !== true) throw error;
  }
  useStudioStore.setState({ mapping: asked });
  return null;
}

const formats = { vrm0: 'VRM 0', vrm1: 'VRM 1', gltf: 'glTF', fbx: 'FBX' } as const;

/** Description of an avatar for the panel: its height, what is missing, and for experts its format. */
export function describeAvatar({ report }: Avatar, isDefault: boolean): AvatarCard {
  const { name, format, statureMetres, triangles, missing } = report;
  const size = triangles < 1000 ? `${triangles}` : `${Math.round(triangles / 1000)}k`;
  const height = `${statureMetres.toFixed(2)} m`;
  const details = [`${height} tall`];
  const limbs = missing.filter((bone) => !/Thumb|Index|Middle|Ring|Little|Eye|jaw/.test(bone));
  if (limbs.length > 0) details.push(`without ${limbs.map((bone) => boneLabel(bone).toLowerCase()).join(', ')}`);
  const expertDetails = [`${formats[format]}, ${height}, ${size} triangles`, ...details.slice(1)];
  return { name, details, expertDetails, isDefault, bones: null };
}

/** How the bones of a file were found, for the avatar's card. */
function describeBones({ report }: Avatar): NonNullable<AvatarCard['bones']> {
  const mapped = report.bones.filter(({ node }) => node !== null);
  return {
    count: mapped.length,
    guessedCount: report.guessed.length,
    isByHand: mapped.some(({ reason }) => reason?.by === 'user'),
    isPoor: report.judgement === 'poor',
  };
}
