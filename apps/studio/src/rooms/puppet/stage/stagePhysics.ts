import type { PuppetFile } from '@leib/puppet';
import type { MujocoModule } from '@leib/reembody';
import type { PartCollider } from './partColliders.js';

/** World places of the puppet's parts: skeleton joints, joint 0 the whole puppet. */
export interface PartPlaces {
  readonly worldPositions: Float64Array;
  readonly worldRotations: Float64Array;
}

/** MuJoCo's numbers for kinds of things with names (mjtObj). */
const BODY = 1;
const GEOM = 5;
/** Seven numbers of a place: position, rotation x y z w. */
export const PLACE_SIZE = 7;
/** After a pause the rest of the time is dropped. */
const MAX_SUBSTEPS = 24;
/** A thing that is farther from the middle of the stage comes back, metres. */
const LOST_AT = 4;

/** Things that fall, roll and are pushed by a puppet's parts. It owns memory of the engine: call dispose(). */
export class StagePhysics {
  readonly things: readonly StageThing[];
  /** Where each thing is, puppet's space. things x 7. */
  readonly places: Float64Array;
  readonly #mujoco: MujocoModule;
  readonly #model: ReturnType<MujocoModule['MjModel']['from_xml_string']>;
  readonly #data: InstanceType<MujocoModule['MjData']>;
  readonly #parts: readonly { readonly joint: number; readonly mocap: number }[];
  readonly #joints: readonly { readonly coordinate: number; readonly speed: number; readonly geom: number }[];
  /** Places of the parts at the end of the frame before; null before the first. parts x 7. */
  #before: Float64Array | null = null;
  #leftSeconds = 0;

  constructor(mujoco: MujocoModule, colliders: readonly PartCollider[], things: readonly StageThing[], floor: number) {
    this.#mujoco = mujoco;
    this.things = things;
    this.#model = mujoco.MjModel.from_xml_string(writeStageMjcf(colliders, things, floor));
    this.#data = new mujoco.MjData(this.#model);
    const model = this.#model;
    this.#parts = colliders.map(({ part }) => {
      const body = mujoco.mj_name2id(model, BODY, partBody(part));
      return { joint: part + 1, mocap: model.body_mocapid[body] };
    });
    const bodyOf = things.map((_, i) => mujoco.mj_name2id(model, BODY, thingBody(i)));
    this.#joints = bodyOf.map((body, i) => {
      const joint = model.jnt_bodyid.indexOf(body);
      const geom = mujoco.mj_name2id(model, GEOM, thingGeom(i));
      return { coordinate: model.jnt_qposadr[joint], speed: model.jnt_dofadr[joint], geom };
    });
    this.places = new Float64Array(things.length * PLACE_SIZE);
    this.#readThings();
  }

  /** Moves the parts to where the puppet has them, and everything else by forces. */
  step(parts: PartPlaces, dtSeconds: number): void {
    const now = this.#partPlaces(parts);
    const before = this.#before ?? now;
    this.#before = now;
    const wanted = this.#leftSeconds + dtSeconds;
    const count = Math.min(MAX_SUBSTEPS, Math.floor(wanted / STAGE_SUBSTEP + 1e-9));
    this.#leftSeconds = Math.min(wanted - count * STAGE_SUBSTEP, STAGE_SUBSTEP);
    for (let i = 1; i <= count; i++) {
      this.#moveParts(before, now, i / count);
      this.#mujoco.mj_step(this.#model, this.#data);
    }
    this.#bringBack();
    this.#readThings();
  }

  /** Puts a thing somewhere with a speed: what is held, thrown or carried over to a new stage. */
  place(thing: number, place: ArrayLike<number>, placeAt: number, velocity: ArrayLike<number>): void {
    const { coordinate, speed } = this.#joints[thing];
    const { qpos, qvel } = this.#data;
    for (let k = 0; k < 3; k++) {
      qpos[coordinate + k] = place[placeAt + k];
      qpos[coordinate + 4 + k] = place[placeAt + 3 + k];
      qvel[speed + k] = velocity[k] ?? 0;
      qvel[speed + 3 + k] = velocity[3 + k] ?? 0;
      this.places[thing * PLACE_SIZE + k] = place[placeAt + k];
    }
    qpos[coordinate + 3] = place[placeAt + 6];
    for (let k = 3; k < PLACE_SIZE; k++) this.places[thing * PLACE_SIZE + k] = place[placeAt + k];
  }

  /** Speed of a thing: metres per second, and radians per second in its own frame. */
  velocityOf(thing: number): Float64Array {
    const { speed } = this.#joints[thing];
    return this.#data.qvel.slice(speed, speed + 6);
  }

  /** A held thing does not bump into the parts that hold it. */
  setHeld(thing: number, isHeld: boolean): void {
    this.#model.geom_conaffinity[this.#joints[thing].geom] = isHeld ? touches.withFloorAndThings : touches.withAll;
  }

  /** A bitten biscuit is smaller. */
  setRadius(thing: number, radius: number): void {
    this.#model.geom_size[this.#joints[thing].geom * 3] = radius;
  }

  dispose(): void {
    this.#data.delete();
    this.#model.delete();
  }

  #partPlaces({ worldPositions, worldRotations }: PartPlaces): Float64Array {
    const places = new Float64Array(this.#parts.length * PLACE_SIZE);
    this.#parts.forEach(({ joint }, i) => {
      places.set(worldPositions.subarray(joint * 3, joint * 3 + 3), i * PLACE_SIZE);
      places.set(worldRotations.subarray(joint * 4, joint * 4 + 4), i * PLACE_SIZE + 3);
    });
    return places;
  }

  #moveParts(before: Float64Array, now: Float64Array, share: number): void {
    const { mocap_pos: positions, mocap_quat: rotations } = this.#data;
    this.#parts.forEach(({ mocap }, i) => {
      const at = i * PLACE_SIZE;
      for (let k = 0; k < 3; k++) positions[mocap * 3 + k] = before[at + k] + (now[at + k] - before[at + k]) * share;
      // The engine takes any length: between two near rotations a straight line is as good as an arc.
      const isFlipped = [3, 4, 5, 6].reduce((sum, k) => sum + before[at + k] * now[at + k], 0) < 0 ? -1 : 1;
      const turn = [3, 4, 5, 6].map((k) => before[at + k] + (isFlipped * now[at + k] - before[at + k]) * share);
      const length = Math.hypot(...turn) || 1;
      rotations[mocap * 4] = turn[3] / length;
      for (let k = 0; k < 3; k++) rotations[mocap * 4 + 1 + k] = turn[k] / length;
    });
  }

  #bringBack(): void {
    this.things.forEach(({ position }, i) => {
      const { coordinate } = this.#joints[i];
      const { qpos } = this.#data;
      const [x, y, z] = [qpos[coordinate], qpos[coordinate + 1], qpos[coordinate + 2]];
      // Comparisons with NaN are false, so that a lost simulation comes back, too.
      if (Math.abs(x) < LOST_AT && Math.abs(y) < LOST_AT && Math.abs(z) < LOST_AT) return;
      this.place(i, [...position, 0, 0, 0, 1], 0, []);
    });
  }

  #readThings(): void {
    const { qpos } = this.#data;
    this.#joints.forEach(({ coordinate }, i) => {
      const at = i * PLACE_SIZE;
      for (let k = 0; k < 3; k++) {
        this.places[at + k] = qpos[coordinate + k];
        this.places[at + 3 + k] = qpos[coordinate + 4 + k];
      }
      this.places[at + 6] = qpos[coordinate + 3];
    });
  }
}

