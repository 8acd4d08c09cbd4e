import { InputError } from '../check/inputError.js';
import { quat, vec3 } from '../math/index.js';
import { checkNamedRig } from './namedRig.js';

/** A rig as its file has it: any rest pose, any bone axes, facing any way. Scales are already in the offsets. */
export interface RawRig {
  readonly names: readonly string[];
  /** parents[i] < i, or -1 for the one root. */
  readonly parents: ArrayLike<number>;
  /** Joint offsets at rest, parent space (world space for the root), metres. jointCount x 3. */
  readonly restLocalPositions: ArrayLike<number>;
  /** Joint rotations at rest, parent space (world space for the root). jointCount x 4. */
  readonly restLocalRotations: ArrayLike<number>;
}

/** Where a rig's joints are at rest, world space. */
export interface RigRest {
  /** jointCount x 3, metres. */
  readonly worldPositions: Float64Array;
  /** jointCount x 4. */
  readonly worldRotations: Float64Array;
}

/** Checks a rig and runs its rest pose forward. Load time. */
export function buildRigRest(rig: RawRig): RigRest {
  checkRawRig(rig);
  const jointCount = rig.names.length;
  const worldPositions = new Float64Array(jointCount * 3);
  const worldRotations = new Float64Array(jointCount * 4);
  for (let joint = 0; joint < jointCount; joint++) {
    const position = worldPositions.subarray(joint * 3, joint * 3 + 3);
    const rotation = worldRotations.subarray(joint * 4, joint * 4 + 4);
    for (let k = 0; k < 3; k++) position[k] = rig.restLocalPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) rotation[k] = rig.restLocalRotations[joint * 4 + k];
    quat.normalize(rotation, rotation);
    const parent = rig.parents[joint];
    if (parent < 0) continue;
    const parentRotation = worldRotations.subarray(parent * 4, parent * 4 + 4);
    vec3.transformQuat(position, position, parentRotation);
    vec3.add(position, position, worldPositions.subarray(parent * 3, parent * 3 + 3));
    quat.multiply(rotation, parentRotation, rotation);
  }
  return { worldPositions, worldRotations };
}

function checkRawRig(rig: RawRig): void {
  checkNamedRig(rig);
  const jointCount = rig.names.length;
  if (jointCount === 0) throw new InputError('joints', 'expected at least one, got none');
  checkNumbers(rig, 'restLocalPositions', 3);
  checkNumbers(rig, 'restLocalRotations', 4);
  for (let joint = 0; joint < jointCount; joint++) {
    if (rig.parents[joint] < 0 && joint > 0) {
      throw new InputError(`joints[${joint}] "${rig.names[joint]}"`, 'expected a parent; a rig has one root');
    }
    let lengthSq = 0;
    for (let k = 0; k < 4; k++) lengthSq += rig.restLocalRotations[joint * 4 + k] ** 2;
    if (lengthSq < 1e-12)
      throw new InputError(`joints[${joint}] "${rig.names[joint]}"`, 'expected a rest rotation, got four zeros');
  }
}

function checkNumbers(rig: RawRig, field: 'restLocalPositions' | 'restLocalRotations', perJoint: number): void {
  const numbers = rig[field];
  const expected = rig.names.length * perJoint;
  if (numbers.length !== expected) {
    throw new InputError(field, `expected ${expected} numbers for ${rig.names.length} joints, got ${numbers.length}`);
  }
  for (let i = 0; i < expected; i++) {
    if (Number.isFinite(numbers[i])) continue;
    const joint = Math.floor(i / perJoint);
    throw new InputError(
      `joints[${joint}] "${rig.names[joint]}", ${field}[${i}]`,
      `expected a finite number, got ${numbers[i]}`,
    );
  }
}
