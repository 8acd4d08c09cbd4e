import type { Pose } from '@leib/core';
import { createSceneGround, type StageTheme } from '@leib/three';
import type { JointFrame } from '@leib/tracking';
import { Group } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { CrowdCost, RoomAction, RoomScene, TruthErrors } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { Comparison } from './comparison.js';
import { StageCrowd } from './crowd/stageCrowd.js';
import { embodyActions } from './embodyActions.js';
import { embodySettingsOf } from './embodySettingsOf.js';
import type { embodyShape } from './embodyShape.js';
import { FieldDrag } from './fieldDrag.js';
import { createSmallWorld } from './smallWorld.js';
import { SolveDrawings } from './solveDrawings.js';
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
  readonly #drawings = new SolveDrawings();
  readonly #comparison: Comparison;
  readonly #crowd: StageCrowd;
  readonly #drag: FieldDrag;
  readonly #stopListening: () => void;

  constructor(world: World, settings: EmbodyStore) {
    this.#world = world;
    this.#settings = settings;
    this.root = this.#smallWorld.root;
    this.ground = createSceneGround(this.root);
    this.#truth = new TruthMeter(embodySettingsOf(settings.values()));
    this.#drag = new FieldDrag(world, this.#drawings.fields, settings);
    this.#comparison = new Comparison(world);
    this.#crowd = new StageCrowd(world, this.ground);
    this.personRoot.add(this.#drawings.root, this.#comparison.root, this.#crowd.root);
    this.#stopListening = settings.store.subscribe(() => this.#onSettings());
    this.#onSettings();
  }

  get truthErrors(): TruthErrors | null {
    return this.#truth.errors;
  }

  get truthErrorsByRules(): TruthErrors | null {
    return this.#truth.errorsByRules;
  }

  get companyX(): number {
    return this.#comparison.companyX;
  }

  get crowdCost(): CrowdCost | null {
    return this.#crowd.cost;
  }

  setTheme(theme: StageTheme): void {
    this.#smallWorld.setTheme(theme);
  }

  travel(joints: JointFrame, dtSeconds: number): void {
    this.#crowd.read(joints);
    const { showTruth, truthShift } = this.#settings.values();
    const { tracked, truth, devices, reader } = this.#world;
    if (this.#truth.root.parent !== tracked) tracked.add(this.#truth.root);
    this.#truth.root.visible = showTruth;
    this.#truth.step(showTruth ? truth : null, devices, reader.smoothing, truthShift, dtSeconds);
  }

  actions(): readonly RoomAction[] {
    return embodyActions(this.#settings, () => this.#world.locomotion.goHome());
  }

  /** The avatar shows the person's own pose; before that it lends its bones to the others. */
  stepSimulatedBody(pose: Pose, dtSeconds: number): Pose {
    const values = this.#settings.values();
    this.#crowd.step(values, dtSeconds);
    this.#comparison.step(values, dtSeconds);
    return pose;
  }

  update(dtSeconds: number): void {
    this.#comparison.showNames(this.#settings.values(), dtSeconds);
    const { body, locomotion } = this.#world;
    this.#drawings.update(body?.person?.embody ?? null, locomotion, this.#settings.values());
  }

  dispose(): void {
    this.#stopListening();
    this.#drag.dispose();
    for (const part of [this.#truth, this.#drawings, this.#comparison, this.#crowd, this.#smallWorld]) part.dispose();
  }

  #onSettings(): void {
    this.#truth.setSolver(embodySettingsOf(this.#settings.values()));
  }
}

export function createEmbodyScene(world: World, settings: EmbodyStore): RoomScene {
  return new EmbodyScene(world, settings);
}
