import { InputError } from '../check/inputError.js';

/** As much of a rig as its mapping needs. */
export interface NamedRig {
  readonly names: readonly string[];
  /** Parent of each joint, before it in the list; -1 for a root. */
  readonly parents: ArrayLike<number>;
  /** Joint positions at rest, world space, any unit. jointCount x 3. Without them sides come from names alone. */
  readonly restWorldPositions?: ArrayLike<number> | null;
}

export function checkNamedRig({ names, parents, restWorldPositions }: NamedRig): void {
  if (parents.length !== names.length) {
    throw new InputError('parents', `expected ${names.length}, one per name, got ${parents.length}`);
  }
  if (restWorldPositions && restWorldPositions.length !== names.length * 3) {
    throw new InputError(
      'restWorldPositions',
      `expected ${names.length * 3} numbers, got ${restWorldPositions.length}`,
    );
  }
  for (let joint = 0; joint < names.length; joint++) {
    const parent = parents[joint];
    if (!Number.isInteger(parent) || parent < -1 || parent >= joint) {
      throw new InputError(
        `joints[${joint}] "${names[joint]}"`,
        `expected -1 or a parent that is listed before it, got ${parent}`,
      );
    }
  }
}

export function isAncestor(rig: NamedRig, ancestor: number, joint: number): boolean {
  for (let at = rig.parents[joint]; at >= 0; at = rig.parents[at]) if (at === ancestor) return true;
  return false;
}

export function depthOf(rig: NamedRig, joint: number): number {
  let depth = 0;
  for (let at = rig.parents[joint]; at >= 0; at = rig.parents[at]) depth++;
  return depth;
}
