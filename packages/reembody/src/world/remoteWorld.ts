import { InputError } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import { type MujocoData, type MujocoModel, type MujocoModule, objectKind } from '../mujoco/mujoco.js';
import { applyGains } from './applyGains.js';
import { checkObjects } from './checkObjects.js';
import { areViewsGood, type EngineViews, readViews } from './engineViews.js';
import { createRemoteBodyState, type RemoteBodyState } from './remoteBodyState.js';
import type { WorldObject } from './worldObject.js';
import { bodyName, grabCountOf, jointName, objectJointName, objectName, rootName, writeMjcf } from './writeMjcf.js';

/** Where a body's numbers lie in the engine's arrays. */
export interface BodyAddresses {
  /** By coordinate and by speed of the drives. */
  readonly coordinates: Int32Array;
  readonly speeds: Int32Array;
  /** Of the hips' free joint, or -1 where an anchor carries them. */
  readonly rootCoordinate: number;
  readonly rootSpeed: number;
  /** Number of the anchor among the engine's moved bodies, or -1. */
  readonly anchor: number;
  /** Engine's number of each part's body. */
  readonly bodies: Int32Array;
  /** Free parts only: first coordinate and speed of each part. */
  readonly partCoordinates: Int32Array;
  readonly partSpeeds: Int32Array;
}

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

export interface RemoteWorldOptions {
  /** m/s2, downwards. */
  readonly gravity?: number;
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
  readonly objects: readonly WorldObjectState[];
  readonly pushes: readonly Push[];
  /** What each grab holds: engine's bodies, or -1 for an open one. */
  readonly grabs: Int32Array;
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
    { gravity = 9.81 }: RemoteWorldOptions = {},
  ) {
    checkObjects(objects);
    this.mujoco = mujoco;
    const xml = writeMjcf(bodies, objects, { gravity });
    try {
      this.model = mujoco.MjModel.from_xml_string(xml);
    } catch (error) {
      throw new InputError(
        'the world could not be built',
        `${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`,
      );
    }
    this.data = new mujoco.MjData(this.model);
    this.#views = readViews(this.model, this.data);
    this.bodies = bodies.map(createRemoteBodyState);
    this.addresses = bodies.map((body, index) => findAddresses(mujoco, this.model, body, index));
    this.objects = objects.map((object) => createObjectState(mujoco, this.model, object));
    this.pushes = Array.from({ length: 8 }, () => ({
      body: -1,
      secondsLeft: 0,
      forceWorld: new Float64Array(3),
      torqueWorld: new Float64Array(3),
    }));
    this.grabs = new Int32Array(grabCountOf(bodies.length) * 2).fill(-1);
    for (let index = 0; index < bodies.length; index++) applyGains(this, index);
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

function findAddresses(mujoco: MujocoModule, model: MujocoModel, body: RemoteBody, index: number): BodyAddresses {
  const { parts, drives, settings } = body;
  const isLoose = settings.control.drive === 'freeParts';
  const jointId = (name: string) => mujoco.mj_name2id(model, objectKind.joint, name);
  const coordinates = new Int32Array(body.coordinateCount).fill(-1);
  const speeds = new Int32Array(body.speedCount).fill(-1);
  if (!isLoose) {
    for (const drive of drives) {
      const isBall = drive.kind === 'ball';
      for (let k = 0; k < (isBall ? 1 : drive.speedCount); k++) {
        const joint = jointId(jointName(index, drive, k));
        const width = isBall ? 4 : 1;
        for (let i = 0; i < width; i++) {
          coordinates[drive.firstCoordinate + k + i] = model.jnt_qposadr[joint] + i;
        }
        for (let i = 0; i < (isBall ? 3 : 1); i++) speeds[drive.firstSpeed + k + i] = model.jnt_dofadr[joint] + i;
      }
    }
  }
  const root = isLoose || settings.control.root === 'anchor' ? -1 : jointId(rootName(index));
  const bodies = Int32Array.from(parts, (part) => mujoco.mj_name2id(model, objectKind.body, bodyName(index, part)));
  const free = isLoose ? parts.map((part) => jointId(`${index}.${part.bone}.free`)) : [];
  return {
    coordinates,
    speeds,
    rootCoordinate: root < 0 ? -1 : model.jnt_qposadr[root],
    rootSpeed: root < 0 ? -1 : model.jnt_dofadr[root],
    anchor: isLoose ? -1 : model.body_mocapid[bodies[0]],
    bodies,
    partCoordinates: Int32Array.from(free, (joint) => model.jnt_qposadr[joint]),
    partSpeeds: Int32Array.from(free, (joint) => model.jnt_dofadr[joint]),
  };
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
