import { endOf, type PuppetMesh, type PuppetModel } from '@leib/puppet';
import { disposeTree } from '@leib/three';
import { Group, Object3D, type PerspectiveCamera, Vector3 } from 'three';
import type { KeptTakes } from '../../../files/takes/keptTakes.js';
import { usePage } from '../../../ui/pageStore.js';
import { plainBackground } from '../../../world/background.js';
import { HandPointers } from '../../../world/handPointers.js';
import { measure } from '../../../world/meter.js';
import type { RoomActs, RoomPicture, RoomScene } from '../../../world/roomScene.js';
import type { World } from '../../../world/world.js';
import { effectorsOf } from '../drag/heldThing.js';
import type { PuppetPlayer } from '../play/puppetPlayer.js';
import { puppetActions } from '../puppetActions.js';
import { openFirstPuppet } from '../puppetController.js';
import type { FurtherView, PuppetStore } from '../puppetShape.js';
import { PuppetWorkshop } from '../puppetWorkshop.js';
import { narrowScreen } from '../views/furtherViews.js';
import { EffectorRings, ReachView } from './gripViews.js';
import { HandCurvesView } from './handCurvesView.js';
import { LayersView } from './layersView.js';
import { LimitsView } from './limitsView.js';
import { partColour, placeColoursOf } from './partColours.js';
import { boundsOf, placeOfEffector, pointOfPart } from './puppetPoints.js';
import { PuppetSurface } from './puppetSurface.js';
import { StructureView } from './structureView.js';

/** A puppet up to this size is held before the person in virtual reality; a larger one stands on the floor. Metres. */
const SMALL = 0.9;
const HAND_HEIGHT = 1.35;

