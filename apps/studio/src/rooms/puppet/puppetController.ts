import {
  buildPuppetModel,
  type ExamplePuppetName,
  type PuppetFile,
  type PuppetInput,
  type PuppetMesh,
  type PuppetModel,
  proposeStructure,
} from '@leib/puppet';
import type { RestHand } from '@leib/tracking/hands';
import type { StoreApi } from 'zustand/vanilla';
import { explainError } from '../../ui/explainError.js';
import { setBusy } from '../../ui/pageStore.js';
import { createMeter } from '../../world/meter.js';
import type { World } from '../../world/world.js';
import { findLimbs, type PuppetLimbs } from './editor/limbs/findLimbs.js';
import { Autosave, countOtherPuppets, restorePuppet } from './files/autosave.js';
import { loadExamplePuppet } from './files/examplePuppets.js';
import { type KeptSlot, takeKeptSlot } from './files/keptPuppet.js';
import { openModel, openRecordedHand, type WaitingPuppet } from './files/openModel.js';
import { type KnownPuppet, type OpenedPuppet, PuppetDocument, type PuppetStep } from './files/puppetDocument.js';
import type { Shelved } from './files/puppetShelf.js';
import { forcesOnHands, HandDesk, StillHands } from './hands/handDesk.js';
import { ChainMeters } from './play/chainMeters.js';
import { Partner, PuppetPlayer } from './play/puppetPlayer.js';
import type { PuppetStore } from './puppetShape.js';
import { createRoomState, type PuppetRoomState, type PuppetView } from './puppetState.js';
import { FurtherViews } from './views/furtherViews.js';

/** The puppet that the room opens with, where it is kept, and its model. */
type FirstPuppet = (OpenedPuppet | KnownPuppet) & {
  readonly slot: KeptSlot;
  readonly isRestored: boolean;
  readonly model: PuppetModel;
};

/** What the puppet's controller is told of the picture (puppetWorkshop.ts). */
export interface PictureOfPuppet {
  /** The pointer holds something, or is on something that it would take: it does not move the hand meanwhile. */
  readonly isPointing: () => boolean;
  /** The puppet has changed by a step of its history. */
  readonly onStep: (now: PuppetStep, before: PuppetStep) => void;
}

/** The open puppet: its file with all steps of its history, its player, the hands, a second puppet. */
export class PuppetController {
  readonly world: World;
  readonly settings: PuppetStore;
  readonly state: StoreApi<PuppetRoomState>;
  readonly document: PuppetDocument;
  readonly player: PuppetPlayer;
  readonly autosave: Autosave;
  readonly views = new FurtherViews();
  readonly hands: HandDesk;
  readonly chainMeters = new ChainMeters();
  /** Milliseconds that the drawn surface takes to follow the skin, of each frame. */
  readonly surfaceMeter = createMeter(60);
  readonly partner: Partner;
  /** How long fingers of mouse and keys were bent, seconds: who knows how to play needs no words about it. */
  playedSeconds = 0;
  readonly #stillHands = new StillHands();
  /** A file that is tried while it is edited, not yet part of the history. */
  #preview: PuppetFile | null = null;
  #waiting: WaitingPuppet | null = null;
  #limbs: { readonly mesh: PuppetMesh; readonly limbs: PuppetLimbs } | null = null;
  readonly #stopListening: () => void;

