import type { RemoteBody } from '../body/remoteBody.js';
import type { Triple } from '../colliders/colliderShape.js';
import { bodyName, freePartName, jointName, rootName, stopName, stopSiteName } from './engineNames.js';
import { type MujocoModel, type MujocoModule, objectKind } from './mujoco.js';

/** The tendons that stop a ball joint, one of each axis, and the points that they run between. */
export interface BallStop {
  readonly drive: number;
  readonly tendons: Int32Array;
  readonly ownSites: Int32Array;
  readonly parentSites: Int32Array;
  /** The joint in the space of the part it hangs on. */
  readonly offset: Triple;
}

/** Indices of a body's values in the engine's arrays. */
export interface BodyAddresses {
  /** By coordinate and by speed of the drives. */
  readonly coordinates: Int32Array;
  readonly speeds: Int32Array;
  /** Of the hips' free joint, or -1 where an anchor carries them. */
  readonly rootCoordinate: number;
  readonly rootSpeed: number;
  /** Index of the anchor among the engine's mocap bodies, or -1. */
  readonly anchor: number;
  /** Engine's body of each part. */
  readonly bodies: Int32Array;
  /** Free parts only, else empty: first coordinate and speed of each part. */
  readonly partCoordinates: Int32Array;
  readonly partSpeeds: Int32Array;
  readonly ballStops: readonly BallStop[];
}

export function findAddresses(
  mujoco: MujocoModule,
  model: MujocoModel,
  body: RemoteBody,
  index: number,
): BodyAddresses {
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
  const free = isLoose ? parts.map((part) => jointId(freePartName(index, part))) : [];
  return {
    coordinates,
    speeds,
    rootCoordinate: root < 0 ? -1 : model.jnt_qposadr[root],
    rootSpeed: root < 0 ? -1 : model.jnt_dofadr[root],
    anchor: isLoose ? -1 : model.body_mocapid[bodies[0]],
    bodies,
    partCoordinates: Int32Array.from(free, (joint) => model.jnt_qposadr[joint]),
    partSpeeds: Int32Array.from(free, (joint) => model.jnt_dofadr[joint]),
    ballStops: isLoose ? [] : findBallStops(mujoco, model, body, index),
  };
}

function findBallStops(mujoco: MujocoModule, model: MujocoModel, body: RemoteBody, index: number): BallStop[] {
  return body.drives.flatMap((drive, number) => {
    if (drive.kind !== 'ball') return [];
    const each = (kind: number, name: (axis: number) => string) =>
      Int32Array.from([0, 1, 2], (axis) => mujoco.mj_name2id(model, kind, name(axis)));
    return [
      {
        drive: number,
        tendons: each(objectKind.tendon, (axis) => stopName(index, drive, axis)),
        ownSites: each(objectKind.site, (axis) => stopSiteName(index, drive, axis, 'own')),
        parentSites: each(objectKind.site, (axis) => stopSiteName(index, drive, axis, 'parent')),
        offset: body.parts[drive.part].offset,
      },
    ];
  });
}
