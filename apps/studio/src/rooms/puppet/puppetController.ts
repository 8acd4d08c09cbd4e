import { noInput, type PuppetFile, type PuppetInput } from '@leib/puppet';
import type { ExamplePuppetName } from '@leib/puppet/examples';
import type { World } from '../../world/world.js';
import type { PuppetCompanion } from './companion.js';
import { type OpenedPuppet, PuppetDocument } from './files/puppetDocument.js';
import type { PuppetPlayer } from './play/puppetPlayer.js';
import type { PuppetStore } from './puppetShape.js';

/** What scene and panel share while the room is open: the puppet's file, its player, the hands. The scene steps it. */
export class PuppetController {
  readonly world: World;
  readonly settings: PuppetStore;
  readonly document: PuppetDocument;
  readonly player: PuppetPlayer;
  /** What takes part in every frame beside the puppet (companionMakers.ts). */
  companions: readonly PuppetCompanion[] = [];
  readonly #stopListening: () => void;

  constructor(world: World, settings: PuppetStore, opened: OpenedPuppet, player: PuppetPlayer) {
    this.world = world;
    this.settings = settings;
    this.document = new PuppetDocument(opened);
    this.player = player;
    this.player.onRefused = (reason) => this.#refuse(reason);
    this.#stopListening = this.document.store.subscribe((now, before) => {
      if (now.edits.present !== before.edits.present || now.mesh !== before.mesh) this.#rebuild();
    });
  }

  /** Changes the puppet's file: one step of the history (PuppetDocument.edit). */
  edit(label: string, change: (file: PuppetFile) => PuppetFile, gesture: string | null = null): void {
    this.document.edit(label, change, gesture);
  }

  async openExample(_name: ExamplePuppetName): Promise<void> {}

  /** One frame: hands, what companions make of them, the puppet, what follows from it. */
  step(dtSeconds: number): void {
    let input: PuppetInput = noInput;
    for (const companion of this.companions) input = companion.changeInput?.(input, dtSeconds) ?? input;
    this.player.step(input, dtSeconds);
    for (const companion of this.companions) companion.afterStep?.(dtSeconds);
  }

  dispose(): void {
    this.#stopListening();
    for (const companion of this.companions) companion.dispose();
    this.player.dispose();
  }

  #rebuild(): void {
    void this.player.show(this.document.file, this.document.mesh);
  }

  /** A change that cannot be built is taken back, with the reason. */
  #refuse(reason: string): void {
    this.world.onNotice('error', reason);
    if (this.document.undoLabel !== null) this.document.undo();
  }
}
