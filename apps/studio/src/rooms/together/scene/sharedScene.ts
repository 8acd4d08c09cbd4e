import { flatGround, type Ground } from '@leib/embody';
import type { Thing } from '@leib/stage';
import { type Camera, Group, type Object3D, Vector3, type WebGLRenderer } from 'three';
import { jointGround, placedGround } from './placedGround.js';
import { readSceneThing, type ScenePlace, type SceneThing } from './sceneThing.js';

/** What a ray meets in the scene, the world's metres. */
export interface ScenePick {
  readonly point: Vector3;
  /** Unit, towards where the ray comes from; null where it is not known. */
  readonly normal: Vector3 | null;
  /** Of the thing of the shared document that was met. */
  readonly thingId: string;
}

/** One thing of the scene as it is drawn here. */
export interface SceneItem {
  /** Stands where the thing stands; what is in it is the item's. */
  readonly root: Object3D;
  /** What there is to stand on, in the space of `root`; null: nothing, or nothing yet. */
  readonly ground: Ground | null;
  /** How high the floor in it is, in the space of `root`; null where none was found. */
  readonly floorY: number | null;
  /** Of what comes bit by bit. */
  readonly stream?: SceneStream;
  /** Of files that do not say which way is up. */
  setUp?(up: NonNullable<ScenePlace['up']>): void;
  /** The nearest that a ray meets; null where it meets nothing. Directions have length 1. */
  pick(origin: Vector3, direction: Vector3): Omit<ScenePick, 'thingId'> | null;
  dispose(): void;
}

/** What is loaded, or drawn, as the camera needs it. */
export interface SceneStream {
  readonly unit: 'points' | 'splats';
  /** What is wrong; null where nothing is. */
  readonly problem: string | null;
  /** Points in memory, splats in the picture. */
  readonly pointCount: number;
  /** 0 to 1, of what the present view needs. */
  readonly progress: number;
  update(camera: Camera, renderer: WebGLRenderer, detail: ScanDetail): void;
}

/** How much of a scan is in memory, and how it is drawn. */
export interface ScanDetail {
  /** Points in memory and splats in the picture at most, of all scans together. */
  readonly points: number;
  /** Pixels of the picture that one point has. */
  readonly pointSize: number;
}

/** A thing that is shown, or is on its way. */
export interface ShownThing {
  readonly thing: SceneThing;
  /** Null while it is on its way, and where it cannot be shown. */
  readonly item: SceneItem | null;
  /** Why it cannot be shown; null where it can. */
  readonly problem: string | null;
}

interface Slot {
  thing: SceneThing;
  /** Where it is carried at the moment; null: it stands as the document has it. */
  held: ScenePlace | null;
  item: SceneItem | null;
  ground: Ground | null;
  problem: string | null;
  readonly ends: AbortController;
}

/** Makes what a thing shows. Throws InputError with the reason where it cannot. */
export type OpenSceneItem = (thing: SceneThing, signal: AbortSignal) => Promise<SceneItem>;

/** The scene of a room of people: what the things of its document show, what a ray meets in it, and what people stand on. */
export class SharedScene {
  /** In the world's metres. */
  readonly root = new Group();
  /** What there is to stand on; the floor of the stage where the scene has nothing. */
  readonly ground: Ground;
  readonly #open: OpenSceneItem;
  readonly #slots = new Map<string, Slot>();
  #things: readonly Thing[] = [];
  #grounds: readonly Ground[] = [];

  constructor(open: OpenSceneItem) {
    this.#open = open;
    this.ground = jointGround(() => this.#grounds, flatGround());
  }

  /** Something in it can be stood upon. */
  get hasGround(): boolean {
    return this.#grounds.length > 0;
  }

  get shown(): readonly ShownThing[] {
    return [...this.#slots.values()];
  }

  /** Shows what is in the document now. */
  follow(things: readonly Thing[]): void {
    if (things === this.#things) return;
    this.#things = things;
    const wanted = new Map(things.flatMap((one) => readSceneThing(one) ?? []).map((one) => [one.id, one]));
    for (const [id, { thing }] of this.#slots) {
      const next = wanted.get(id);
      const isSame = next?.kind === thing.kind && JSON.stringify(next.origin) === JSON.stringify(thing.origin);
      if (!isSame) this.#remove(id);
    }
    for (const thing of wanted.values()) {
      const slot = this.#slots.get(thing.id) ?? this.#begin(thing);
      slot.thing = thing;
      place(slot);
    }
  }

  /** Shows a thing where it is carried to, in every frame; the others hear of it less often. Null: where it stands. */
  hold(id: string, held: ScenePlace | null): void {
    const slot = this.#slots.get(id);
    if (!slot) return;
    slot.held = held;
    place(slot);
  }

  /** Opens anew what could not be opened: the server may have it now. */
  tryAgain(): void {
    for (const [id, { problem, thing }] of this.#slots) {
      if (problem === null) continue;
      this.#remove(id);
      this.#begin(thing);
    }
  }

  /**
   * The nearest point of the scene that a ray meets: of a scan, a point that was scanned, near the ray; of a model, its surface.
   * @param rayDirection of any length
   */
  pick(rayOrigin: Vector3, rayDirection: Vector3): ScenePick | null {
    const direction = new Vector3().copy(rayDirection).normalize();
    let best: ScenePick | null = null;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const [thingId, { item }] of this.#slots) {
      const found = item?.pick(rayOrigin, direction) ?? null;
      const distance = found ? found.point.distanceTo(rayOrigin) : Number.POSITIVE_INFINITY;
      if (!found || distance >= bestDistance) continue;
      bestDistance = distance;
      best = { ...found, thingId };
    }
    return best;
  }

  /** Where something of this name is shown; null where nothing is. */
  placeOf(name: string): Vector3 | null {
    const found = [...this.#slots.values()].find(({ thing, item }) => item && thing.name === name);
    return found?.item?.root.position.clone() ?? null;
  }

  /** Loads what this view needs of what is streamed. */
  update(camera: Camera, renderer: WebGLRenderer, { points, pointSize }: ScanDetail): void {
    const streams = [...this.#slots.values()].flatMap(({ item }) => item?.stream ?? []);
    for (const stream of streams) stream.update(camera, renderer, { points: points / streams.length, pointSize });
  }

  dispose(): void {
    for (const id of [...this.#slots.keys()]) this.#remove(id);
  }

  #begin(thing: SceneThing): Slot {
    const slot: Slot = { thing, held: null, item: null, ground: null, problem: null, ends: new AbortController() };
    this.#slots.set(thing.id, slot);
    this.#open(thing, slot.ends.signal).then(
      (item) => {
        if (slot.ends.signal.aborted) return item.dispose();
        slot.item = item;
        place(slot);
        this.root.add(item.root);
        slot.ground = item.ground && placedGround(item.ground, item.root);
        this.#findGrounds();
      },
      (error: Error) => {
        slot.problem = error.message;
      },
    );
    return slot;
  }

  #remove(id: string): void {
    const slot = this.#slots.get(id);
    this.#slots.delete(id);
    slot?.ends.abort();
    slot?.item?.root.removeFromParent();
    slot?.item?.dispose();
    this.#findGrounds();
  }

  #findGrounds(): void {
    this.#grounds = [...this.#slots.values()].flatMap(({ ground }) => ground ?? []);
  }
}

function place({ item, thing, held }: Slot): void {
  if (!item) return;
  const at = held ?? thing.place;
  item.root.position.set(at.x, at.y, at.z);
  item.root.rotation.set(0, at.turn, 0);
  item.root.scale.setScalar(at.scale);
  if (at.up) item.setUp?.(at.up);
}
