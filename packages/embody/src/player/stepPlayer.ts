import { clamp, createQuat, createVec3, smoothStep, type Vec3, vec3, yawOf } from '@leib/core';
import { isTracked, type JointFrame, POSE_SIZE, pointNumber, type TrackedController } from '@leib/tracking';
import type { Ground } from '../ground/ground.js';
import { trackedRotation } from '../limb/worldJoint.js';
import type { PlayerSettings, PlayerState } from './playerState.js';

// Scratch.
const headWorld = createVec3();
const stickVelocity = createVec3();
const headRotation = createQuat();

/** Longest way the sphere goes at once: a stalled frame must not carry it through a wall. In radii. */
const STRIDE = 0.5;
const SLIDES = 4;

/**
 * One frame of getting about: the right stick turns, the left one goes, and the sphere under the head slides along
 * what is in the way, is pushed up onto low steps and falls. All of it moves TargetOffset, the parent of the joints;
 * `room` holds them as readJoints() does, before applyTargetOffset().
 */
export function stepPlayer(
  settings: PlayerSettings,
  state: PlayerState,
  room: JointFrame,
  ground: Ground,
  dtSeconds: number,
): void {
  const dt = clamp(dtSeconds, 0, 0.25);
  if (!isTracked(room, pointNumber.head)) return;
  // Where the feet were before a teleport says nothing.
  const feetY = state.isPlaced ? state.feetY : null;
  if (!state.isPlaced) place(settings, state, room, ground);
  turnByStick(settings, state, room, dt);
  moveByStick(settings, state, room, dt);
  moveSphere(settings, state, room, ground);
  const fallen = standOrFall(settings, state, ground, dt);
  groundRoom(settings, state, feetY, fallen, dt);
}

/** Head of the room in the world. */
function findHead(out: Vec3, state: PlayerState, room: JointFrame): void {
  const at = pointNumber.head * POSE_SIZE;
  const sin = Math.sin(state.offsetYaw);
  const cos = Math.cos(state.offsetYaw);
  const x = room.jointPoses[at];
  const z = room.jointPoses[at + 2];
  out[0] = state.offsetWorld[0] + cos * x + sin * z;
  out[1] = state.offsetWorld[1] + room.jointPoses[at + 1];
  out[2] = state.offsetWorld[2] - sin * x + cos * z;
}

function place(settings: PlayerSettings, state: PlayerState, room: JointFrame, ground: Ground): void {
  findHead(headWorld, state, room);
  vec3.copy(state.footingWorld, headWorld);
  state.footingWorld[1] = state.offsetWorld[1];
  if (ground.query(headWorld[0], headWorld[2], state.offsetWorld[1] + settings.maxStepHeight, state.hit)) {
    if (state.hit.height !== state.offsetWorld[1]) state.teleportCount++;
    state.footingWorld[1] = state.hit.height;
    state.offsetWorld[1] = state.hit.height;
  }
  state.fallSpeed = 0;
  state.isGrounded = true;
  state.isPlaced = true;
}

/** About the head, so that the person turns on the spot and the room swings round. */
function turnByStick(settings: PlayerSettings, state: PlayerState, room: JointFrame, dt: number): void {
  const stick = room.rightController.stickX;
  let angle = 0;
  if (settings.turn === 'smooth') {
    angle = -beyondDeadZone(stick, settings.stickDeadZone) * settings.smoothTurnSpeed * dt;
  } else if (!state.isTurning && Math.abs(stick) > settings.snapAt) {
    state.isTurning = true;
    angle = -Math.sign(stick) * settings.snapTurnAngle;
    state.teleportCount++;
  } else if (Math.abs(stick) < settings.snapReleaseAt) {
    state.isTurning = false;
  }
  if (angle === 0) return;
  findHead(headWorld, state, room);
  const x = state.offsetWorld[0] - headWorld[0];
  const z = state.offsetWorld[2] - headWorld[2];
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  state.offsetWorld[0] = headWorld[0] + cos * x + sin * z;
  state.offsetWorld[2] = headWorld[2] - sin * x + cos * z;
  state.offsetYaw += angle;
}

function moveByStick(settings: PlayerSettings, state: PlayerState, room: JointFrame, dt: number): void {
  readStick(stickVelocity, settings, room.leftController);
  // A headset looks along -Z, a head joint faces +Z: the room's poses are joints' (after the tracker offsets).
  const yaw = state.offsetYaw + yawOf(trackedRotation(headRotation, room, pointNumber.head));
  const ahead = stickVelocity[2];
  const left = stickVelocity[0];
  stickVelocity[0] = Math.cos(yaw) * left + Math.sin(yaw) * ahead;
  stickVelocity[2] = -Math.sin(yaw) * left + Math.cos(yaw) * ahead;
  // The mean of an exponential approach over the frame, so that the way does not depend on the frame rate.
  const tau = settings.stickEaseSeconds;
  const kept = tau > 0 ? Math.exp(-dt / tau) : 0;
  const mean = tau > 0 && dt > 0 ? (tau * (1 - kept)) / dt : 0;
  const velocity = state.stickVelocityWorld;
  for (let k = 0; k < 3; k += 2) {
    const behind = velocity[k] - stickVelocity[k];
    state.offsetWorld[k] += (stickVelocity[k] + behind * mean) * dt;
    velocity[k] = stickVelocity[k] + behind * kept;
    if (Math.abs(velocity[k]) < 1e-3 && stickVelocity[k] === 0) velocity[k] = 0;
  }
}

