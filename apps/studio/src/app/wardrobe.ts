import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { loadAvatar } from '@leib/three';
import { rememberBody, type WornBody } from '../rooms/body/wornBody.js';
import { notify } from '../ui/noticesStore.js';
import type { World } from '../world/world.js';
import { type Busy, createBusy } from './busy.js';
import { describeAvatar } from './describeAvatar.js';
import { useStudioStore } from './studioStore.js';

/** What is worn. */
export type Worn =
  | { readonly kind: 'default' }
  | { readonly kind: 'body'; readonly body: WornBody }
  | { readonly kind: 'file'; readonly file: File; readonly name: string };

/** What the person wears: the default avatar, a body from the room "Body", or a file. */
export class Wardrobe {
  readonly world: World;
  /** Whether the avatar was built in the room "Body" and has its own stature. */
  isOwnBody = false;
  /** Called when something else is worn, and shown. */
  onWorn: (worn: Worn) => void = () => {};
  readonly #onChange: () => void;
  readonly #busy: Busy;

  /** @param onChange is called when another avatar is worn */
  constructor(world: World, onChange: () => void) {
    this.world = world;
    this.#onChange = onChange;
    this.#busy = createBusy(world.clock);
  }

  /** Restores the default avatar and deletes the stored body. */
  async wearDefaultAvatar(): Promise<void> {
    rememberBody(null);
    await this.wearDefaultFirst();
    this.onWorn({ kind: 'default' });
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
      this.onWorn({ kind: 'body', body });
    });
    return isWorn;
  }

  async openAvatar(file: File): Promise<void> {
    const before = this.world.body;
    await this.#loadAvatar(file, file.name);
    const { body } = this.world;
    if (body && body !== before) this.onWorn({ kind: 'file', file, name: body.avatar.report.name });
  }

  async #loadAvatar(source: string | File, name: string): Promise<void> {
    await this.#busy(`Loading ${name} …`, () => this.#showAvatar(source, false));
  }

  async #showAvatar(source: string | File, isOwnBody: boolean): Promise<void> {
    const avatar = await loadAvatar(source);
    try {
      await this.world.prepareAvatar(avatar);
      this.world.setAvatar(avatar);
    } catch (error) {
      avatar.dispose();
      throw error;
    }
    this.isOwnBody = isOwnBody;
    useStudioStore.setState({ avatar: describeAvatar(avatar, source === defaultAvatarUrl) });
    this.#onChange();
    for (const warning of avatar.report.warnings) notify('info', `${avatar.report.name}: ${warning}`);
  }
}
