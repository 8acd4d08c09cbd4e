import { wrapAngle } from '../math/index.js';
import type { AgentAngles } from './angleLayout.js';

/** Step of a packed position, metres: an agent may be 16 m from the origin. */
export const PACKED_POSITION_STEP = 0.0005;

/** Step of a packed angle, radians: a whole turn is 65536 steps. */
export const PACKED_ANGLE_STEP = Math.PI / 32768;

/** Numbers before the angles: the root position. */
export const PACKED_ROOT_SIZE = 3;

const FARTHEST = 32767;
const toStep = (value: number) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.round(value)));

/**
 * An agent as it crosses the network and reaches the GPU: root position, then angles, 16 bits each; 98 bytes with the default
 * layout. A position beyond 16 m is held at the border.
 */
export function packAngles(out: Int16Array, at: number, { rootPosition, angles }: AgentAngles): void {
  for (let i = 0; i < PACKED_ROOT_SIZE; i++) out[at + i] = toStep(rootPosition[i] / PACKED_POSITION_STEP);
  for (let dof = 0; dof < angles.length; dof++) {
    out[at + PACKED_ROOT_SIZE + dof] = toStep(wrapAngle(angles[dof]) / PACKED_ANGLE_STEP);
  }
}

/** Back again: positions within 0.25 mm, angles within 0.003 degrees and half a turn. */
export function unpackAngles(packed: Int16Array, at: number, { rootPosition, angles }: AgentAngles): void {
  for (let i = 0; i < PACKED_ROOT_SIZE; i++) rootPosition[i] = packed[at + i] * PACKED_POSITION_STEP;
  for (let dof = 0; dof < angles.length; dof++) angles[dof] = packed[at + PACKED_ROOT_SIZE + dof] * PACKED_ANGLE_STEP;
}

/** Numbers of 16 bits that an agent of this many angles takes. */
export function packedSize(dofCount: number): number {
  return PACKED_ROOT_SIZE + dofCount;
}
