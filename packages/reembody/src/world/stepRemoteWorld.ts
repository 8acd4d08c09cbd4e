import { mixPlace, PLACE_SIZE } from '../body/flatRotation.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import { balance } from '../control/balance.js';
import { beginFrame } from '../control/beginFrame.js';
import { driveFree } from '../control/driveFree.js';
import { driveJoints } from '../control/driveJoints.js';
import { softenAfterImpact } from '../control/softenAfterImpact.js';
import type { EngineViews } from '../engine/engineViews.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import { applyPushes } from './push.js';
import { copyCoordinates, updateRemotePose } from './readBody.js';
import { updateObjects } from './readObjects.js';
import type { RemoteWorld } from './remoteWorld.js';
import { moveBody, placeBody } from './teleport.js';

/** Most substeps of one frame: after a pause (a hidden page) the rest of the time is dropped. */
const MAX_SUBSTEPS = 36;

/**
 * One frame of the whole world: every body goes on towards the target that setRemoteTarget() gave it, at fixed substeps,
 * until the frame's end is reached; poses and objects are then read in between the two substeps around it. The same
 * targets give the same motion at any frame rate, and the same bits twice.
 */
export function stepRemoteWorld(world: RemoteWorld, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  const frameStart = world.frameSeconds;
  world.frameSeconds += dtSeconds;
  for (let i = 0; i < world.bodies.length; i++) beginBodyFrame(world, i, dtSeconds);
  applyPushes(world, dtSeconds);
  let count = Math.ceil(world.frameSeconds / SUBSTEP_SECONDS - world.substepCount - 1e-6);
  if (count > MAX_SUBSTEPS) {
    world.substepCount += count - MAX_SUBSTEPS;
    count = MAX_SUBSTEPS;
  }
  for (let substep = 0; substep < count; substep++) {
    world.substepCount++;
    const amount = (world.substepCount * SUBSTEP_SECONDS - frameStart) / dtSeconds;
    stepOnce(world, amount);
  }
  const ahead = world.substepCount - world.frameSeconds / SUBSTEP_SECONDS;
  const between = Math.min(1, Math.max(0, 1 - ahead));
  for (let i = 0; i < world.bodies.length; i++) {
    guardNumbers(world, i);
    updateRemotePose(world.bodies[i], world.addresses[i], between);
  }
  updateObjects(world);
}

function beginBodyFrame(world: RemoteWorld, index: number, dtSeconds: number): void {
  const state = world.bodies[index];
  const isFirst = !state.hasTarget;
  const isTeleport = beginFrame(state, dtSeconds);
  if (isFirst) placeBody(world, index);
  else if (isTeleport) {
    state.teleportCount++;
    moveBody(world, index);
  }
}

function stepOnce(world: RemoteWorld, amount: number): void {
  const { mujoco, model, data, views } = world;
  const forces = views.appliedForces;
  for (let i = 0; i < world.bodies.length; i++) {
    driveBody(world, i, amount);
    if (world.bodies[i].body.settings.control.root === 'balance' && world.addresses[i].rootSpeed >= 0) {
      balance(world.bodies[i], world.addresses[i], views.subtreeCentres, views.bodyPositions, forces);
    }
  }
  const timeBefore = data.time;
  mujoco.mj_step(model, data);
  if (data.time <= timeBefore) restart(world);
  // The engine's memory may have grown meanwhile.
  const after = world.views;
  const hasContact = data.ncon > 0;
  for (let i = 0; i < world.bodies.length; i++) {
    const state = world.bodies[i];
    copyCoordinates(state, world.addresses[i], after.qpos, after.mocapPositions, after.mocapRotations);
    // A balancing body stands on its feet: their contacts are not impacts.
    const canSoften = state.body.settings.control.root !== 'balance';
    if (canSoften && world.addresses[i].partCoordinates.length === 0) {
      softenAfterImpact(state, world.addresses[i], after.constraintForces, hasContact);
    }
  }
}

function driveBody(world: RemoteWorld, index: number, amount: number): void {
  const state = world.bodies[index];
  const addresses = world.addresses[index];
  const { qpos, appliedForces: forces } = world.views;
  if (addresses.partCoordinates.length === 0) driveJoints(state, addresses, qpos, forces, amount);
  for (const drive of world.freeDrives[index]) driveFree(drive, qpos, forces, amount);
  if (addresses.anchor >= 0) moveAnchor(state, addresses.anchor, world.views, amount);
}

function moveAnchor(state: RemoteBodyState, anchor: number, views: EngineViews, amount: number): void {
  mixPlace(anchorPlace, 0, state.targetRootBefore, state.targetRootNow, 0, amount);
  for (let k = 0; k < 3; k++) {
    views.mocapPositions[anchor * 3 + k] = anchorPlace[k];
    views.mocapRotations[anchor * 4 + 1 + k] = anchorPlace[3 + k];
  }
  views.mocapRotations[anchor * 4] = anchorPlace[6];
}
/** Scratch of moveAnchor. */
const anchorPlace = new Float64Array(PLACE_SIZE);

/** The engine met invalid numbers and reset itself: all bodies are put into their targets. */
function restart(world: RemoteWorld): void {
  world.resetCount++;
  for (let i = 0; i < world.bodies.length; i++) placeBody(world, i);
}

function guardNumbers(world: RemoteWorld, index: number): void {
  const state = world.bodies[index];
  let sum = 0;
  for (let i = 0; i < state.coordinates.length; i++) sum += state.coordinates[i];
  for (let k = 0; k < PLACE_SIZE; k++) sum += state.root[k];
  if (Number.isFinite(sum)) return;
  state.nanCount++;
  placeBody(world, index);
}
