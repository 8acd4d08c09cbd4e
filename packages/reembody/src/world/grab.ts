import { multiplyInverseFlat } from '@leib/core';
import { grabName } from '../engine/engineNames.js';
import { objectKind, stateKind } from '../engine/mujoco.js';
import type { RemoteWorld } from './remoteWorld.js';

/** Numbers of a weld in the engine's model: anchor 3, position 3, rotation 4, share of the torque 1. */
const WELD_SIZE = 11;

/**
 * Closes a hand on an object: from now on they are welded as they are. Returns the grab's number for release(), or -1
 * where all are in use.
 */
export function grab(world: RemoteWorld, bodyIndex: number, part: number, objectIndex: number): number {
  return weld(world, world.addresses[bodyIndex].bodies[part], world.objects[objectIndex].body);
}

/** Closes a hand on a part of another body, as in shaking hands; the rest as grab(). */
export function grabPart(
  world: RemoteWorld,
  bodyIndex: number,
  part: number,
  otherIndex: number,
  otherPart: number,
): number {
  return weld(world, world.addresses[bodyIndex].bodies[part], world.addresses[otherIndex].bodies[otherPart]);
}

/** Closes a hand on a body of the engine, such as a robot's hand; the rest as grab(). */
export function grabEngineBody(world: RemoteWorld, bodyIndex: number, part: number, engineBody: number): number {
  return weld(world, world.addresses[bodyIndex].bodies[part], engineBody);
}

/** Both by the engine's numbers of bodies. */
function weld(world: RemoteWorld, hand: number, object: number): number {
  const free = freeGrab(world);
  if (free < 0 || object < 0) return -1;
  const { mujoco, model, data } = world;
  mujoco.mj_kinematics(model, data);
  const { xpos, xquat } = data;
  // The object's place in the hand's space.
  const [handTurn, objectTurn] = [hand, object].map((body) =>
    Float64Array.of(xquat[body * 4 + 1], xquat[body * 4 + 2], xquat[body * 4 + 3], xquat[body * 4]),
  );
  const turn = new Float64Array(4);
  multiplyInverseFlat(turn, 0, handTurn, 0, objectTurn, 0);
  const away = [0, 1, 2].map((k) => xpos[object * 3 + k] - xpos[hand * 3 + k]);
  const [x, y, z] = rotateBack(handTurn, away);
  const eq = mujoco.mj_name2id(model, objectKind.equality, grabName(free));
  model.eq_obj1id[eq] = hand;
  model.eq_obj2id[eq] = object;
  model.eq_data.set([0, 0, 0, x, y, z, turn[3], turn[0], turn[1], turn[2], 1], eq * WELD_SIZE);
  world.grabs[free * 2] = hand;
  world.grabs[free * 2 + 1] = object;
  applyGrabs(world);
  return free;
}

/** Opens the hand; the object keeps its speed, so that it can be thrown. */
export function release(world: RemoteWorld, grabNumber: number): void {
  if (grabNumber < 0) return;
  world.grabs.fill(-1, grabNumber * 2, grabNumber * 2 + 2);
  applyGrabs(world);
}

/** Closes the welds of what is held; grabs are the only equalities of a world, in their order. */
function applyGrabs({ mujoco, model, data, grabs }: RemoteWorld): void {
  const active = Array.from({ length: model.neq }, (_, i) => (grabs[i * 2] >= 0 ? 1 : 0));
  mujoco.mj_setState(model, data, active, stateKind.equalitiesActive);
}

function freeGrab({ grabs }: RemoteWorld): number {
  for (let i = 0; i < grabs.length; i += 2) if (grabs[i] < 0) return i / 2;
  return -1;
}

function rotateBack([x, y, z, w]: Float64Array, [vx, vy, vz]: readonly number[]): [number, number, number] {
  const tx = 2 * (-y * vz + z * vy);
  const ty = 2 * (-z * vx + x * vz);
  const tz = 2 * (-x * vy + y * vx);
  return [vx + w * tx - y * tz + z * ty, vy + w * ty - z * tx + x * tz, vz + w * tz - x * ty + y * tx];
}