/** The puppet on its stage, from several sides. */
class PuppetScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Object3D();
  readonly controller: PuppetWorkshop;
  readonly acts: RoomActs;
  readonly #surface: PuppetSurface;
  readonly #partnerSurface: PuppetSurface;
  readonly #structure = new StructureView(partColour);
  readonly #limits = new LimitsView();
  readonly #layers = new LayersView();
  readonly #hand = new HandCurvesView();
  readonly #rings = new EffectorRings();
  readonly #reach = new ReachView();
  readonly #pointers = new HandPointers();
  get #views() {
    return [this.#surface, this.#structure, this.#limits, this.#layers, this.#hand, this.#rings, this.#reach];
  }
  /** Colours of the parts, and the model that they are of. */
  #partColours: { readonly model: PuppetModel; readonly colours: Float32Array } | null = null;
  #framed: PuppetMesh | null = null;
  #framedPartner: PuppetMesh | null = null;

  constructor(workshop: PuppetWorkshop) {
    this.controller = workshop;
    this.acts = {
      actions: () => puppetActions(workshop),
      openFile: (file) => workshop.openFile(file),
      get openTab() {
        return workshop.controller.shown.tab;
      },
    };
    const { clock } = this.#puppet.world;
    this.#surface = new PuppetSurface(clock);
    this.#partnerSurface = new PuppetSurface(clock);
    this.root.add(this.#space, this.#partnerSurface.root, this.#pointers.root);
    for (const { root } of [...this.#views, workshop.things]) this.#space.add(root);
  }

  get #puppet() {
    return this.controller.controller;
  }

  get #space() {
    return this.controller.space;
  }

  /** The further views stand left of the puppet, on narrow screens below it. */
  get covers(): { readonly left: number; readonly bottom: number } {
    const { views, world } = this.#puppet;
    const { clientWidth, clientHeight } = world.renderer.domElement;
    const isNarrow = matchMedia(narrowScreen).matches;
    const bottom = views.below + (isNarrow ? views.share * clientHeight : 0);
    return { left: isNarrow ? 0 : views.share * clientWidth, bottom };
  }

  update(dtSeconds: number): void {
    const { drags, headsetDrags, editor } = this.controller;
    const { player, settings, world, shown, surfaceMeter } = this.#puppet;
    const values = settings.values();
    const { selectedPart, tool } = shown;
    const { isOutput } = usePage.getState();
    drags.canDrag = values.showEffectors && !isOutput;
    drags.turnsParts = tool === 'turn';
    drags.isOpen = !editor.isInTheWay && !editor.isPointing;
    headsetDrags.step(tool === 'turn');
    this.controller.step(dtSeconds);
    const { model, state } = player;
    const { size } = boundsOf(model.mesh);
    this.#standUp(model);
    const colours = editor.colours(model) ?? (values.surface === 'parts' ? this.#coloursOf(model) : null);
    measure(surfaceMeter, () => this.#surface.update(model, state.skin, colours));
    this.#structure.update(model, state, selectedPart, editor.file);
    this.#limits.update(model, state, selectedPart, editor.file);
    const further = [values.view1, values.view2, values.view3];
    if (values.showHand || further.includes('hand')) this.#hand.update(model, state, size);
    if (further.includes('layers'))
      this.#layers.update(model, state, {
        points: values.showInner,
        lines: values.showOffsets,
        fat: values.showFat,
        fur: values.showFur,
      });
    const { hands, held } = headsetDrags;
    this.#rings.held = effectorsOf([...drags.held, ...held]);
    this.#rings.near = effectorsOf([drags.near, ...hands.map(({ near }) => near)]);
    this.#pointers.update(hands, world.renderer.xr.isPresenting);
    this.#rings.update(model, state, size, world.rig.camera);
    this.#reach.update(model, state);
    this.#updatePartner();
    this.#showMain();
    const partnerMesh = this.#puppet.partner.player?.model.mesh ?? null;
    if (model.mesh !== this.#framed || partnerMesh !== this.#framedPartner) this.#frame(model.mesh, partnerMesh);
  }

  /** The main view over the whole picture, and the further ones over it. */
  draw(picture: RoomPicture): void {
    const { renderer, scene, camera } = picture;
    const values = this.#puppet.settings.values();
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
    this.#puppet.hands.meterPicture(performance.now());
    this.#puppet.views.draw(picture, values, (kind, own) => this.#drawFurther(picture, kind, own));
    this.#showMain();
  }

  /** "part:jaw" is the far end of a part, "grip:left hand" an effector; "second part:jaw" is of the second puppet. */
  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    const second = /^second (.*)$/.exec(name)?.[1];
    const { partner, player, world } = this.#puppet;
    const puppet = second === undefined ? player : partner.player;
    const at = puppet && (placeOfPart(puppet, second ?? name) ?? (second === undefined ? this.#thingOf(name) : null));
    if (!at) return null;
    const scale = world.person.scale.x;
    (second === undefined ? this.#space : this.#partnerSurface.root).localToWorld(at);
    return [at.x / scale, at.y / scale, at.z / scale];
  }

  dispose(): void {
    this.controller.dispose();
    for (const surface of [this.#surface, this.#partnerSurface]) surface.dispose();
    disposeTree(this.root);
  }

  /** On the stage's floor; in virtual reality before the person, at the height of the hands where it is small. */
  #standUp({ file, mesh }: PuppetModel): void {
    const { world } = this.#puppet;
    const { size, centre } = boundsOf(mesh);
    const isSmall = size < SMALL;
    this.#space.position.set(0, -file.stage.floor, 0);
    this.#space.rotation.y = 0;
    if (world.renderer.xr.isPresenting) {
      const height = isSmall ? HAND_HEIGHT * world.person.scale.x - centre.y : -file.stage.floor;
      this.#space.position.set(0, height, isSmall ? 0.55 + size / 2 : 0.6 + size);
      // The person looks along +Z of the stage: the puppet looks back.
      this.#space.rotation.y = Math.PI;
    }
    this.#space.updateMatrixWorld();
  }

  /** A second puppet stands beside the first; the view widens for both. */
  #updatePartner(): void {
    const { partner, player } = this.#puppet;
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
    const { showStructure, showLimits, showHand, showEffectors, showThings } = this.#puppet.settings.values();
    const { isOutput } = usePage.getState();
    this.#show({
      structure: (showStructure || this.controller.editor.showsStructure) && !isOutput,
      limits: this.controller.editor.showsLimits || (showLimits && !isOutput),
      hand: showHand && !isOutput,
      rings: showEffectors && !isOutput && !this.controller.editor.isInTheWay,
      things: showThings,
    });
    this.controller.editor.show(true);
  }

  #drawFurther({ renderer, scene, showScenery }: RoomPicture, kind: FurtherView, camera: PerspectiveCamera): void {
    const isLayers = kind === 'layers';
    this.#show({
      structure: kind === 'structure',
      limits: kind === 'limits',
      hand: kind === 'hand',
      layers: isLayers,
      surface: !isLayers || this.#puppet.settings.values().showSkin,
    });
    this.controller.editor.show(false);
    showScenery('backdrop');
    this.#surface.asGlass(() => renderer.render(scene, camera));
    showScenery('all');
  }

  /** Shows these and hides the others; the surface is shown unless it is said otherwise. */
  #show(shown: Partial<Record<'structure' | 'limits' | 'layers' | 'hand' | 'rings' | 'things' | 'surface', boolean>>) {
    this.#surface.root.visible = shown.surface ?? true;
    this.#layers.root.visible = shown.layers ?? false;
    this.#structure.root.visible = shown.structure ?? false;
    this.#limits.root.visible = shown.limits ?? false;
    this.#hand.root.visible = shown.hand ?? false;
    this.#rings.root.visible = shown.rings ?? false;
    this.#reach.root.visible = shown.rings ?? false;
    this.controller.things.root.visible = shown.things ?? false;
  }

  /** All views look at the whole puppet, the main one at both where there are two. */
  #frame(mesh: PuppetMesh, partnerMesh: PuppetMesh | null): void {
    const bounds = boundsOf(mesh);
    const { rig } = this.#puppet.world;
    const centre = this.#space.localToWorld(bounds.centre.clone());
    const all = bounds.half.clone();
    if (partnerMesh) {
      const { half } = boundsOf(partnerMesh);
      const right = this.#partnerSurface.root.position.x + half.x;
      centre.x = (right - all.x) / 2;
      all.set((right + all.x) / 2, Math.max(all.y, half.y), Math.max(all.z, half.z));
    }
    rig.frameThing(centre, all, this.#framed === null);
    this.#framedPartner = partnerMesh;
    this.#puppet.views.frame(bounds, this.#space.position.y);
    this.#framed = mesh;
  }

  #thingOf(name: string): Vector3 | null {
    const { things, editor } = this.controller;
    const at = things.thingPlace(name) ?? editor.thingPlace(name);
    return at && new Vector3(...at);
  }
}

function placeOfPart({ model, state }: PuppetPlayer, name: string): Vector3 | null {
  const part = model.file.parts.findIndex((each) => name === `part:${each.name}`);
  if (part >= 0) return pointOfPart(model, state, part, endOf(model.file.parts[part]), new Vector3());
  const effector = model.file.effectors.findIndex((each) => name === `grip:${each.name}`);
  return effector < 0 ? null : placeOfEffector(model, state, effector, new Vector3());
}

export async function createPuppetScene(world: World, settings: PuppetStore, kept: KeptTakes): Promise<RoomScene> {
  return new PuppetScene(new PuppetWorkshop(world, settings, await openFirstPuppet(world), kept));
}
