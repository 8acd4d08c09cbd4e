import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';

const GRAVITY = 9.81;
/** Time constant of the speed's smoothing, seconds. */
const SMOOTHING_SECONDS = 0.03;
/** Half the length of a foot that can press on the floor, metres. */
const HALF_LENGTH = 0.085;

/**
 * Standing on its own legs, an experiment: the legs take the target's pose, and the ankles press where the body is about
 * to fall to. That is the capture point, x + v / w with w = sqrt(g / height) (Pratt, Carff, Drakunov & Goswami, "Capture
 * point: a step toward humanoid push recovery", 2006); friction pins the feet. There is no stepping: a body
 * that is pushed until the capture point leaves the feet, or that lifts a foot for longer than a moment, falls.
 *
 * Adds to the torques that driveJoints() asked for.
 */
export function balance(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  centres: Float64Array,
  positions: Float64Array,
): void {
  const { feet, settings } = state.body;
  if (feet.length === 0) return;
  const hips = addresses.bodies[0] * 3;
  const com = state.centreOfMass;
  let footX = 0;
  let footY = 0;
  let footZ = 0;
  for (let i = 0; i < feet.length; i++) {
    const at = addresses.bodies[feet[i].part] * 3;
    footX += positions[at] / feet.length;
    footY += positions[at + 1] / feet.length;
    footZ += positions[at + 2] / feet.length;
  }
  // Before its first step the engine knows no centre yet.
  const isFirst = com[1] === 0;
  // Contacts make the speed jump from substep to substep; what counts is where the body drifts.
  const share = isFirst ? 0 : SUBSTEP_SECONDS / (SUBSTEP_SECONDS + SMOOTHING_SECONDS);
  const velocity = state.centreVelocity;
  velocity[0] += ((centres[hips] - com[0]) / SUBSTEP_SECONDS - velocity[0]) * share;
  velocity[1] += ((centres[hips + 2] - com[2]) / SUBSTEP_SECONDS - velocity[1]) * share;
  for (let k = 0; k < 3; k++) com[k] = centres[hips + k];
  const height = Math.max(0.2, com[1] - footY);
  const w = Math.sqrt(GRAVITY / height);
  // Seen from the hips' heading. The ankle lies behind the middle of the sole.
  const qx = state.root[3];
  const qy = state.root[4];
  const qz = state.root[5];
  const qw = state.root[6];
  const yaw = Math.atan2(2 * (qx * qz + qw * qy), 1 - 2 * (qx * qx + qy * qy));
  const offX = com[0] + velocity[0] / w - footX;
  const offZ = com[2] + velocity[1] / w - footZ;
  const ahead = Math.sin(yaw) * offX + Math.cos(yaw) * offZ;
  const weight = state.totalMass * GRAVITY;
  const { captureGain, fallenShare } = settings.control.balance;
  // Where the floor should press: beyond the capture point, as far as the sole reaches.
  const pressAhead = clampTo(ahead + captureGain * (ahead - SOLE_AHEAD) - SOLE_AHEAD, HALF_LENGTH) + SOLE_AHEAD;
  const forward = (weight * pressAhead) / feet.length;
  for (let i = 0; i < feet.length; i++) {
    // The ankle is free for this: a stiff one would make the body a statue that tips over its edge.
    // Toes down pushes the body back. Sideways two feet apart stand by themselves.
    const { pitch } = feet[i];
    if (pitch < 0) continue;
    state.softness[pitch] = ANKLE_SHARE;
    state.wantedTorques[pitch] += forward;
  }
  state.isFallen = height < fallenShare * state.standingHeight;
}

/** Share of its stiffness that an ankle keeps. */
const ANKLE_SHARE = 0.05;
/** Middle of the sole ahead of the ankle, metres. */
const SOLE_AHEAD = 0.04;

function clampTo(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
