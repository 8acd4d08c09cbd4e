import { balance } from '../control/balance.js';
import { beginFrame, mixPlace } from '../control/beginFrame.js';
import { driveFree } from '../control/driveFree.js';
import { driveJoints } from '../control/driveJoints.js';
import { softenAfterImpact } from '../control/softenAfterImpact.js';
import type { EngineViews } from './engineViews.js';
import { applyPushes } from './push.js';
import { copyCoordinates, updateRemotePose } from './readBody.js';
import { updateObjects } from './readObjects.js';
import { PLACE_SIZE, type RemoteBodyState } from './remoteBodyState.js';
import type { BodyAddresses, RemoteWorld } from './remoteWorld.js';
import { moveBody, placeBody } from './teleport.js';
import { SUBSTEP_SECONDS } from './writeMjcf.js';

/** After a pause (a hidden page) at most so much is made up for in one frame; the rest of the time is dropped. */
const MAX_SUBSTEPS = 36;

const root = new Float64Array(PLACE_SIZE);
const rates = new Float64Array(6);

/**
 * One frame of the whole world: every body goes on towards the target that setRemoteTarget() gave it, at fixed substeps,
 * until the frame's end is reached; poses and objects are then read in between the two substeps around it. The same
 * targets give the same motion at any frame rate, and the same bits twice.
 */
export function stepRemoteWorld(world: RemoteWorld, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  const frameStart = world.frameSeconds;
  world.frameSeconds += dtSeconds;
  for (let i = 0; i < world.bodies.length; i++) takeTarget(world, i, dtSeconds);
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

function takeTarget(world: RemoteWorld, index: number, dtSeconds: number): void {
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
    driveBody(world.bodies[i], world.addresses[i], views, amount);
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
    // Steps of its own feet are no blows to a body that stands on them.
    const canSoften = state.body.settings.control.root !== 'balance';
    if (canSoften && world.addresses[i].partCoordinates.length === 0) {
      softenAfterImpact(state, world.addresses[i], after.constraintForces, hasContact);
    }
  }
}

function driveBody(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  { qpos, appliedForces: forces, mocapPositions: mocapPos, mocapRotations: mocapQuat }: EngineViews,
  amount: number,
): void {
  if (addresses.partCoordinates.length > 0) {
    driveLooseParts(state, addresses, qpos, forces, amount);
    return;
  }
  driveJoints(state, addresses, qpos, forces, amount);
  if (addresses.anchor >= 0) {
    mixPlace(root, 0, state.rootBefore, state.rootNow, 0, amount);
    for (let k = 0; k < 3; k++) {
      mocapPos[addresses.anchor * 3 + k] = root[k];
      mocapQuat[addresses.anchor * 4 + 1 + k] = root[3 + k];
    }
    mocapQuat[addresses.anchor * 4] = root[6];
    return;
  }
  const { control } = state.body.settings;
  if (control.root !== 'spring') return;
  driveFree(
    control.rootSpring,
    state.totalMass,
    state.rootInertia,
    state.rootBefore,
    state.rootNow,
    0,
    state.rootRates,
    0,
    qpos,
    addresses.rootCoordinate,
    forces,
    addresses.rootSpeed,
    amount,
  );
}

/** The thesis's first attempt: every part by itself, with a force and a torque towards its own place. */
function driveLooseParts(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  qpos: Float64Array,
  forces: Float64Array,
  amount: number,
): void {
  const { parts, settings } = state.body;
  rates.fill(0);
  for (let part = 0; part < parts.length; part++) {
    const { mass, inertia } = parts[part];
    driveFree(
      settings.control.freeParts,
      mass,
      Math.max(inertia[0], inertia[1], inertia[2]),
      state.placesBefore,
      state.placesNow,
      part * PLACE_SIZE,
      rates,
      0,
      qpos,
      addresses.partCoordinates[part],
      forces,
      addresses.partSpeeds[part],
      amount,
    );
  }
}

/** The engine found numbers it could not go on with and went back to its start: everybody is put where they belong. */
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