  constructor(world: World, settings: PuppetStore, first: FirstPuppet, { isPointing, onStep }: PictureOfPuppet) {
    const { slot, isRestored, model, ...opened } = first;
    this.world = world;
    this.settings = settings;
    this.state = createRoomState(opened);
    this.document = new PuppetDocument(this.state);
    this.player = new PuppetPlayer(world.clock, model, (reason) => this.#refuse(reason));
    this.hands = new HandDesk({
      world,
      isBusy: isPointing,
      showPads: () => this.show({ hasPads: true }),
      onKind: () => this.#rebuild(),
    });
    void this.hands.connect(0, 'screen');
    this.partner = new Partner(world.clock);
    const onShelved = (shelved: Shelved) => this.#sayShelved(shelved);
    this.autosave = new Autosave(this.document, world.clock, { slot, isRestored, onShelved });
    this.#stopListening = this.state.subscribe(({ edits: { present: now } }, { edits: { present: before } }) => {
      if (now === before) return;
      this.autosave.follow(now, before);
      // A file that is tried belongs to the puppet that it was made from.
      if (now.id !== before.id) this.#preview = null;
      this.#rebuild();
      onStep(now, before);
    });
  }

  /** What panels and picture show now. */
  get shown(): PuppetView {
    return this.state.getState();
  }

  /** Panels and picture show something else. */
  show(changes: Partial<PuppetView>): void {
    const { shown } = this;
    const isOther = (Object.keys(changes) as (keyof PuppetView)[]).some((key) => changes[key] !== shown[key]);
    if (isOther) this.state.setState(changes);
  }

  /** Something that the panels look at now and then has changed by a click: they look at once. */
  readonly refresh = (): void => this.state.setState({});

  /**
   * Changes the puppet's file: one step of the history (PuppetDocument.edit). What cannot be done is said in one sentence.
   * Returns whether it was done.
   */
  edit(label: string, change: (file: PuppetFile) => PuppetFile, gesture: string | null = null): boolean {
    try {
      this.document.edit(label, change, gesture);
      return true;
    } catch (error) {
      this.say('error', explainError(error));
      return false;
    }
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

  /** Of the open model, once they were looked for. */
  get limbs(): PuppetLimbs | null {
    return this.#limbs?.mesh === this.document.mesh ? this.#limbs.limbs : null;
  }

  /** Looks for the limbs of the open model, once. null: there are none to be had, and the reason was said. */
  async lookForLimbs(): Promise<PuppetLimbs | null> {
    if (this.limbs) return this.limbs;
    const { mesh } = this.document;
    return this.#whileBusy('Looking for limbs …', async () => {
      const limbs = await findLimbs(mesh);
      this.#limbs = limbs && { mesh, limbs };
      return this.limbs;
    }).catch((error: Error) => {
      this.say('error', `The limbs could not be found: ${explainError(error)}`);
      return null;
    });
  }

  /** Bones, chains, grips and fingers for the model instead of the parts that it has, as one step of the history. */
  async findLimbs(): Promise<void> {
    const limbs = await this.lookForLimbs();
    if (!limbs || !this.edit('find all limbs', (file) => proposeStructure(file, limbs))) return;
    const found = this.document.file.parts.length;
    const bones = `${found} ${found === 1 ? 'bone' : 'bones'}`;
    this.say('info', `Found ${bones}; fingers are connected. Undo brings back what was.`);
  }

  /** Opens a model, a puppet or a recorded hand; false for files of other kinds. Throws InputError where it is wrong. */
  async openFile(file: File): Promise<boolean> {
    if (await this.#openHand(file)) return true;
    return this.#whileBusy(`Reading ${file.name} …`, () => this.#openModel(file));
  }

  async #openModel(file: File): Promise<boolean> {
    const { meshFile } = this.document.now;
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
    this.hands.use(this.shown.hand, 'recording', opened.source);
    if (opened.remark !== null) this.say('info', opened.remark);
    return true;
  }

  /** A notice for the visitor. */
  say(kind: 'info' | 'error', text: string): void {
    this.world.onNotice(kind, text);
  }

  /**
   * Reads the hands, plays the second puppet with its own, and returns those of the first.
   * @param isHolding a hand in the headset holds something: it does not carry the puppet meanwhile
   */
  stepHands(dtSeconds: number, isHolding: (slot: number) => boolean): PuppetInput['hands'] {
    const { hands, partner, player } = this;
    hands.setImmersive(this.world.renderer.xr.isPresenting);
    const forces = forcesOnHands(player.state.hands.forces, partner.player?.state.hands.forces ?? null);
    for (const { slot, rest } of hands.step(dtSeconds, forces)) this.#keepRest(slot, rest);
    const [{ kind, signal }] = hands.slots;
    if (kind === 'screen' && signal.bends.some((bend) => bend > 0.6)) this.playedSeconds += dtSeconds;
    const [first, second] = this.#stillHands.step(hands.signals, isHolding, dtSeconds);
    const { isIdle: isIdleAllowed, partner: wanted } = this.settings.values();
    void partner.show(wanted);
    partner.step({ hands: [second], drags: [], turns: [], isIdleAllowed }, dtSeconds);
    // With a second puppet the second hand is its; else it moves a second group of the first.
    return partner.player ? [first] : [first, second];
  }

  step(input: PuppetInput, dtSeconds: number): void {
    this.player.step(input, dtSeconds);
    this.chainMeters.append(this.player.model, this.player.state);
  }

  dispose(): void {
    this.#stopListening();
    this.autosave.dispose();
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
        i === slot ? { ...hand, rest: structuredClone(rest) as PuppetFile['hands'][number]['rest'] } : hand,
      ),
    }));
  }

  /** A change that cannot be built is taken back, with the reason. */
  #refuse(reason: string): void {
    this.say('error', reason);
    if (this.document.undoLabel !== null) this.document.undo();
  }
}

/** Opens the puppet of the last visit, or the frog. */
export async function openFirstPuppet(world: World): Promise<FirstPuppet> {
  setBusy('Making the puppet …');
  try {
    const slot = await takeKeptSlot();
    const restored = await restorePuppet(slot);
    const opened = restored ?? { ...(await loadExamplePuppet('frog')), meshFile: null, example: 'frog' as const };
    const model = await buildPuppetModel(opened.file, opened.mesh);
    await greet(world, slot, restored?.file.name ?? null);
    return { ...opened, slot, isRestored: restored !== null, model };
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
