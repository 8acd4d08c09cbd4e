import type { PuppetModel } from '@leib/puppet';
import mujocoUrl from '@mujoco/mujoco/mujoco.wasm?url';
import { Group } from 'three';
import { explainError } from '../../../ui/explainError.js';
import type { PuppetController } from '../puppetController.js';
import { PLACE_SIZE } from './stagePhysics.js';
import type { StagePlay } from './stagePlay.js';
import type { ThingKind } from './stageThing.js';
import { ThingsView } from './thingsView.js';

/** The things on the stage: made with the puppet's file, stepped after it. The engine loads when things are shown. */
export class StageThings {
  /** Puppet's space. */
  readonly root = new Group();
  readonly #controller: PuppetController;
  readonly #view = new ThingsView();
  #play: StagePlay | null = null;
  /** The model that the stage was made for; another one makes another stage. */
  #model: PuppetModel | null = null;
  #isDisposed = false;

  constructor(controller: PuppetController) {
    this.#controller = controller;
    this.root.add(this.#view.root);
  }

  add(kind: ThingKind): void {
    this.#play?.add(kind);
    this.#tell();
  }

  clear(): void {
    this.#play?.clear();
    this.#tell();
  }

  setBlowing(isBlowing: boolean): void {
    if (this.#play) this.#play.isBlowing = isBlowing;
    this.#tell();
  }

  step(dtSeconds: number): void {
    const { player, settings } = this.#controller;
    // The engine is large: it is fetched when things are wanted, and the puppet plays without it.
    if (!settings.values().showThings) return;
    if (this.#needsStage(player.model)) void this.#make(player.model);
    if (!this.#play) return;
    this.#play.step(player.state.pose, dtSeconds);
    this.#view.update(this.#play);
    this.#tell();
  }

  /** Where a thing is, puppet's space: "thing:ball"; null where there is none of that name. */
  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    const thing = this.#play?.things.findIndex((each) => name === `thing:${each.name}`) ?? -1;
    if (!this.#play || thing < 0) return null;
    const [x, y, z] = this.#play.places.subarray(thing * PLACE_SIZE, thing * PLACE_SIZE + 3);
    return [x, y, z];
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#play?.dispose();
    this.#view.dispose();
  }

  /** An edit of limits or skin keeps the stage as it is; another mesh, other parts or other things make a new one. */
  #needsStage({ mesh, file }: PuppetModel): boolean {
    const old = this.#model;
    if (!old || old.mesh !== mesh || old.file.stage !== file.stage) return true;
    const shapes = old.file.parts.map(({ shape }) => shape);
    return shapes.length !== file.parts.length || file.parts.some(({ shape }, i) => shape !== shapes[i]);
  }

  async #make(model: PuppetModel): Promise<void> {
    this.#model = model;
    const release = this.#controller.world.clock.hold();
    try {
      const [{ loadMujoco }, { StagePlay }] = await Promise.all([
        import('@leib/reembody/mujoco'),
        import('./stagePlay.js'),
      ]);
      const mujoco = await loadMujoco({ wasmUrl: new URL(mujocoUrl, location.href).href });
      if (this.#isDisposed || this.#model !== model) return;
      this.#play?.dispose();
      this.#play = new StagePlay(mujoco, model);
    } catch (error) {
      this.#controller.say('error', `The things on the stage stay away: ${explainError(error)}`);
    } finally {
      release();
    }
  }

  #tell(): void {
    this.#controller.show({
      thingCount: this.#play?.things.length ?? 0,
      isBlowing: this.#play?.isBlowing ?? false,
    });
  }
}
