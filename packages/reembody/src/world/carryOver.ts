import { projectRotation } from '../body/jointCoordinates.js';
import type { RemoteWorld } from './remoteWorld.js';
import { writePlace } from './teleport.js';

/**
 * Copies the state of a world into one that was rebuilt because of settings that the engine compiles in (limits, masses,
 * shapes, what carries the hips, the list of bodies): poses, speeds and targets of bodies, places of things. Joints are matched by bone, things by name where they are the same as before, bodies by `numbersBefore`, which has the number of each in the world
 * before or -1 for a new one; without it, by their order. What is new starts where it is.
 */
export function carryOver(from: RemoteWorld, to: RemoteWorld, numbersBefore?: readonly number[]): void {
  for (let index = 0; index < to.bodies.length; index++) {
    const before = numbersBefore === undefined ? index : numbersBefore[index];
    if (before >= 0 && before < from.bodies.length && from.bodies[before].hasTarget) carryBody(from, before, to, index);
  }
  for (const state of to.objects) {
    const before = from.objects.find(({ object }) => object.name === state.object.name);
    if (before === undefined || before.coordinate < 0 || state.coordinate < 0) continue;
    if (JSON.stringify(before.object) !== JSON.stringify(state.object)) continue;
    const isRailed = state.object.kind === 'door' || state.object.kind === 'button';
    const [q, v] = isRailed ? [1, 1] : [7, 6];
    to.data.qpos.set(from.data.qpos.slice(before.coordinate, before.coordinate + q), state.coordinate);
    to.data.qvel.set(from.data.qvel.slice(before.speed, before.speed + v), state.speed);
  }
}

function carryBody(from: RemoteWorld, before: number, to: RemoteWorld, index: number): void {
  const [old, next] = [from.bodies[before], to.bodies[index]];
  const [oldAddresses, addresses] = [from.addresses[before], to.addresses[index]];
  const { qpos, qvel } = to.data;
  for (const drive of next.body.drives) {
    const part = old.body.parts.findIndex(({ bone }) => bone === drive.bone);
    if (part < 0 || addresses.coordinates[drive.firstCoordinate] < 0) continue;
    projectRotation(drive, old.jointRotations, part * 4, next.coordinates);
    projectRotation(drive, old.targetRotations, part * 4, next.targetGiven);
    for (let i = 0; i < drive.coordinateCount; i++) {
      qpos[addresses.coordinates[drive.firstCoordinate + i]] = next.coordinates[drive.firstCoordinate + i];
    }
    const oldDrive = old.body.drives[old.body.parts[part].drive];
    const isSame = oldDrive !== undefined && oldDrive.kind === drive.kind && oldDrive.axes.join() === drive.axes.join();
    for (let k = 0; isSame && k < drive.speedCount; k++) {
      const address = oldAddresses.speeds[oldDrive.firstSpeed + k];
      if (address >= 0) qvel[addresses.speeds[drive.firstSpeed + k]] = from.data.qvel[address];
    }
  }
  next.targetRootGiven.set(old.targetRootGiven);
  next.targetRootNow.set(old.targetRootNow);
  next.root.set(old.root);
  next.targetNow.set(next.targetGiven);
  if (next.body.parts.length === old.body.parts.length) {
    next.targetPlacesGiven.set(old.targetPlacesGiven);
    next.targetPlacesNow.set(old.targetPlacesNow);
    next.partRotations.set(old.partRotations);
    for (let part = 0; part < addresses.partCoordinates.length; part++) {
      writePlace(qpos, addresses.partCoordinates[part], old.targetPlacesNow, part * 7);
    }
  }
  if (addresses.rootCoordinate >= 0) writePlace(qpos, addresses.rootCoordinate, old.root, 0);
  next.hasTarget = true;
}