/** Kinds of contact: things touch everything, parts only things. */
const touches = { floor: 1, part: 2, thing: 1, withFloorAndThings: 1, withAll: 3 } as const;

const partBody = (part: number) => `part ${part}`;
const thingBody = (thing: number) => `thing ${thing}`;
const thingGeom = (thing: number) => `shape ${thing}`;

/** Substep of the stage. */
const STAGE_SUBSTEP = 1 / 240;

/** The stage for MuJoCo: y up, a floor, parts that are moved, things that fall. */
function writeStageMjcf(colliders: readonly PartCollider[], things: readonly StageThing[], floor: number): string {
  return `<mujoco>
<compiler angle="radian"/>
<option timestep="${STAGE_SUBSTEP}" gravity="0 -9.81 0" integrator="implicitfast"/>
<default><geom friction="0.9 0.01 0.002" solref="0.008 1" condim="4"/></default>
<worldbody>
<geom type="box" size="8 0.5 8" pos="0 ${floor - 0.5} 0" contype="${touches.floor}" conaffinity="${touches.thing}"/>
${colliders.map(writePart).join('\n')}
${things.map(writeThing).join('\n')}
</worldbody>
</mujoco>`;
}

function writePart({ part, kind, middle, rotation: [x, y, z, w], halfSize }: PartCollider): string {
  return `<body name="${partBody(part)}" mocap="true"><geom type="${kind}" size="${halfSize.join(' ')}" pos="${middle.join(' ')}" quat="${w} ${x} ${y} ${z}" contype="${touches.part}" conaffinity="0"/></body>`;
}

function writeThing({ kind, size, position, mass }: StageThing, index: number): string {
  const [x, y, z] = size;
  // MuJoCo's cylinders stand along z: a quarter turn about x lays a biscuit flat.
  const shape = {
    ball: `type="sphere" size="${x}"`,
    block: `type="box" size="${x} ${y} ${z}"`,
    biscuit: `type="cylinder" size="${x} ${y}" quat="0.70710678 0.70710678 0 0"`,
  }[kind];
  return `<body name="${thingBody(index)}" pos="${position.join(' ')}"><freejoint/><geom name="${thingGeom(index)}" ${shape} mass="${mass}" contype="${touches.thing}" conaffinity="${touches.withAll}"/></body>`;
}

/** A thing on the stage as the puppet's file describes it; a biscuit also knows its bites. */
export type StageThing = PuppetFile['stage']['things'][number];
export type ThingKind = StageThing['kind'];

/** Bites until a biscuit is gone. */
export const BITES = 5;

/** Half sizes of a thing: what MuJoCo calls its size. A biscuit lies flat: radius, half its thickness. */
export function radiusOf({ kind, size }: StageThing): number {
  return kind === 'block' ? Math.max(...size) : size[0];
}

/** A new thing of a kind in front of the puppet, sized by the puppet's height; `number` keeps names and places apart. */
export function newThing(kind: ThingKind, height: number, floor: number, number: number): StageThing {
  const r = 0.085 * height;
  const size: Record<ThingKind, [number, number, number]> = {
    ball: [r, r, r],
    block: [0.85 * r, 0.85 * r, 0.85 * r],
    biscuit: [0.9 * r, 0.2 * r, 0.9 * r],
  };
  const turn = number * 2.4;
  const away = 0.5 * height;
  const position: [number, number, number] = [
    0.85 * away * Math.sin(turn),
    floor + size[kind][1] + 0.3 * height,
    away + 0.2 * away * Math.cos(turn),
  ];
  const volume = size[kind][0] * size[kind][1] * size[kind][2] * 8;
  return { name: `${kind} ${number}`, kind, position, size: size[kind], mass: Math.max(0.005, 250 * volume) };
}
