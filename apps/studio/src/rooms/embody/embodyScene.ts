import { createSceneGround, type StageTheme } from '@leib/three';
import type { JointFrame } from '@leib/tracking';
import { Group } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { RoomActs, RoomScene } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { Comparison } from './comparison.js';
import { StageCrowd } from './crowd/stageCrowd.js';
import { embodyActions } from './embodyActions.js';
import { EmbodyFigures } from './embodyFigures.js';
import { embodySettingsOf } from './embodySettingsOf.js';
import type { embodyShape } from './embodyShape.js';
import { FieldDrag } from './fieldDrag.js';
import { createSmallWorld } from './smallWorld.js';
import { SolveDrawings } from './solveDrawings.js';
import { TruthMeter } from './truthMeter.js';

type EmbodyStore = SettingsStore<typeof embodyShape>;

/** The room "Embody" while one is in it: the small world, getting about in it, and what is drawn of the solve. */
class EmbodyScene implements RoomScene {
  readonly root: Group;
  readonly personRoot = new Group();
  readonly ground;
  readonly controller: EmbodyFigures;
  readonly acts: RoomActs;
  readonly #world: World;
  readonly #settings: EmbodyStore;
  readonly #smallWorld = createSmallWorld();
  readonly #truth: TruthMeter;
  readonly #drawings = new SolveDrawings();
  readonly #comparison: Comparison;
  readonly #crowd: StageCrowd;
  readonly #drag: FieldDrag;
  readonly #endings: readonly (() => void)[];
  #seconds: number;

  constructor(world: World, settings: EmbodyStore) {
    this.#world = world;
    this.#settings = settings;
    this.root = this.#smallWorld.root;
    this.ground = createSceneGround(this.root);
    this.acts = { actions: () => embodyActions(settings, () => world.locomotion.goHome()) };
    this.#truth = new TruthMeter(embodySettingsOf(settings.values()));
    this.#drag = new FieldDrag(world, this.#drawings.fields, settings);
    this.#comparison = new Comparison(world);
    this.#crowd = new StageCrowd(world, this.ground);
    this.controller = new EmbodyFigures(this.#truth, this.#crowd);
    this.personRoot.add(this.#drawings.root, this.#comparison.root, this.#crowd.root);
    this.#seconds = world.stage.seconds;
    this.#endings = [
      settings.store.subscribe(() => this.#truth.setSolver(embodySettingsOf(settings.values()))),
      world.stage.addSink(({ seconds }) => this.#take(seconds)),
    ];
  }

  setTheme(theme: StageTheme): void {
    this.#smallWorld.setTheme(theme);
  }

  /** People of the crowd move as the person does before anything carries them. */
  travel(joints: JointFrame): void {
    this.#crowd.read(joints);
  }

  update(dtSeconds: number): void {
    const values = this.#settings.values();
    this.#comparison.showNames(values, dtSeconds);
    const { body, locomotion } = this.#world;
    this.#drawings.update(body?.person?.embody ?? null, locomotion, values);
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.#drag.dispose();
    for (const part of [this.#truth, this.#drawings, this.#comparison, this.#crowd, this.#smallWorld]) part.dispose();
  }

  /** A frame of the stage is made, and not shown yet: the avatar still lends its bones to others. */
  #take(seconds: number): void {
    const dtSeconds = seconds - this.#seconds;
    this.#seconds = seconds;
    const values = this.#settings.values();
    const { tracked, truth, devices, reader } = this.#world;
    if (this.#truth.root.parent !== tracked) tracked.add(this.#truth.root);
    this.#truth.root.visible = values.showTruth;
    this.#truth.step(values.showTruth ? truth : null, devices, reader.smoothing, values.truthShift, dtSeconds);
    this.#crowd.step(values, dtSeconds);
    this.#comparison.step();
  }
}

export function createEmbodyScene(world: World, settings: EmbodyStore): RoomScene {
  return new EmbodyScene(world, settings);
}
