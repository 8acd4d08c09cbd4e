import type { Ground } from '@leib/embody';
import type { Avatar } from '@leib/three';
import { copyJointFrame, createJointFrame, type JointFrame } from '@leib/tracking';
import { Group, Vector3 } from 'three';
import { clearMeter, createMeter, type Meter, measure } from '../../../world/meter.js';
import type { World } from '../../../world/world.js';
import type { CrowdMotion, CrowdSettings } from './crowdMotion.js';
import type { CrowdView } from './crowdView.js';

/** What a crowd on the stage takes per frame, milliseconds. */
export interface CrowdCost {
  readonly people: number;
  /** How many are worked out in how much detail. */
  readonly levels: { readonly full: number; readonly reduced: number; readonly far: number };
  readonly bodies: Meter;
  readonly drawing: Meter;
}

/** Another crowd is built when nothing has changed for this long: sliders are dragged. Seconds. */
const SETTLE_SECONDS = 0.35;

/** What the crowd that stands there was built from: another one needs another crowd. */
interface BuiltFrom {
  readonly avatar: Avatar;
  readonly skeleton: Avatar['skeleton'];
  readonly model: object | null;
  readonly settings: string;
}

/** The crowd that fills the stage while its slider is not at zero; its code is fetched then. */
export class StageCrowd {
  /** In the person's metres. */
  readonly root = new Group();
  readonly #world: World;
  readonly #ground: Ground;
  readonly #joints = createJointFrame();
  readonly #meters = { bodies: createMeter(), drawing: createMeter() };
  readonly #eyes = new Vector3();
  #code: { readonly CrowdMotion: typeof CrowdMotion; readonly CrowdView: typeof CrowdView } | null = null;
  #isFetching = false;
  #built: { readonly from: BuiltFrom; readonly motion: CrowdMotion; readonly view: CrowdView } | null = null;
  #wanted: BuiltFrom | null = null;
  #sinceChange = 0;

  /** @param ground of the room, the world's metres: no one of the crowd is put onto stairs */
  constructor(world: World, ground: Ground) {
    this.#world = world;
    this.#ground = ground;
  }

  /** What it costs; null while there is none. */
  get cost(): CrowdCost | null {
    if (!this.#built) return null;
    const { motion } = this.#built;
    return { people: motion.crowd.avatars.length, levels: motion.levels, ...this.#meters };
  }

  /** Remembers this frame's joints, before anything carries the person. */
  read(joints: JointFrame): void {
    copyJointFrame(this.#joints, joints);
  }

  /** One frame, before the avatar takes its own pose: building a crowd leaves it in the T-pose. */
  step(settings: CrowdSettings, dtSeconds: number): void {
    const { body } = this.#world;
    if (settings.people === 0 || !body) {
      this.#drop();
      return;
    }
    const wanted: BuiltFrom = {
      avatar: body.avatar,
      skeleton: body.avatar.skeleton,
      model: body.person?.embody?.model ?? null,
      settings: JSON.stringify(settings),
    };
    if (this.#built && this.#built.from.avatar !== body.avatar) this.#drop();
    this.#sinceChange = isSame(wanted, this.#wanted) ? this.#sinceChange + dtSeconds : 0;
    this.#wanted = wanted;
    const isStale = !isSame(wanted, this.#built?.from ?? null);
    if (isStale && (!this.#built || this.#sinceChange >= SETTLE_SECONDS)) this.#build(wanted, settings);
    if (this.#built) this.#stepBuilt(this.#built, dtSeconds);
  }

  dispose(): void {
    this.#drop();
    this.root.removeFromParent();
  }

  #stepBuilt({ motion, view }: { readonly motion: CrowdMotion; readonly view: CrowdView }, dtSeconds: number): void {
    const { clock, rig, person } = this.#world;
    rig.camera.getWorldPosition(this.#eyes).divideScalar(person.scale.x);
    const { x, z } = this.#eyes;
    // With the page's clock by hand, costs are as assumed: the same calls give the same bits.
    const clockMs = clock.isManual ? null : () => performance.now();
    measure(this.#meters.bodies, () => motion.step(this.#joints, [x, z], dtSeconds, clockMs));
    measure(this.#meters.drawing, () => view.update(motion.crowd, dtSeconds));
  }

  #build(from: BuiltFrom, settings: CrowdSettings): void {
    if (!this.#code) {
      void this.#fetch();
      return;
    }
    this.#drop();
    const embody = this.#world.body?.person?.embody;
    const motion = new this.#code.CrowdMotion(
      { skeleton: from.skeleton, model: embody?.model ?? null },
      settings,
      this.#ground,
    );
    const view = new this.#code.CrowdView(from.avatar, settings.people, this.#world.renderer);
    this.root.add(view.object);
    this.#built = { from, motion, view };
    for (const meter of Object.values(this.#meters)) clearMeter(meter);
  }

  async #fetch(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    const release = this.#world.clock.hold();
    try {
      const [motion, view] = await Promise.all([import('./crowdMotion.js'), import('./crowdView.js')]);
      this.#code = { CrowdMotion: motion.CrowdMotion, CrowdView: view.CrowdView };
    } finally {
      this.#isFetching = false;
      release();
    }
  }

  #drop(): void {
    this.#built?.view.dispose();
    this.#built = null;
  }
}

function isSame(a: BuiltFrom, b: BuiltFrom | null): boolean {
  return (
    b !== null && a.skeleton === b.skeleton && a.model === b.model && a.settings === b.settings && a.avatar === b.avatar
  );
}
