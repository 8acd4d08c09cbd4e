import { InputError, requireDecoded } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import { createRemoteBodyState, type RemoteBodyState } from '../body/remoteBodyState.js';
import { buildFreeDrives, type FreeDrive } from '../control/driveFree.js';
import { writeDamping } from '../control/writeDamping.js';
import { type BodyAddresses, findAddresses } from '../engine/bodyAddresses.js';
import { objectJointName, objectName } from '../engine/engineNames.js';
import { areViewsGood, type EngineViews, readViews } from '../engine/engineViews.js';
import { type MujocoData, type MujocoModel, type MujocoModule, objectKind } from '../engine/mujoco.js';
import { decodeWorldObjects } from './decodeWorldObjects.js';
import type { WorldGuest } from './worldGuest.js';
import type { WorldObject } from './worldObject.js';
import { grabCountOf, writeMjcf } from './writeMjcf.js';

/** Where an object of the room is. */
export interface WorldObjectState {
  readonly object: WorldObject;
  /** Engine's body, -1 for a floor. */
  readonly body: number;
  /** First coordinate and speed of its joint, or -1 where it stands fast. */
  readonly coordinate: number;
  readonly speed: number;
  /** World position and rotation x y z w at the end of the frame; of a door's hinge, of a button's cap. */
  readonly place: Float64Array;
  /** A door's angle in radians, how deep a button is pressed in metres; 0 for others. */
  opening: number;
}

/** A push with the hand or the mouse that is still going on. */
export interface Push {
  body: number;
  secondsLeft: number;
  readonly forceWorld: Float64Array;
  readonly torqueWorld: Float64Array;
}

/** What the engine needs to make a substep once more. */
interface SubstepState {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly warmStart: Float64Array;
}

export interface RemoteWorldOptions {
  /** m/s2, downwards. */
  readonly gravity?: number;
  /** A robot that lives among the bodies. */
  readonly guest?: WorldGuest | null;
}

/**
 * Bodies and things in one simulation. It owns memory of the engine: call dispose() when done.
 */
export class RemoteWorld {
  readonly mujoco: MujocoModule;
  readonly model: MujocoModel;
  readonly data: MujocoData;
  readonly bodies: readonly RemoteBodyState[];
  readonly addresses: readonly BodyAddresses[];
  /** Of each body what springs pull: its hips, or its parts one by one. */
  readonly freeDrives: readonly (readonly FreeDrive[])[];
  readonly objects: readonly WorldObjectState[];
  readonly pushes: readonly Push[];
  readonly guest: WorldGuest | null;
  /** What each grab holds: engine's bodies, or -1 for an open one. */
  readonly grabs: Int32Array;
  /** The engine's state before the substep that is being made, for another try: stepRemoteWorld(). */
  readonly restore: SubstepState;
  /** Time that frames have asked for, and substeps that were made for it. */
  frameSeconds = 0;
  substepCount = 0;
  /** Times the engine lost the simulation and started anew by itself. */
  resetCount = 0;
  #views: EngineViews;

  constructor(
    mujoco: MujocoModule,
    bodies: readonly RemoteBody[],
    objects: readonly WorldObject[] = [],
    { gravity = 9.81, guest = null }: RemoteWorldOptions = {},
  ) {
    requireDecoded(decodeWorldObjects(objects), 'objects');
    this.mujoco = mujoco;
    this.guest = guest;
    const xml = writeMjcf(bodies, objects, { gravity, guest: guest ?? undefined });
    const files = new mujoco.MjVFS();
    try {
      for (const [name, bytes] of guest?.files ?? []) files.addBuffer(name, bytes);
      this.model = mujoco.MjModel.from_xml_string(xml, files);
    } catch (error) {
      throw new InputError(
        'world',
        `could not be built: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`,
      );
    } finally {
      files.delete();
    }
    this.data = new mujoco.MjData(this.model);
    this.#views = readViews(this.model, this.data);
    const { qpos, qvel, warmStart } = this.#views;
    this.restore = { qpos: qpos.slice(), qvel: qvel.slice(), warmStart: warmStart.slice() };
    this.bodies = bodies.map(createRemoteBodyState);
    this.addresses = bodies.map((body, index) => findAddresses(mujoco, this.model, body, index));
    this.freeDrives = this.bodies.map((state, index) => buildFreeDrives(state, this.addresses[index]));
    this.objects = objects.map((object) => createObjectState(mujoco, this.model, object));
    this.pushes = Array.from({ length: 8 }, () => ({
      body: -1,
      secondsLeft: 0,
      forceWorld: new Float64Array(3),
      torqueWorld: new Float64Array(3),
    }));
    this.grabs = new Int32Array(grabCountOf(bodies.length) * 2).fill(-1);
    guest?.bind(this.model, this.data);
    for (const [index, state] of this.bodies.entries()) writeDamping(state, this.addresses[index], this.views.damping);
  }

  /** Good until the engine is called the next time: its memory may grow. */
  get views(): EngineViews {
    if (!areViewsGood(this.#views)) this.#views = readViews(this.model, this.data);
    return this.#views;
  }

  dispose(): void {
    this.data.delete();
    this.model.delete();
  }
}

function createObjectState(mujoco: MujocoModule, model: MujocoModel, object: WorldObject): WorldObjectState {
  const body = object.kind === 'floor' ? -1 : mujoco.mj_name2id(model, objectKind.body, objectName(object));
  const joint = mujoco.mj_name2id(model, objectKind.joint, objectJointName(object));
  const place = new Float64Array(7);
  place.set(object.kind === 'floor' ? [0, object.height, 0, 0, 0, 0, 1] : [...object.position, 0, 0, 0, 1]);
  if (object.kind === 'box' && object.rotation) place.set(object.rotation, 3);
  if (object.kind === 'door') place[0] -= object.size[0] / 2;
  return {
    object,
    body,
    coordinate: joint < 0 ? -1 : model.jnt_qposadr[joint],
    speed: joint < 0 ? -1 : model.jnt_dofadr[joint],
    place,
    opening: 0,
  };
}
