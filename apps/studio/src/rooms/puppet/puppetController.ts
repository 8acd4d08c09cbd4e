import {
  buildPuppetModel,
  type ExamplePuppetName,
  type PuppetFile,
  type PuppetHand,
  type PuppetInput,
  proposeStructure,
} from '@leib/puppet';
import type { RestHand } from '@leib/tracking/hands';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import { explainError } from '../../ui/explainError.js';
import { setBusy } from '../../ui/noticesStore.js';
import { createMeter } from '../../world/meter.js';
import type { World } from '../../world/world.js';
import type { PuppetCompanion } from './companion.js';
import { StillHands } from './drag/stillHands.js';
import { findLimbs } from './editor/limbs/findLimbs.js';
import { Autosave, countOtherPuppets, restorePuppet } from './files/autosave.js';
import { loadExamplePuppet } from './files/examplePuppets.js';
import { type KeptSlot, takeKeptSlot } from './files/keptSlot.js';
import { openModel, type WaitingPuppet } from './files/openModel.js';
import { type KnownPuppet, type OpenedPuppet, PuppetDocument } from './files/puppetDocument.js';
import type { Shelved } from './files/puppetShelf.js';
import { forcesOnHands, HandDesk } from './hands/handDesk.js';
import { openRecordedHand } from './hands/openRecordedHand.js';
import { ChainMeters } from './play/chainMeters.js';
import { Partner } from './play/partner.js';
import { PuppetPlayer } from './play/puppetPlayer.js';
import { usePuppetPanel } from './puppetPanelStore.js';
import type { PuppetStore } from './puppetShape.js';
import { FurtherViews } from './views/furtherViews.js';

/** What scene and panel share while the room is open: the puppet's file, its player, the hands. The scene steps it. */
export class PuppetController {
  readonly world: World;
  /** Takes of all rooms. */
  readonly kept: KeptTakes;
  readonly settings: PuppetStore;
  readonly document: PuppetDocument;
  readonly player: PuppetPlayer;
  readonly autosave: Autosave;
  readonly views = new FurtherViews();
  readonly hands: HandDesk;
  readonly chainMeters = new ChainMeters();
  /** Milliseconds that the drawn surface takes to follow the skin, of each frame. */
  readonly surfaceMeter = createMeter(60);
  readonly partner: Partner;
  /** What takes part in every frame beside the puppet (companionMakers.ts). */
  companions: readonly PuppetCompanion[] = [];
  /** What is dragged in the picture; set by the scene. */
  dragged: () => Pick<PuppetInput, 'drags' | 'turns'> = () => ({ drags: [], turns: [] });
  /** A hand in the headset holds something: it does not carry the puppet meanwhile; set by the scene. */
  isHolding: (slot: number) => boolean = () => false;
  readonly #stillHands = new StillHands();
  /** The pointer holds something, or is on something that it would take: it does not move the hand meanwhile; set by the scene. */
  isPointing: () => boolean = () => false;
  /** A file that is tried while it is edited, not yet part of the history. */
  #preview: PuppetFile | null = null;
  #waiting: WaitingPuppet | null = null;
  readonly #stopListening: () => void;

