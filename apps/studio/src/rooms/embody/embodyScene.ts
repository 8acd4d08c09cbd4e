import {
  createArmConesView,
  createFieldsView,
  createGaitView,
  createSceneGround,
  createTorsoHullView,
  type StageTheme,
} from '@leib/three';
import type { JointFrame } from '@leib/tracking';
import { Group } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { RoomAction, RoomScene, TruthErrors } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { createContactsView } from './contactsView.js';
import { embodyActions } from './embodyActions.js';
import { embodySettingsOf } from './embodySettingsOf.js';
import type { embodyShape } from './embodyShape.js';
import { FieldDrag } from './fieldDrag.js';
import { createSmallWorld } from './smallWorld.js';
import { TruthMeter } from './truthMeter.js';

/** The mirror is to the left: ahead are stairs. */
const MIRROR_YAW = Math.PI / 2;

type EmbodyStore = SettingsStore<typeof embodyShape>;

/** The room "Embody" while one is in it: the small world, getting about in it, and what is drawn of the solve. */
class EmbodyScene implements RoomScene {
  readonly root: Group;
  readonly personRoot = new Group();
  readonly ground;
  readonly mirrorYaw = MIRROR_YAW;
  readonly #world: World;
  readonly #settings: EmbodyStore;
  readonly #smallWorld = createSmallWorld();
  readonly #truth: TruthMeter;
  readonly #fields = createFieldsView();
  readonly #hull = createTorsoHullView();
  readonly #cones = createArmConesView();
  readonly #gait = createGaitView();
  readonly #contacts = createContactsView();
  readonly #drag: FieldDrag;
  readonly #stopListening: () => void;

  constructor(world: World, settings: EmbodyStore) {
    this.#world = world;
    this.#settings = settings;
    this.root = this.#smallWorld.root;
    this.ground = createSceneGround(this.root);
    this.#truth = new TruthMeter(embodySettingsOf(settings.values()));
    this.#drag = new FieldDrag(world, this.#fields, settings);
    this.personRoot.add(this.#fields.root, this.#hull.root, this.#cones.root, this.#gait.root, this.#contacts.root);
    this.#stopListening = settings.store.subscribe(() => this.#onSettings());
    this.#onSettings();
  }

  get truthErrors(): TruthErrors | null {
    return this.#truth.errors;
  }

  get truthErrorsByRules(): TruthErrors | null {
    return this.#truth.errorsByRules;
  }

  setTheme(theme: StageTheme): void {
    this.#smallWorld.setTheme(theme);
  }

  get climbs(): boolean {
    return this.#settings.values().climb;
  }

  travel(_joints: JointFrame, dtSeconds: number): void {
    const { showTruth, truthShift } = this.#settings.values();
    const { tracked, truth, devices, reader } = this.#world;
    if (this.#truth.root.parent !== tracked) tracked.add(this.#truth.root);
    this.#truth.root.visible = showTruth;
    this.#truth.step(showTruth ? truth : null, devices, reader.smoothing, truthShift, dtSeconds);
  }

  actions(): readonly RoomAction[] {
    return embodyActions(this.#settings, () => this.#world.locomotion.goHome());
  }

  update(): void {
    const { showFields, showHull, showCones, showBalance, showSteps, showContacts } = this.#settings.values();
    const embody = this.#world.body?.solver.embody ?? null;
    this.#fields.root.visible = embody !== null && showFields;
    this.#hull.root.visible = embody !== null && showHull;
    this.#cones.root.visible = embody !== null && showCones;
    this.#gait.root.visible = embody !== null && (showBalance || showSteps);
    this.#contacts.root.visible = embody !== null && showContacts;
    if (!embody) return;
    const { model, state } = embody;
    if (showContacts) this.#contacts.update(model, state);
    if (showFields) this.#fields.update(model.arms, state.arms);
    if (showHull) this.#hull.update(model.arms, state.arms);
    if (showCones) this.#cones.update(model.arms, state.arms);
    this.#gait.showBalance = showBalance;
    this.#gait.showSteps = showSteps;
    if (showBalance || showSteps) this.#gait.update(state.body, state.gait);
  }

  dispose(): void {
    this.#stopListening();
    this.#drag.dispose();
    for (const part of [
      this.#truth,
      this.#fields,
      this.#hull,
      this.#cones,
      this.#gait,
      this.#contacts,
      this.#smallWorld,
    ]) {
      part.dispose();
    }
  }

  #onSettings(): void {
    this.#truth.setSolver(embodySettingsOf(this.#settings.values()));
  }
}

export function createEmbodyScene(world: World, settings: EmbodyStore): RoomScene {
  return new EmbodyScene(world, settings);
}
