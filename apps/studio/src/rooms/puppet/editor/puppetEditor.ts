import {
  addPart,
  BOUND_PARTS,
  type PuppetFile,
  type PuppetInput,
  type PuppetModel,
  type PuppetPart,
  type PuppetState,
  proposeBone,
  regionsOfPlaces,
} from '@leib/puppet';
import { type Object3D, Quaternion, Vector3 } from 'three';
import { usePage } from '../../../ui/pageStore.js';
import { partAt } from '../drag/heldThing.js';
import { PictureRays, pixelsToLine, restFrameOf } from '../drag/pictureRays.js';
import type { PuppetController } from '../puppetController.js';
import { cutColours, regionColours } from '../scene/partColours.js';
import { boundsOf } from '../scene/puppetPoints.js';
import type { EditContext, PointerAction } from './editContext.js';
import { EditOverlay, type PlacedHandle } from './editOverlay.js';
import { placeOfMotion, type Turn } from './handles/editHandle.js';
import { limitHandlesOf } from './handles/limitHandles.js';
import { handHandlesOf, partNamed, shapeHandlesOf } from './handles/shapeHandles.js';
import { listenToEditKeys } from './keys.js';
import { EditPointer, type PointerListener, type PointerSample } from './pointer/editPointer.js';
import { HandInPicture } from './pointer/handInPicture.js';
import { hitsAt } from './surface/hitSurface.js';
import { drawBone, drawBox } from './tools/drawActions.js';
import { dragHandle, dragPart } from './tools/handleAction.js';
import { paintStroke, poke } from './tools/skinActions.js';

/** What a puppet is built with, in the picture: the tabs Build and Skin hold the same tools as buttons and fields. */
export class PuppetEditor implements EditContext, PointerListener {
  readonly controller: PuppetController;
  readonly rays: PictureRays;
  draft: PuppetFile | null = null;
  reached: { readonly part: string; readonly turn: Turn } | null = null;
  stroke: Uint8Array | null = null;
  readonly #overlay = new EditOverlay();
  readonly #pointer: EditPointer;
  readonly #hand: HandInPicture;
  readonly #stopKeys: () => void;
  #handles: PlacedHandle[] = [];
  #marked: string | null = null;
  #action: PointerAction | null = null;
  #brushAt: Vector3 | null = null;
  #colours: { readonly key: readonly unknown[]; readonly colours: Float32Array } | null = null;

  /** @param space the puppet's space */
  constructor(controller: PuppetController, space: Object3D) {
    this.controller = controller;
    this.rays = new PictureRays(controller.world, space);
    space.add(this.#overlay.root);
    const canvas = controller.world.renderer.domElement;
    this.#pointer = new EditPointer(controller.world, this, () => this.#mode !== null);
    this.#hand = new HandInPicture(canvas, this);
    this.#stopKeys = listenToEditKeys(this);
  }

  /** The tab that is open, where it edits; the virtual hand is edited where it is shown. null: none does, or virtual reality has no mouse. */
  get #mode(): 'build' | 'skin' | 'hand' | null {
    const { tab } = this.controller.shown;
    if (usePage.getState().isOutput || this.controller.world.renderer.xr.isPresenting) return null;
    if (tab === 'play' && this.controller.settings.values().showHand) return 'hand';
    return tab === 'build' || tab === 'skin' ? tab : null;
  }

  /** A tracked hand points; the mouse, which is a hand when it plays, does so by itself. */
  get #isHandPointing(): boolean {
    const { kind } = this.controller.hands.slots[0];
    return (
      (this.#mode === 'build' || this.#mode === 'skin') &&
      this.controller.shown.usesHand &&
      kind !== null &&
      kind !== 'screen'
    );
  }

  /** Bones and boxes are drawn in the main view. */
  get showsStructure(): boolean {
    return this.#mode === 'build';
  }

  get showsLimits(): boolean {
    return this.#mode === 'build' && this.controller.shown.showsLimits && this.controller.shown.selectedPart !== null;
  }

