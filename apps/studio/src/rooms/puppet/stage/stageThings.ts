import type { PuppetModel } from '@leib/puppet';
import { disposeTree } from '@leib/three';
import mujocoUrl from '@mujoco/mujoco/mujoco.wasm?url';
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  ExtrudeGeometry,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  type Material,
  Matrix4,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Quaternion,
  Shape,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { explainError } from '../../../ui/explainError.js';
import type { PuppetController } from '../puppetController.js';
import type { Bubble, Crumb } from './bubbles.js';
import { PLACE_SIZE, type StageThing, type ThingKind } from './stagePhysics.js';
import type { StagePlay } from './stagePlay.js';

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

const ballColours = ['#e2795a', '#4a93a3', '#f2b950', '#7c6fb0'];
const blockColours = ['#66b392', '#d98aa0', '#6f9bd1'];
const MOST_BUBBLES = 40;
const MOST_CRUMBS = 80;

/** Things, bubbles and crumbs as they are drawn. */
class ThingsView {
  readonly root = new Group();
  readonly #bubbles = createBubbleMesh();
  readonly #crumbs = createCrumbMesh();
  /** A mesh per thing, made anew where it is another one or was bitten. */
  #drawn: { readonly thing: StageThing; readonly bites: number; readonly mesh: Mesh }[] = [];

  constructor() {
    this.root.name = 'things';
    this.root.add(this.#bubbles, this.#crumbs);
  }

  update({ things, places, bites, bubbles, crumbs }: StagePlay): void {
    for (const { mesh, thing } of this.#drawn) if (!things.includes(thing)) disposeTree(mesh);
    this.#drawn = things.map((thing, i) => {
      const old = this.#drawn.find((each) => each.thing === thing);
      if (old && old.bites === bites[i]) return old;
      if (old) disposeTree(old.mesh);
      const mesh = drawThing(thing, bites[i], i);
      this.root.add(mesh);
      return { thing, bites: bites[i], mesh };
    });
    this.#drawn.forEach(({ mesh }, i) => {
      mesh.position.fromArray(places, i * PLACE_SIZE);
      mesh.quaternion.fromArray(places, i * PLACE_SIZE + 3);
    });
    placeInstances(this.#bubbles, bubbles.bubbles, bubbleSize);
    placeInstances(this.#crumbs, crumbs, crumbSize);
  }

  dispose(): void {
    disposeTree(this.root);
  }
}

/** A bubble wobbles, and swells as it pops. */
function bubbleSize({ radius, age, popped }: Bubble, out: Vector3): Vector3 {
  const wobble = 0.06 * Math.sin(age * 9);
  const grown = radius * Math.min(1, 0.2 + age * 4) * (1 + 0.5 * popped);
  return out.set(grown * (1 + wobble), grown * (1 - wobble), grown);
}

function crumbSize({ size, age }: Crumb, out: Vector3): Vector3 {
  return out.setScalar(size * Math.min(1, (4 - age) * 2));
}

function placeInstances<T extends { readonly position: Vector3 }>(
  mesh: InstancedMesh,
  items: readonly T[],
  sizeOf: (item: T, out: Vector3) => Vector3,
): void {
  const [matrix, still, size] = [new Matrix4(), new Quaternion(), new Vector3()];
  mesh.count = items.length;
  items.forEach((item, i) => {
    mesh.setMatrixAt(i, matrix.compose(item.position, still, sizeOf(item, size)));
  });
  mesh.instanceMatrix.needsUpdate = true;
}

function createBubbleMesh(): InstancedMesh {
  const material = new MeshPhysicalMaterial({
    color: '#ffffff',
    emissive: '#a9dcf5',
    emissiveIntensity: 0.55,
    roughness: 0.05,
    transparent: true,
    opacity: 0.3,
    iridescence: 1,
    iridescenceIOR: 1.3,
    depthWrite: false,
  });
  return createInstanced('bubbles', new SphereGeometry(1, 20, 14), material, MOST_BUBBLES);
}

function createCrumbMesh(): InstancedMesh {
  const material = new MeshStandardMaterial({ color: '#c98f4e', roughness: 0.9 });
  return createInstanced('crumbs', new IcosahedronGeometry(1, 0), material, MOST_CRUMBS);
}

function createInstanced(name: string, geometry: BufferGeometry, material: Material, count: number): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.name = name;
  mesh.count = 0;
  mesh.frustumCulled = false;
  return mesh;
}

function drawThing(thing: StageThing, bites: number, index: number): Mesh {
  const mesh = new Mesh(
    geometryOf(thing, bites),
    new MeshStandardMaterial({ color: colourOf(thing, index), roughness: 0.55 }),
  );
  mesh.name = `thing:${thing.name}`;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

function colourOf({ kind }: StageThing, index: number): Color {
  if (kind === 'biscuit') return new Color('#d6a15e');
  const colours = kind === 'ball' ? ballColours : blockColours;
  return new Color(colours[index % colours.length]);
}

function geometryOf({ kind, size: [x, y, z] }: StageThing, bites: number): BufferGeometry {
  if (kind === 'ball') return new SphereGeometry(x, 28, 20);
  if (kind === 'block') return new BoxGeometry(2 * x, 2 * y, 2 * z, 2, 2, 2);
  const options = {
    depth: 2 * y * 0.7,
    bevelSize: 0.08 * x,
    bevelThickness: 0.3 * y,
    bevelSegments: 2,
    curveSegments: 8,
  };
  return new ExtrudeGeometry(biscuitShape(x, bites), options).translate(0, 0, -0.7 * y).rotateX(Math.PI / 2);
}

/** A round biscuit with a wavy edge, less its bites: each takes a round piece out of the side that faces the mouth. */
function biscuitShape(radius: number, bites: number): Shape {
  const points = Array.from({ length: 72 }, (_, i) => {
    const turn = (i / 72) * 2 * Math.PI;
    let r = radius * (0.9 + 0.02 * Math.cos(turn * 12));
    for (let bite = 0; bite < bites; bite++) r = Math.min(r, edgeOfBite(turn, radius, bite));
    return new Vector2(r * Math.cos(turn), r * Math.sin(turn));
  });
  return new Shape(points);
}

/** Where a ray from the middle meets the circle of a bite; infinity where it passes it by. */
function edgeOfBite(turn: number, radius: number, bite: number): number {
  const [away, reach] = [1.05 * radius, 0.55 * radius];
  // One beside the other, from the front to both sides.
  const at = -Math.PI / 2 + Math.ceil(bite / 2) * 0.95 * (bite % 2 === 0 ? 1 : -1);
  const along = away * Math.cos(turn - at);
  const inside = reach * reach - (away * Math.sin(turn - at)) ** 2;
  return along > 0 && inside > 0 ? Math.max(0.12 * radius, along - Math.sqrt(inside)) : Number.POSITIVE_INFINITY;
}
