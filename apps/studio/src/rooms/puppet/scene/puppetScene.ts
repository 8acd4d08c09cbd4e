import { flatGround } from '@leib/embody';
import { endOf, type PuppetMesh, type PuppetModel } from '@leib/puppet';
import { disposeTree, type StageTheme } from '@leib/three';
import { Group, Object3D, type PerspectiveCamera, Vector3 } from 'three';
import type { KeptTakes } from '../../../files/takes/keptTakes.js';
import { usePage } from '../../../ui/pageStore.js';
import { plainBackground } from '../../../world/background.js';
import { HandPointers } from '../../../world/handPointers.js';
import { measure } from '../../../world/meter.js';
import type { RoomAction, RoomPicture, RoomScene } from '../../../world/roomScene.js';
import type { World } from '../../../world/world.js';
import { companionMakers } from '../companionMakers.js';
import { HeadsetDrags } from '../drag/headsetDrags.js';
import { dragsOf, effectorsOf, turnsOf } from '../drag/heldThing.js';
import { PuppetDrags } from '../drag/puppetDrags.js';
import { openEditor } from '../editor/openEditor.js';
import { PuppetEditor } from '../editor/puppetEditor.js';
import type { PuppetPlayer } from '../play/puppetPlayer.js';
import { puppetActions } from '../puppetActions.js';
import { openController, type PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import type { FurtherView, PuppetStore } from '../puppetShape.js';
import { openPuppet } from '../puppetStore.js';
import { narrowScreen } from '../views/narrowScreen.js';
import { placeOfEffector } from './effectorPoints.js';
import { EffectorRings } from './effectorRings.js';
import { HandCurvesView } from './handCurvesView.js';
import { LayersView } from './layersView.js';
import { LimitsView } from './limitsView.js';
import { boundsOf } from './meshBounds.js';
import { partColour, placeColoursOf } from './partColours.js';
import { pointOfPart } from './partFrames.js';
import { PuppetSurface } from './puppetSurface.js';
import { ReachView } from './reachView.js';
import { StructureView } from './structureView.js';

/** A puppet up to this size is held before the person in virtual reality; a larger one stands on the floor. Metres. */
const SMALL = 0.9;
const HAND_HEIGHT = 1.35;

/** The puppet on its stage, from several sides. */
class PuppetScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Object3D();
  readonly ground = flatGround();
  readonly mirrorYaw = 0;
  readonly truthErrors = null;
  /** The puppet's space: model space stands in it with its floor on the stage's. */
  readonly #place = new Group();
  readonly #controller: PuppetController;
  readonly #surface: PuppetSurface;
  readonly #partnerSurface: PuppetSurface;
  readonly #structure = new StructureView(partColour);
  readonly #limits = new LimitsView();
  readonly #layers = new LayersView();
  readonly #hand = new HandCurvesView();
  readonly #rings = new EffectorRings();
  readonly #reach = new ReachView();
  readonly #companions = new Group();
  readonly #editor: PuppetEditor;
  readonly #pointers = new HandPointers();
  readonly #drags: PuppetDrags;
  readonly #headsetDrags: HeadsetDrags;
  get #views() {
    return [this.#surface, this.#structure, this.#limits, this.#layers, this.#hand, this.#rings, this.#reach];
  }
  /** Colours of the parts, and the model that they are of. */
  #partColours: { readonly model: PuppetModel; readonly colours: Float32Array } | null = null;
  #framed: PuppetMesh | null = null;
  #framedPartner: PuppetMesh | null = null;

  constructor(controller: PuppetController) {
    this.#controller = controller;
    // Before the grips and the camera: what the editor takes is not theirs.
    this.#editor = new PuppetEditor(controller, this.#place);
    openEditor.setState({ editor: this.#editor });
    controller.companions = [...companionMakers.map((make) => make(controller)), this.#editor];
    this.#surface = new PuppetSurface(controller.world.clock);
    this.#partnerSurface = new PuppetSurface(controller.world.clock);
    this.root.add(this.#place, this.#partnerSurface.root, this.#pointers.root);
    for (const { root } of this.#views) this.#place.add(root);
    this.#place.add(this.#companions);
    for (const { root } of controller.companions) if (root) this.#companions.add(root);
    this.#drags = new PuppetDrags(controller.world, this.#place, () => controller.player);
    controller.isPointing = () => this.#drags.isHolding || this.#drags.near !== null || this.#editor.isPointing;
    this.#headsetDrags = new HeadsetDrags(controller.world, this.#place, () => controller.player);
    controller.isHolding = (slot) => this.#headsetDrags.hands[slot].held !== null;
    controller.dragged = () => {
      const held = [...this.#drags.held, ...this.#headsetDrags.held];
      return { drags: dragsOf(controller.player, held), turns: turnsOf(controller.player, held) };
    };
    openPuppet.setState({ controller });
  }

  /** The further views stand left of the puppet, on narrow screens below it. */
  get covers(): { readonly left: number; readonly bottom: number } {
    const { views, world } = this.#controller;
    const { clientWidth, clientHeight } = world.renderer.domElement;
    const isNarrow = matchMedia(narrowScreen).matches;
    const bottom = views.below + (isNarrow ? views.share * clientHeight : 0);
    return { left: isNarrow ? 0 : views.share * clientWidth, bottom };
  }

  setTheme(_theme: StageTheme): void {}

  travel(): void {}

  actions(): readonly RoomAction[] {
    return puppetActions(this.#controller);
  }

  update(dtSeconds: number): void {
    const { player, settings, world } = this.#controller;
    const values = settings.values();
    const { selectedPart, tool } = usePuppetPanel.getState();
    const { isOutput } = usePage.getState();
    this.#drags.canDrag = values.showEffectors && !isOutput;
    this.#drags.turnsParts = tool === 'turn';
    this.#drags.isOpen = !this.#editor.isInTheWay && !this.#editor.isPointing;
    this.#headsetDrags.step(tool === 'turn');
    this.#controller.step(dtSeconds);
    const { model, state } = player;
    const { size } = boundsOf(model.mesh);
    this.#standUp(model);
    const colours = this.#editor.colours(model) ?? (values.surface === 'parts' ? this.#coloursOf(model) : null);
    measure(this.#controller.surfaceMeter, () => this.#surface.update(model, state.skin, colours));
    this.#structure.update(model, state, selectedPart, this.#editor.file);
    this.#limits.update(model, state, selectedPart, this.#editor.file);
    const further = [values.view1, values.view2, values.view3];
    if (values.showHand || further.includes('hand')) this.#hand.update(model, state, size);
    if (further.includes('layers'))
      this.#layers.update(model, state, {
        points: values.showInner,
        lines: values.showOffsets,
        fat: values.showFat,
        fur: values.showFur,
      });
    const { hands, held } = this.#headsetDrags;
    this.#rings.held = effectorsOf([...this.#drags.held, ...held]);
    this.#rings.near = effectorsOf([this.#drags.near, ...hands.map(({ near }) => near)]);
    this.#pointers.update(hands, world.renderer.xr.isPresenting);
    this.#rings.update(model, state, size, world.rig.camera);
    this.#reach.update(model, state);
    this.#updatePartner();
    this.#showMain();
    const partnerMesh = this.#controller.partner.player?.model.mesh ?? null;
    if (model.mesh !== this.#framed || partnerMesh !== this.#framedPartner) this.#frame(model.mesh, partnerMesh);
  }

  /** The main view over the whole picture, and the further ones over it. */
  draw(picture: RoomPicture): void {
    const { renderer, scene, camera } = picture;
    const values = this.#controller.settings.values();
    const { isOutput } = usePage.getState();
    const render = () => renderer.render(scene, camera);
    if (isOutput) {
      const { colour, opacity } = plainBackground(values);
      renderer.setClearColor(colour, opacity);
      picture.showScenery('nothing');
    }
    if (values.surface === 'glass') this.#surface.asGlass(render);
    else render();
    if (isOutput) picture.showScenery('all');
    this.#controller.hands.meterPicture(performance.now());
    this.#controller.views.draw(picture, values, (kind, own) => this.#drawFurther(picture, kind, own));
    this.#showMain();
  }

  /** "part:jaw" is the far end of a part, "grip:left hand" an effector; "second part:jaw" is of the second puppet. */
  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    const second = /^second (.*)$/.exec(name)?.[1];
    const { partner, player, world } = this.#controller;
    const puppet = second === undefined ? player : partner.player;
    const at = puppet && (placeOfPart(puppet, second ?? name) ?? (second === undefined ? this.#thingOf(name) : null));
    if (!at) return null;
    const scale = world.person.scale.x;
    (second === undefined ? this.#place : this.#partnerSurface.root).localToWorld(at);
    return [at.x / scale, at.y / scale, at.z / scale];
  }

  openFile(file: File): Promise<boolean> {
    return this.#controller.openFile(file);
  }

  dispose(): void {
    if (openPuppet.getState().controller === this.#controller) openPuppet.setState({ controller: null });
    if (openEditor.getState().editor === this.#editor) openEditor.setState({ editor: null });
    this.#drags.dispose();
    this.#controller.dispose();
    for (const view of [...this.#views, this.#partnerSurface, this.#pointers]) view.dispose();
    disposeTree(this.root);
  }

  /** On the stage's floor; in virtual reality before the person, at the height of the hands where it is small. */
  #standUp({ file, mesh }: PuppetModel): void {
    const { world } = this.#controller;
    const { size, centre } = boundsOf(mesh);
    const isSmall = size < SMALL;
    this.#place.position.set(0, -file.stage.floor, 0);
    this.#place.rotation.y = 0;
    if (world.renderer.xr.isPresenting) {
      const height = isSmall ? HAND_HEIGHT * world.person.scale.x - centre.y : -file.stage.floor;
      this.#place.position.set(0, height, isSmall ? 0.55 + size / 2 : 0.6 + size);
      // The person looks along +Z of the stage: the puppet looks back.
      this.#place.rotation.y = Math.PI;
    }
    this.#place.updateMatrixWorld();
  }

  /** A second puppet stands beside the first; the view widens for both. */
  #updatePartner(): void {
    const { partner, player } = this.#controller;
    const { root } = this.#partnerSurface;
    root.visible = partner.player !== null;
    if (!partner.player) return;
    const { model, state } = partner.player;
    this.#partnerSurface.update(model, state.skin, null);
    const [own, other] = [boundsOf(player.model.mesh), boundsOf(model.mesh)];
    root.position.set(own.half.x + other.half.x + 0.25 * Math.max(own.size, other.size), -model.file.stage.floor, 0);
  }

  #coloursOf(model: PuppetModel): Float32Array {
    if (this.#partColours?.model !== model) this.#partColours = { model, colours: placeColoursOf(model) };
    return this.#partColours.colours;
  }

  #showMain(): void {
    const { showStructure, showLimits, showHand, showEffectors, showThings } = this.#controller.settings.values();
    const { isOutput } = usePage.getState();
    this.#show({
      structure: (showStructure || this.#editor.showsStructure) && !isOutput,
      limits: this.#editor.showsLimits || (showLimits && !isOutput),
      hand: showHand && !isOutput,
      rings: showEffectors && !isOutput && !this.#editor.isInTheWay,
      companions: showThings,
    });
    this.#editor.show(true);
  }

  #drawFurther({ renderer, scene, showScenery }: RoomPicture, kind: FurtherView, camera: PerspectiveCamera): void {
    const isLayers = kind === 'layers';
    this.#show({
      structure: kind === 'structure',
      limits: kind === 'limits',
      hand: kind === 'hand',
      layers: isLayers,
      surface: !isLayers || this.#controller.settings.values().showSkin,
    });
    this.#editor.show(false);
    showScenery('backdrop');
    this.#surface.asGlass(() => renderer.render(scene, camera));
    showScenery('all');
  }

  /** Shows these and hides the others; the surface is shown unless it is said otherwise. */
  #show(
    shown: Partial<Record<'structure' | 'limits' | 'layers' | 'hand' | 'rings' | 'companions' | 'surface', boolean>>,
  ) {
    this.#surface.root.visible = shown.surface ?? true;
    this.#layers.root.visible = shown.layers ?? false;
    this.#structure.root.visible = shown.structure ?? false;
    this.#limits.root.visible = shown.limits ?? false;
    this.#hand.root.visible = shown.hand ?? false;
    this.#rings.root.visible = shown.rings ?? false;
    this.#reach.root.visible = shown.rings ?? false;
    this.#companions.visible = shown.companions ?? false;
  }

  /** All views look at the whole puppet, the main one at both where there are two. */
  #frame(mesh: PuppetMesh, partnerMesh: PuppetMesh | null): void {
    const bounds = boundsOf(mesh);
    const { rig } = this.#controller.world;
    const centre = this.#place.localToWorld(bounds.centre.clone());
    const all = bounds.half.clone();
    if (partnerMesh) {
      const { half } = boundsOf(partnerMesh);
      const right = this.#partnerSurface.root.position.x + half.x;
      centre.x = (right - all.x) / 2;
      all.set((right + all.x) / 2, Math.max(all.y, half.y), Math.max(all.z, half.z));
    }
    rig.frameThing(centre, all, this.#framed === null);
    this.#framedPartner = partnerMesh;
    this.#controller.views.frame(bounds, this.#place.position.y);
    this.#framed = mesh;
  }

  #thingOf(name: string): Vector3 | null {
    for (const companion of this.#controller.companions) {
      const at = companion.thingPlace?.(name);
      if (at) return new Vector3(...at);
    }
    return null;
  }
}

function placeOfPart({ model, state }: PuppetPlayer, name: string): Vector3 | null {
  const part = model.file.parts.findIndex((each) => name === `part:${each.name}`);
  if (part >= 0) return pointOfPart(model, state, part, endOf(model.file.parts[part]), new Vector3());
  const effector = model.file.effectors.findIndex((each) => name === `grip:${each.name}`);
  return effector < 0 ? null : placeOfEffector(model, state, effector, new Vector3());
}

export async function createPuppetScene(world: World, settings: PuppetStore, kept: KeptTakes): Promise<RoomScene> {
  return new PuppetScene(await openController(world, settings, kept));
}