  /** Grips cannot be dragged: the puppet stands still, or a tool of the skin takes the pointer. */
  get isInTheWay(): boolean {
    if (this.#mode === 'build') return this.controller.shown.isStill;
    return this.#mode === 'skin' && this.controller.shown.skinTool !== 'view';
  }

  /** The pointer is on a handle of the virtual hand, or drags it: it moves no hand and no grip meanwhile. */
  get isPointing(): boolean {
    if (this.#mode !== 'hand') return false;
    return this.#action !== null || this.#handles.some(({ handle }) => handle.id === this.#marked);
  }

  /** The file that views draw: with what is being dragged, or as it was last changed. */
  get file(): PuppetFile {
    return this.draft ?? this.controller.document.file;
  }

  /** Colours of the surface, sRGB of each place; null: its own. The same array until they change. */
  colours(model: PuppetModel): Float32Array | null {
    const { showsCut, showsRegions, skinTool } = this.controller.shown;
    if (this.#mode === 'build' && showsCut) {
      const { selectedPart } = this.controller.shown;
      const edited = this.#editedShape(model);
      const selected = model.file.parts.findIndex(({ name }) => name === selectedPart);
      return this.#keepColours(['cut', model, selected, edited], () => cutColours(model, selected, edited));
    }
    if (this.#mode === 'skin' && (skinTool === 'paint' || (showsRegions && model.file.skin.regions.length > 1))) {
      const regions = () => this.stroke ?? regionsOfPlaces(model.file, model.binding);
      return this.#keepColours(['regions', model, this.stroke], () => regionColours(regions()));
    }
    return null;
  }

  /** What moves the puppet in this frame while it is built. */
  changeInput(input: PuppetInput, dtSeconds: number): PuppetInput {
    this.#stepHand(input, dtSeconds);
    const { isStill, skinTool } = this.controller.shown;
    if (this.#mode === 'build' && isStill) {
      const { model, state } = this.controller.player;
      return standStill(model, state, this.reached, dtSeconds);
    }
    // The mouse paints and a hand points: they do not move the puppet meanwhile.
    const isTouching = this.#mode === 'skin' && skinTool !== 'view';
    const isBusy = (slot: number) =>
      (isTouching && this.controller.hands.slots[slot].kind === 'screen') || (this.#isHandPointing && slot === 0);
    const hands = input.hands.map((hand, slot) => (isBusy(slot) ? null : hand));
    return { ...input, hands, isIdleAllowed: input.isIdleAllowed === true && !isTouching };
  }

  /** After the puppet was stepped: handles and brush are where it is now. */
  update(): void {
    const { model, state } = this.controller.player;
    const { selectedPart } = this.controller.shown;
    const { buildTool, showsLimits, brushSize, skinTool } = this.controller.shown;
    const selected = this.#mode === 'build' && buildTool === 'select' ? partNamed(this.file, selectedPart) : null;
    const ofPart = selected ? (showsLimits ? limitHandlesOf(selected) : shapeHandlesOf(selected)) : [];
    const handles =
      this.#mode === 'hand'
        ? handHandlesOf(this.file)
        : ofPart.map((handle) => ({ part: selected?.name ?? '', handle }));
    this.#handles = handles.map(({ part, handle }) => ({
      part,
      handle,
      at: restFrameOf(model, state, part, handle.rides).toPuppet(placeOfMotion(handle.motion)),
    }));
    const isCoarse = globalThis.matchMedia('(pointer: coarse)').matches;
    this.#overlay.root.visible = this.#mode !== null;
    this.#overlay.showHandles(this.#handles, this.#marked, this.rays, isCoarse);
    const hasBrush = this.#mode === 'skin' && skinTool !== 'view';
    this.#overlay.showBrush(hasBrush ? this.#brushAt : null, brushSize * boundsOf(model.mesh).size, this.rays);
  }

  /** Hidden in the further views. */
  show(isShown: boolean): void {
    this.#overlay.root.visible = isShown && this.#mode !== null;
  }

