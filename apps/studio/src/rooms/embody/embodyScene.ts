import { createSceneGround, type StageTheme } from '@leib/three';
import type { JointFrame } from '@leib/tracking';
import { Group } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { RoomAction, RoomActs, RoomScene } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { setOnce, switchOf } from '../settingActions.js';
import { Comparison } from './comparison.js';
import { StageCrowd } from './crowd/stageCrowd.js';
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

/** The room's main actions. @param goToStart brings the person back to where they started */
export function embodyActions(
  settings: SettingsStore<typeof embodyShape>,
  goToStart: () => void,
): readonly RoomAction[] {
  const { solver, climb } = settings.values();
  const choose = (value: string, label: string): RoomAction => ({
    id: `solver ${value}`,
    label,
    isOn: solver === value,
    run: () => setOnce(settings, 'solver', value),
  });
  return [
    choose('leib', 'Body by Leib'),
    choose('thesis', 'Body by the thesis'),
    choose('baseline', 'Plain body'),
    { id: 'climb', label: 'Climb stairs', icon: 'walk', isOn: climb, run: () => setOnce(settings, 'climb', !climb) },
    switchOf(settings, 'showSteps', 'Draw steps'),
    switchOf(settings, 'showFields', 'Draw fields'),
    switchOf(settings, 'showBalance', 'Draw balance'),
    { id: 'start', label: 'Back to start', icon: 'home', run: goToStart },
  ];
}