/** Velocity that the stick asks for: left and ahead in the person's axes, metres per second. */
function readStick(out: Vec3, settings: PlayerSettings, { stickX, stickY, grip }: TrackedController): void {
  const length = Math.sqrt(stickX * stickX + stickY * stickY);
  const speed = beyondDeadZone(Math.min(1, length), settings.stickDeadZone);
  const scale = length > 0 ? (speed * (grip > 0.5 ? settings.runSpeed : settings.walkSpeed)) / length : 0;
  vec3.set(out, -stickX * scale, 0, stickY * scale);
}

function beyondDeadZone(value: number, deadZone: number): number {
  const size = Math.abs(value);
  return size <= deadZone ? 0 : (Math.sign(value) * (size - deadZone)) / (1 - deadZone);
}

/** The sphere goes where the head went; where it cannot, the room is held back with it. */
function moveSphere(settings: PlayerSettings, state: PlayerState, room: JointFrame, ground: Ground): void {
  findHead(headWorld, state, room);
  const { footingWorld: footing } = state;
  const wayX = headWorld[0] - footing[0];
  const wayZ = headWorld[2] - footing[2];
  const way = Math.sqrt(wayX * wayX + wayZ * wayZ);
  const strides = clamp(Math.ceil(way / (STRIDE * settings.sphereRadius)), 1, 200);
  for (let i = 0; i < strides; i++) {
    footing[0] += wayX / strides;
    footing[2] += wayZ / strides;
    pushOut(settings, state, ground);
  }
  state.offsetWorld[0] += footing[0] - headWorld[0];
  state.offsetWorld[2] += footing[2] - headWorld[2];
}

function pushOut(settings: PlayerSettings, state: PlayerState, ground: Ground): void {
  if (ground.sphereContact === undefined) return;
  const { footingWorld: footing, contact, sphere } = state;
  const { centre } = sphere;
  sphere.radius = settings.sphereRadius;
  sphere.stepY = footing[1] + settings.maxStepHeight;
  vec3.copy(centre, footing);
  centre[1] += settings.sphereRadius;
  for (let slide = 0; slide < SLIDES; slide++) {
    if (!ground.sphereContact(sphere, contact) || contact.depth < 1e-6) break;
    centre[0] += contact.normal[0] * contact.depth;
    centre[2] += contact.normal[2] * contact.depth;
  }
  footing[0] = centre[0];
  footing[2] = centre[2];
}

/** Moves the sphere up or down; returns by how much, metres. */
function standOrFall(settings: PlayerSettings, state: PlayerState, ground: Ground, dt: number): number {
  const { footingWorld: footing } = state;
  const before = footing[1];
  const isGround = ground.query(footing[0], footing[2], before + settings.maxStepHeight, state.hit);
  if (isGround && state.hit.height >= footing[1]) {
    // Pushed up onto a step.
    footing[1] += (state.hit.height - footing[1]) * (1 - Math.exp(-dt / settings.riseSeconds));
    state.fallSpeed = 0;
    state.isGrounded = true;
  } else {
    const faster = Math.min(settings.maxFallSpeed, state.fallSpeed + settings.gravity * dt);
    footing[1] -= ((state.fallSpeed + faster) / 2) * dt;
    state.fallSpeed = faster;
    state.isGrounded = isGround && footing[1] <= state.hit.height;
    if (state.isGrounded) {
      footing[1] = state.hit.height;
      state.fallSpeed = 0;
    }
  }
  return footing[1] - before;
}

/** Feet that are this much of a step away from the sphere are still where it is, and at the second are somewhere else. */
const WITH_SPHERE = 0.8;
const WITHOUT_SPHERE = 1.2;

/**
 * Grounding (thesis ch. 6.10): the room's floor goes to the lower of both feet's grounds, so that a step lifts the person when
 * their feet have taken it. Without feet, and while the sphere falls far from them, it goes with the sphere.
 */
function groundRoom(
  settings: PlayerSettings,
  state: PlayerState,
  feetY: number | null,
  sphereMoved: number,
  dt: number,
): void {
  const { footingWorld: footing, offsetWorld: offset } = state;
  const before = offset[1];
  if (feetY === null) {
    offset[1] += sphereMoved;
  } else {
    const away = feetY - footing[1];
    const steps = Math.abs(away) / Math.max(settings.maxStepHeight, 1e-3);
    const share = 1 - smoothStep((steps - WITH_SPHERE) / (WITHOUT_SPHERE - WITH_SPHERE));
    offset[1] += (footing[1] + away * share - offset[1]) * (1 - Math.exp(-dt / settings.riseSeconds));
  }
  const lift = offset[1] - before;
  state.stickVelocityWorld[1] = lift > 0 && dt > 0 ? lift / dt : 0;
}