  /** "handle:to" is a handle of the selected part, "handle:hand 1" one of the virtual hand. */
  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    const at = this.#handles.find(({ handle }) => `handle:${handle.id}` === name)?.at;
    return at ? [at.x, at.y, at.z] : null;
  }

  /** Ends what a pointer does without an effect. Returns whether there was something. */
  cancelAction(): boolean {
    const hadAction = this.#action !== null || this.draft !== null;
    this.cancel();
    this.#pointer.letGo();
    return hadAction;
  }

  press(at: PointerSample): boolean {
    this.#hover(at);
    this.#action = this.#actionAt(at);
    this.#action?.move(at, at.isFine);
    return this.#action !== null;
  }

  move(at: PointerSample): void {
    if (this.#action) {
      this.#action.move(at, at.isFine);
      this.#moveBrush(at);
    } else this.#hover(at);
  }

  release(at: PointerSample, isClick: boolean): void {
    const action = this.#action;
    this.#action = null;
    if (action) action.end();
    else if (isClick) this.#click(at);
    this.#hover(at);
  }

  cancel(): void {
    this.#action?.cancel();
    this.#action = null;
    this.draft = null;
    this.controller.show({ hint: null });
  }

  dispose(): void {
    this.cancel();
    this.#stopKeys();
    this.#pointer.dispose();
    this.#hand.dispose();
    this.#overlay.dispose();
  }

  #actionAt(at: PointerSample): PointerAction | null {
    const { buildTool, skinTool } = this.controller.shown;
    if (this.#mode === 'skin') {
      if (skinTool === 'view' || hitsAt(this, at).length === 0) return null;
      return skinTool === 'paint' ? paintStroke(this) : poke(this);
    }
    const handle = this.#handleAt(at);
    if (this.#mode === 'hand') return handle ? dragHandle(this, handle.part, handle.handle, at) : null;
    if (buildTool === 'bone') return drawBone(this, at);
    if (buildTool === 'box') return drawBox(this, at);
    if (buildTool === 'propose') return null;
    const part = partNamed(this.file, this.controller.shown.selectedPart);
    if (part && handle) return dragHandle(this, part.name, handle.handle, at);
    return part && !this.controller.shown.showsLimits && this.#lineAt(at) === part.name
      ? dragPart(this, part.name, at)
      : null;
  }

  #click(at: PointerSample): void {
    const { buildTool } = this.controller.shown;
    if (this.#mode !== 'build') return;
    if (buildTool === 'propose') {
      const { draft } = this;
      this.draft = null;
      if (draft && this.controller.edit(`propose ${draft.parts[draft.parts.length - 1].name}`, () => draft)) {
        this.controller.show({ selectedPart: draft.parts[draft.parts.length - 1].name });
      }
    } else if (buildTool === 'select') this.controller.show({ selectedPart: this.#lineAt(at) ?? this.#heldAt(at) });
  }

  /** Shows what a press would take. */
  #hover(at: PointerSample): void {
    this.#moveBrush(at);
    const { buildTool } = this.controller.shown;
    if (this.#mode === 'hand') this.#marked = this.#handleAt(at)?.handle.id ?? null;
    if (this.#mode !== 'build') return;
    if (buildTool === 'propose') this.#previewProposal(at);
    const handle = buildTool === 'select' ? this.#handleAt(at) : null;
    this.#marked = handle?.handle.id ?? null;
    if (buildTool === 'select') this.controller.show({ hint: handle?.handle.label ?? null });
    this.controller.world.renderer.domElement.style.cursor = handle
      ? 'grab'
      : buildTool === 'select'
        ? ''
        : 'crosshair';
  }

  #moveBrush(at: PointerSample): void {
    const [hit] = this.#mode === 'skin' && this.controller.shown.skinTool !== 'view' ? hitsAt(this, at) : [];
    this.#brushAt = hit ? new Vector3(...hit.point) : null;
  }

  #previewProposal(at: PointerSample): void {
    const { limbs, document } = this.controller;
    const { mesh, file } = document;
    const [hit] = hitsAt(this, at);
    this.draft = null;
    this.controller.show({ hint: null });
    if (!hit || !limbs) return;
    const [x, y, z] = mesh.positions.subarray(hit.place * 3, hit.place * 3 + 3);
    const part = proposeBone(limbs, [x, y, z], file.parts);
    this.controller.show({
      hint: part ? `Click: ${part.name}${part.parent ? `, linked to ${part.parent}` : ''}` : 'This limb has its bone',
    });
    if (part && file.parts.length < 200) this.draft = addPart(file, part);
  }

  #handleAt(at: PointerSample): PlacedHandle | null {
    const away = ({ at: point }: PlacedHandle) => {
      const seen = this.rays.pixelOf(point);
      return seen ? Math.hypot(seen.x - at.x, seen.y - at.y) : Infinity;
    };
    const nearest = [...this.#handles].sort((a, b) => away(a) - away(b))[0];
    return nearest && away(nearest) < at.reach ? nearest : null;
  }

  /** The part whose line from pivot to end is under the pointer. */
  #lineAt(at: PointerSample): string | null {
    const { parts } = this.file;
    const seen = (point: Vector3) => this.rays.pixelOf(point);
    const index = partAt(this.controller.player, parts, at.reach * 0.8, (from, to) =>
      pixelsToLine(at, seen(from), seen(to)),
    );
    return parts[index]?.name ?? null;
  }

  /** The part that holds the surface under the pointer. */
  #heldAt(at: PointerSample): string | null {
    const [hit] = hitsAt(this, at);
    if (!hit) return null;
    const { binding, file } = this.controller.player.model;
    return file.parts[binding.joints[hit.place * BOUND_PARTS] - 1]?.name ?? null;
  }

  /** The shape that is being dragged or proposed, where it differs from what is built. */
  #editedShape(model: PuppetModel): PuppetPart['shape'] | null {
    if (!this.draft) return null;
    const { selectedPart } = this.controller.shown;
    const isNew = this.draft.parts.length > this.controller.document.file.parts.length;
    const part = isNew ? this.draft.parts[this.draft.parts.length - 1] : partNamed(this.draft, selectedPart);
    return part && part.shape !== partNamed(model.file, part.name)?.shape ? part.shape : null;
  }

  #keepColours(key: readonly unknown[], make: () => Float32Array): Float32Array {
    const kept = this.#colours;
    if (kept?.key.every((value, i) => value === key[i])) return kept.colours;
    this.#colours = { key, colours: make() };
    return this.#colours.colours;
  }

  #stepHand({ hands }: PuppetInput, dtSeconds: number): void {
    if (!this.#isHandPointing) {
      this.#hand.hide();
      return;
    }
    const { hands: desk, document, world } = this.controller;
    const rest = desk.usesRest(0) ? (document.file.hands[0]?.rest ?? null) : null;
    const { left, top, width, height } = world.renderer.domElement.getBoundingClientRect();
    // What no panel covers is the hand's picture.
    const panel = globalThis.document.querySelector('.panel')?.getBoundingClientRect();
    const isBeside = panel !== undefined && panel.left > left + width / 3;
    this.#hand.step(
      hands[0] ?? null,
      rest,
      dtSeconds,
      new DOMRect(left, top, isBeside ? panel.left - left : width, height),
    );
  }
}

/** How quickly parts go to rest, 1 / seconds. */
const SPEED = 12;

/** Input that takes all parts back to where the model has them; one may be shown at a limit. */
function standStill(
  { file }: PuppetModel,
  { pose }: PuppetState,
  reached: { readonly part: string; readonly turn: Turn } | null,
  dtSeconds: number,
): PuppetInput {
  const share = 1 - Math.exp(-SPEED * dtSeconds);
  const turns = file.parts.map(({ name }, part) => {
    const now = new Quaternion().fromArray(pose.localRotations, (part + 1) * 4);
    const goal = reached?.part === name ? new Quaternion(...reached.turn) : new Quaternion();
    const isThere = now.angleTo(goal) < 1e-4;
    return { part, localRotation: (isThere ? goal : now.slerp(goal, share)).toArray() };
  });
  return { hands: [], drags: [], turns, isIdleAllowed: false };
}
