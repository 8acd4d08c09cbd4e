import { buildPuppetModel, type PuppetFile, type PuppetInput } from '@leib/puppet';
import { type ExamplePuppetName, loadExamplePuppet } from '@leib/puppet/examples';
import type { World } from '../../world/world.js';
import type { PuppetCompanion } from './companion.js';
import { Autosave, restorePuppet } from './files/autosave.js';
import { openModel, type WaitingPuppet } from './files/openModel.js';
import { type OpenedPuppet, PuppetDocument } from './files/puppetDocument.js';
import { PuppetPlayer } from './play/puppetPlayer.js';
import type { PuppetStore } from './puppetShape.js';
import { FurtherViews } from './views/furtherViews.js';

/** What scene and panel share while the room is open: the puppet's file, its player, the hands. The scene steps it. */
export class PuppetController {
  readonly world: World;
  readonly settings: PuppetStore;
  readonly document: PuppetDocument;
  readonly player: PuppetPlayer;
  readonly autosave: Autosave;
  readonly views = new FurtherViews();
  /** What takes part in every frame beside the puppet (companionMakers.ts). */
  companions: readonly PuppetCompanion[] = [];
  /** What is dragged in the picture; set by the scene. */
  dragged: () => Pick<PuppetInput, 'drags' | 'turns'> = () => ({ drags: [], turns: [] });
  #waiting: WaitingPuppet | null = null;
  readonly #stopListening: () => void;

  constructor(
    world: World,
    settings: PuppetStore,
    opened: OpenedPuppet & { isRestored: boolean },
    player: PuppetPlayer,
  ) {
    this.world = world;
    this.settings = settings;
    this.document = new PuppetDocument(opened);
    this.player = player;
    this.player.onRefused = (reason) => this.#refuse(reason);
    this.autosave = new Autosave(this.document, world.clock, opened.isRestored);
    this.#stopListening = this.document.store.subscribe((now, before) => {
      if (now.edits.present !== before.edits.present || now.mesh !== before.mesh) this.#rebuild();
    });
  }

  /** Changes the puppet's file: one step of the history (PuppetDocument.edit). */
  edit(label: string, change: (file: PuppetFile) => PuppetFile, gesture: string | null = null): void {
    this.document.edit(label, change, gesture);
  }

  async openExample(name: ExamplePuppetName): Promise<void> {
    const release = this.world.clock.hold();
    try {
      this.document.replace({ ...(await loadExamplePuppet(name)), meshFile: null, example: name });
    } catch (error) {
      this.say('error', `The example could not be made: ${(error as Error).message}`);
    } finally {
      release();
    }
  }

  /** Opens a model or a puppet; false for files of other kinds. Throws InputError where it is wrong. */
  async openFile(file: File): Promise<boolean> {
    for (const companion of this.companions) if (await companion.openFile?.(file)) return true;
    const { meshFile } = this.document.store.getState();
    const opened = await openModel(file, this.#waiting, (name) => (meshFile?.name === name ? meshFile : null));
    if (opened === null) return false;
    if (opened.kind === 'waits') {
      this.#waiting = opened.puppet;
      this.say('info', `${opened.puppet.name} needs its model, too: open ${opened.puppet.uri}.`);
      return true;
    }
    // Built once before it takes the place of the open puppet: what cannot be played loses nothing.
    await buildPuppetModel(opened.puppet.file, opened.puppet.mesh);
    this.#waiting = null;
    this.document.replace(opened.puppet);
    for (const note of opened.notes) this.say('info', note);
    return true;
  }

  /** A notice for the visitor. */
  say(kind: 'info' | 'error', text: string): void {
    this.world.onNotice(kind, text);
  }

  /** One frame: hands, what companions make of them, the puppet, what follows from it. */
  step(dtSeconds: number): void {
    let input: PuppetInput = { hands: [], ...this.dragged() };
    for (const companion of this.companions) input = companion.changeInput?.(input, dtSeconds) ?? input;
    this.player.step(input, dtSeconds);
    for (const companion of this.companions) companion.afterStep?.(dtSeconds);
  }

  dispose(): void {
    this.#stopListening();
    this.autosave.dispose();
    for (const companion of this.companions) companion.dispose();
    this.views.dispose();
    this.player.dispose();
  }

  #rebuild(): void {
    void this.player.show(this.document.file, this.document.mesh);
  }

  /** A change that cannot be built is taken back, with the reason. */
  #refuse(reason: string): void {
    this.say('error', reason);
    if (this.document.undoLabel !== null) this.document.undo();
  }
}

/** The puppet of the last visit, or the frog. */
export async function openController(world: World, settings: PuppetStore): Promise<PuppetController> {
  const restored = await restorePuppet();
  const opened = restored ?? { ...(await loadExamplePuppet('frog')), meshFile: null, example: 'frog' as const };
  const player = new PuppetPlayer(world.clock, await buildPuppetModel(opened.file, opened.mesh));
  if (restored) world.onNotice('info', `${opened.file.name} is as you left it. The examples bring back the others.`);
  return new PuppetController(world, settings, { ...opened, isRestored: restored !== null }, player);
}