  constructor(
    world: World,
    settings: PuppetStore,
    opened: (OpenedPuppet | KnownPuppet) & { readonly slot: KeptSlot; readonly isRestored: boolean },
    player: PuppetPlayer,
    kept: KeptTakes,
  ) {
    this.world = world;
    this.kept = kept;
    this.settings = settings;
    this.document = new PuppetDocument(opened);
    this.player = player;
    this.player.onRefused = (reason) => this.#refuse(reason);
    this.hands = new HandDesk({ world, isBusy: () => this.isPointing() });
    this.hands.onKind = () => this.#rebuild();
    this.hands.onRest = (slot, rest) => this.#keepRest(slot, rest);
    void this.hands.connect(0, 'screen');
    this.partner = new Partner(world.clock);
    this.autosave = new Autosave(this.document, world.clock, opened.slot, opened.isRestored);
    this.autosave.onShelved = (shelved) => this.#sayShelved(shelved);
    this.#stopListening = this.document.store.subscribe((now, before) => {
      // A file that is tried belongs to the puppet that it was made from.
      if (now.id !== before.id) this.#preview = null;
      if (now.edits.present !== before.edits.present) this.#rebuild();
    });
  }

  /** Changes the puppet's file: one step of the history (PuppetDocument.edit). */
  edit(label: string, change: (file: PuppetFile) => PuppetFile, gesture: string | null = null): void {
    this.document.edit(label, change, gesture);
  }

  /** Plays a file that is being edited, without a step of the history; null: the document's again. */
  preview(file: PuppetFile | null): void {
    if (file === this.#preview) return;
    this.#preview = file;
    this.#rebuild();
  }

  async openExample(name: ExamplePuppetName): Promise<void> {
    await this.#whileBusy(`Opening the ${name} …`, async () => {
      const { file, mesh } = await loadExamplePuppet(name);
      await this.player.prepare(file, mesh);
      this.document.open({ file, mesh, meshFile: null, example: name });
    }).catch((error: Error) => this.say('error', `The example could not be opened: ${explainError(error)}`));
  }

  /** A puppet or model of one's own stands beside the first, for the second hand. */
  async openPartner(file: File): Promise<void> {
    await this.#whileBusy(`Reading ${file.name} …`, async () => {
      const opened = await openModel(file, null, () => null);
      if (opened?.kind !== 'puppet') {
        return this.say('error', `${file.name}: expected a puppet with its model in one file; save it as GLB first.`);
      }
      await this.partner.takeOwn(opened.puppet);
      this.settings.set('partner', 'own');
    }).catch((error: Error) => this.say('error', `${file.name} cannot stand beside it: ${explainError(error)}`));
  }

  /** Opens a puppet of "Your puppets" (PuppetShelf). */
  async openKept(id: string, name: string): Promise<void> {
    await this.#whileBusy(`Opening ${name} …`, async () => {
      const opened = await this.autosave.shelf.read(id);
      if (!opened) return this.say('error', `${name} cannot be read any more: open its file instead.`);
      await this.player.prepare(opened.file, opened.mesh);
      this.document.open(opened);
    }).catch((error: Error) => this.say('error', `${name} could not be opened: ${explainError(error)}`));
  }

  /** Puts the puppet of "Your puppets" that was deleted last back. */
  async bringBack(): Promise<void> {
    const { shelf } = this.autosave;
    const name = shelf.deleted?.name;
    if (await shelf.bringBack()) return;
    this.say(
      'error',
      `${name} is still deleted: the browser’s storage is full; delete takes or avatars, then try again.`,
    );
  }

  /** The puppet, and a second one, stand as their models do; hands play on from there. */
  rest(): void {
    this.player.rest();
    this.partner.player?.rest();
  }

  /** Bones, chains, grips and fingers for the model instead of the parts that it has, as one step of the history. */
  async findLimbs(): Promise<void> {
    await this.#whileBusy('Finding its limbs …', async () => {
      const limbs = await findLimbs(this.document.mesh);
      this.edit('find all limbs', (file) => proposeStructure(file, limbs));
      const found = this.document.file.parts.length;
      const bones = `${found} ${found === 1 ? 'bone' : 'bones'}`;
      this.say('info', `Found ${bones}; fingers are connected. Undo brings back what was.`);
    }).catch((error: Error) => this.say('error', `The limbs could not be found: ${explainError(error)}`));
  }

  /** Opens a model or a puppet; false for files of other kinds. Throws InputError where it is wrong. */
  async openFile(file: File): Promise<boolean> {
    for (const companion of this.companions) if (await companion.openFile?.(file)) return true;
    if (await this.#openHand(file)) return true;
    return this.#whileBusy(`Reading ${file.name} …`, () => this.#openModel(file));
  }

  async #openModel(file: File): Promise<boolean> {
    const { meshFile } = this.document.store.getState();
    const opened = await openModel(file, this.#waiting, (name) => (meshFile?.name === name ? meshFile : null));
    if (opened === null) return false;
    if (opened.kind === 'waits') {
      this.#waiting = opened.puppet;
      this.say('info', `${opened.puppet.name} needs its model, too: open ${opened.puppet.uri}.`);
      return true;
    }
    setBusy(`Building ${opened.puppet.file.name} …`);
    await nextTask();
    // Built once before it takes the place of the open puppet: what cannot be played loses nothing.
    await this.player.prepare(opened.puppet.file, opened.puppet.mesh);
    this.#waiting = null;
    this.document.open(opened.puppet);
    for (const note of opened.notes) this.say('info', note);
    return true;
  }

  /** A recorded hand plays as the hand whose card is shown. */
  async #openHand(file: File): Promise<boolean> {
    const opened = await openRecordedHand(file);
    if (opened === null) return false;
    this.hands.use(usePuppetPanel.getState().hand, 'recording', opened.source);
    if (opened.remark !== null) this.say('info', opened.remark);
    return true;
  }

  /** A notice for the visitor. */
  say(kind: 'info' | 'error', text: string): void {
    this.world.onNotice(kind, text);
  }

  /** One frame: hands, what companions make of them, the puppet, what follows from it. */
  step(dtSeconds: number): void {
    this.hands.setImmersive(this.world.renderer.xr.isPresenting);
    const { partner, player } = this;
    this.hands.step(dtSeconds, forcesOnHands(player.state.hands.forces, partner.player?.state.hands.forces ?? null));
    const signals = this.#stillHands.step(this.hands.signals, (slot) => this.isHolding(slot), dtSeconds);
    const [first, second] = signals;
    void this.partner.show(this.settings.values().partner);
    // With a second puppet the second hand is its; else it moves a second group of the first.
    const hands = this.partner.player ? [first] : [first, second];
    const { isIdle: isIdleAllowed } = this.settings.values();
    this.partner.step({ hands: [second], drags: [], turns: [], isIdleAllowed }, dtSeconds);
    let input: PuppetInput = { hands, ...this.dragged(), isIdleAllowed };
    for (const companion of this.companions) input = companion.changeInput?.(input, dtSeconds) ?? input;
    this.player.step(input, dtSeconds);
    this.chainMeters.append(this.player.model, this.player.state);
    for (const companion of this.companions) companion.afterStep?.(dtSeconds);
  }

  dispose(): void {
    this.#stopListening();
    this.autosave.dispose();
    for (const companion of this.companions) companion.dispose();
    this.hands.dispose();
    this.views.dispose();
    this.player.dispose();
  }

  /** Says what is done while it is done; the page shows it before the work begins. */
  async #whileBusy<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
    const release = this.world.clock.hold();
    setBusy(text);
    try {
      await nextTask();
      return await work();
    } finally {
      setBusy(null);
      release();
    }
  }

  #sayShelved({ name, isKept, dropped }: Shelved): void {
    const gone = dropped === null ? '' : ` The oldest one, ${dropped}, made room for it.`;
    if (isKept) this.say('info', `${name} is kept in File, “Your puppets”; undo there brings it back, too.${gone}`);
    else {
      const why = 'the browser’s storage is full or blocked';
      this.say('error', `${name} is not kept: ${why}. Undo brings it back; save it as a file.`);
    }
  }

  #rebuild(): void {
    const { mesh } = this.document;
    const file = this.#preview ?? this.document.file;
    const hands = file.hands.map((hand, slot) => (this.hands.usesRest(slot) ? hand : { ...hand, rest: null }));
    void this.player.show({ ...file, hands }, mesh);
  }

  #keepRest(slot: number, rest: RestHand): void {
    this.edit(slot === 0 ? 'rest of the hand' : 'rest of the second hand', (file) => ({
      ...file,
      hands: file.hands.map((hand, i) =>
        i === slot ? { ...hand, rest: structuredClone(rest) as PuppetHand['rest'] } : hand,
      ),
    }));
  }

  /** A change that cannot be built is taken back, with the reason. */
  #refuse(reason: string): void {
    this.say('error', reason);
    if (this.document.undoLabel !== null) this.document.undo();
  }
}

/** The puppet of the last visit, or the frog. */
export async function openController(world: World, settings: PuppetStore, kept: KeptTakes): Promise<PuppetController> {
  setBusy('Making the puppet …');
  try {
    const slot = await takeKeptSlot();
    const restored = await restorePuppet(slot);
    const opened = restored ?? { ...(await loadExamplePuppet('frog')), meshFile: null, example: 'frog' as const };
    const player = new PuppetPlayer(world.clock, await buildPuppetModel(opened.file, opened.mesh));
    await greet(world, slot, restored?.file.name ?? null);
    return new PuppetController(world, settings, { ...opened, slot, isRestored: restored !== null }, player, kept);
  } finally {
    setBusy(null);
  }
}

/** What the visitor should know about puppets that are kept. */
async function greet(world: World, slot: KeptSlot, restored: string | null): Promise<void> {
  if (restored) world.onNotice('info', `${restored} is as you left it. The examples bring back the others.`);
  if (slot.number > 1) world.onNotice('info', 'The room is open in another tab: each tab keeps a puppet of its own.');
  else if ((await countOtherPuppets(slot)) > 0)
    world.onNotice('info', 'A puppet of a second tab is kept, too: open this room in a second tab to get it back.');
}

/** The page is drawn first. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
