import { flatGround } from '@leib/embody';
import { buildPuppetModel, endOf, puppetMeshOf } from '@leib/puppet';
import { disposeTree, type StageTheme } from '@leib/three';
import { Group, Object3D, SphereGeometry, Vector3 } from 'three';
import type { RoomScene } from '../../../world/roomScene.js';
import type { World } from '../../../world/world.js';
import { companionMakers } from '../companionMakers.js';
import { newPuppet } from '../files/newPuppet.js';
import { PuppetPlayer } from '../play/puppetPlayer.js';
import { PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import type { PuppetStore } from '../puppetShape.js';
import { openPuppet } from '../puppetStore.js';
import { pointOfPart } from './partFrames.js';
import { StructureView } from './structureView.js';

/** The puppet on its stage, from several sides. */
class PuppetScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Object3D();
  readonly ground = flatGround();
  readonly mirrorYaw = 0;
  readonly truthErrors = null;
  readonly followsPerson = false;
  /** The puppet's space: model space stands in it with its floor on the stage's. */
  readonly #place = new Group();
  readonly #controller: PuppetController;
  readonly #structure = new StructureView(() => '#4ccbb5');

  constructor(controller: PuppetController) {
    this.#controller = controller;
    controller.companions = companionMakers.map((make) => make(controller));
    this.root.add(this.#place);
    this.#place.add(this.#structure.root);
    for (const { root } of controller.companions) if (root) this.#place.add(root);
    openPuppet.setState({ controller });
  }

  setTheme(_theme: StageTheme): void {}

  travel(): void {}

  update(dtSeconds: number): void {
    this.#controller.step(dtSeconds);
    const { model, state } = this.#controller.player;
    this.#place.position.y = -model.file.stage.floor;
    this.#structure.update(model, state, usePuppetPanel.getState().selectedPart);
  }

  /** "part:jaw" is the far end of a part. */
  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    const at = this.#placeOf(name);
    if (!at) return null;
    const scale = this.#controller.world.person.scale.x;
    this.#place.localToWorld(at);
    return [at.x / scale, at.y / scale, at.z / scale];
  }

  #placeOf(name: string): Vector3 | null {
    const { model, state } = this.#controller.player;
    const part = model.file.parts.findIndex((each) => name === `part:${each.name}`);
    if (part >= 0) return pointOfPart(model, state, part, endOf(model.file.parts[part]), new Vector3());
    for (const companion of this.#controller.companions) {
      const at = companion.thingPlace?.(name);
      if (at) return new Vector3(...at);
    }
    return null;
  }

  dispose(): void {
    if (openPuppet.getState().controller === this.#controller) openPuppet.setState({ controller: null });
    this.#controller.dispose();
    this.#structure.dispose();
    disposeTree(this.root);
  }
}

export async function createPuppetScene(world: World, settings: PuppetStore): Promise<RoomScene> {
  const ball = new SphereGeometry(0.2, 32, 24);
  const mesh = puppetMeshOf(
    Float64Array.from(ball.getAttribute('position').array),
    Uint32Array.from(ball.getIndex()?.array ?? []),
  );
  const file = newPuppet('Ball', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0.2, 0] });
  const player = new PuppetPlayer(world.clock, await buildPuppetModel(file, mesh));
  return new PuppetScene(new PuppetController(world, settings, { file, mesh, meshFile: null, example: null }, player));
}
