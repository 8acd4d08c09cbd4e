import { mixPlace, PLACE_SIZE } from '../body/flatRotation.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import { balance } from '../control/balance.js';
import { beginFrame } from '../control/beginFrame.js';
import { driveFree } from '../control/driveFree.js';
import { driveJoints } from '../control/driveJoints.js';
import { checkTorques, guessLimits, writeTorques } from '../control/limitTorques.js';
import { stopBalls } from '../control/stopBalls.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import type { EngineViews } from '../engine/engineViews.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import { applyPushes } from './push.js';
import { copyCoordinates, updateRemotePose } from './readBody.js';
import type { RemoteWorld } from './remoteWorld.js';
import { moveBody, placeBody } from './teleport.js';

/** Most substeps of one frame: after a pause (a hidden page) the rest of the time is dropped. */
const MAX_SUBSTEPS = 36;
/** Most tries of a substep until all torques are within their limits; two or three do nearly always. */
const MAX_ATTEMPTS = 12;

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
  if (isTeleport && !isFirst) state.teleportCount++;
  // Legs that carry a body cannot take it from one pose to another at once without throwing it over.
  const isOnLegs = state.body.settings.control.root === 'balance';
  if (isFirst || (isTeleport && isOnLegs)) placeBody(world, index);
  else if (isTeleport) moveBody(world, index);
}

function stepOnce(world: RemoteWorld, amount: number): void {
  const { data, views } = world;
  for (let i = 0; i < world.bodies.length; i++) {
    driveBody(world, i, amount);
    if (world.bodies[i].body.settings.control.root === 'balance' && world.addresses[i].rootSpeed >= 0) {
      balance(world.bodies[i], world.addresses[i], views.subtreeCentres, views.bodyPositions);
    }
    if (hasJoints(world, i)) guessLimits(world.bodies[i], world.addresses[i], views);
  }
  world.guest?.drive(world.views, amount);
  stepWithinLimits(world);
  // The engine's memory may have grown meanwhile.
  const after = world.views;
  const hasContact = data.ncon > 0;
  for (let i = 0; i < world.bodies.length; i++) {
    const state = world.bodies[i];
    copyCoordinates(state, world.addresses[i], after.qpos, after.mocapPositions, after.mocapRotations);
    // A balancing body stands on its feet: their contacts are not impacts.
    const canSoften = state.body.settings.control.root !== 'balance';
    if (canSoften && hasJoints(world, i)) {
      softenAfterImpact(state, world.addresses[i], after.constraintForces, hasContact);
    }
  }
}

/**
 * Steps the engine, and again from where it was while an axis turns out to have given more than its largest torque: what
 * the implicit damping takes is known only afterwards.
 */
function stepWithinLimits(world: RemoteWorld): void {
  const { mujoco, model, data, restore } = world;
  const timeBefore = data.time;
  const { qpos, qvel, warmStart } = world.views;
  restore.qpos.set(qpos);
  restore.qvel.set(qvel);
  restore.warmStart.set(warmStart);
  for (let attempt = 1; ; attempt++) {
    for (let i = 0; i < world.bodies.length; i++) {
      if (hasJoints(world, i)) writeTorques(world.bodies[i], world.addresses[i], world.views);
    }
    if (attempt === 1) mujoco.mj_step(model, data);
    else stepAgain(world);
    if (data.time <= timeBefore) {
      restart(world);
      return;
    }
    let isGood = true;
    for (let i = 0; i < world.bodies.length; i++) {
      if (hasJoints(world, i) && !checkTorques(world.bodies[i], world.addresses[i], world.views)) isGood = false;
    }
    if (isGood || attempt === MAX_ATTEMPTS) return;
    const views = world.views;
    views.qpos.set(restore.qpos);
    views.qvel.set(restore.qvel);
    views.warmStart.set(restore.warmStart);
    data.time = timeBefore;
  }
}

/** MuJoCo's mjSTAGE_POS: what follows from positions alone is there already. */
const POSITIONS_ARE_KNOWN = 1;

/** mj_step() from the same positions as the try before: kinematics and collisions, most of a substep, are not computed twice. The same bits. */
function stepAgain({ mujoco, model, data }: RemoteWorld): void {
  mujoco.mj_forwardSkip(model, data, POSITIONS_ARE_KNOWN, 0);
  mujoco.mj_checkAcc(model, data);
  mujoco.mj_implicit(model, data);
}

/** Whether a body hangs together by joints; parts without them have no drives. */
function hasJoints(world: RemoteWorld, index: number): boolean {
  return world.addresses[index].partCoordinates.length === 0;
}

function driveBody(world: RemoteWorld, index: number, amount: number): void {
  const state = world.bodies[index];
  const addresses = world.addresses[index];
  const { qpos, appliedForces: forces } = world.views;
  if (hasJoints(world, index)) {
    driveJoints(state, addresses, qpos, amount);
    stopBalls(state, addresses, world.views);
  }
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

/** Places of the room's objects after the frame's last substep. */
function updateObjects(world: RemoteWorld): void {
  if (world.objects.length === 0) return;
  const { qpos } = world.views;
  for (let i = 0; i < world.objects.length; i++) {
    const state = world.objects[i];
    const { coordinate: q, place, object } = state;
    if (q < 0) continue;
    if (object.kind === 'door') {
      state.opening = qpos[q];
      place[4] = Math.sin(qpos[q] / 2);
      place[6] = Math.cos(qpos[q] / 2);
    } else if (object.kind === 'button') {
      state.opening = -qpos[q];
      for (let k = 0; k < 3; k++) place[k] = object.position[k] + object.outward[k] * qpos[q];
    } else {
      for (let k = 0; k < 3; k++) {
        place[k] = qpos[q + k];
        place[3 + k] = qpos[q + 4 + k];
      }
      place[6] = qpos[q + 3];
    }
  }
}

/**
 * After a blow the joints that felt it are weak for a moment (Mitake et al.'s idea in the thesis's related work): where
 * the torque of contacts jumps within one substep, the stiffness falls, and recovers gradually. A steady press, however
 * strong, does not count.
 */
function softenAfterImpact(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  constraintForces: Float64Array,
  hasContact: boolean,
): void {
  const { impact } = state.body.settings.control;
  const { softness, contactTorques: before, maxTorque } = state;
  const share = impact.recoverySeconds > 0 ? 1 - Math.exp(-SUBSTEP_SECONDS / impact.recoverySeconds) : 1;
  for (let s = 0; s < softness.length; s++) {
    const torque = hasContact ? constraintForces[addresses.speeds[s]] : 0;
    const isBlow = hasContact && Math.abs(torque - before[s]) > impact.threshold * maxTorque[s];
    before[s] = torque;
    softness[s] = isBlow ? Math.min(softness[s], impact.softness) : softness[s] + (1 - softness[s]) * share;
  }
}
