import { DEG, type Motion, type Skeleton } from '@leib/core';
import { type EulerOrder, eulerNear } from './euler.js';

export interface BvhWriteOptions {
  /** Order of the rotation channels. ZXY, the commonest, when absent. */
  readonly order?: EulerOrder;
  /** File units per metre. 100 (centimetres, as most programs expect) when absent. */
  readonly unitsPerMetre?: number;
}

/**
 * A motion as BVH text. Offsets carry 8 and angles 7 digits after the point: read back, every joint is within a
 * hundredth of a millimetre. The root's OFFSET is zero and its positions are absolute, because programs differ in
 * whether they add the two. Leaves named `<parent>End` that never turn become End Sites.
 */
export function writeBvh(motion: Motion, options: BvhWriteOptions = {}): string {
  const { order = 'ZXY', unitsPerMetre = 100 } = options;
  const { skeleton } = motion;
  const children = childrenOf(skeleton);
  const isEnd = skeleton.names.map((_, joint) => isEndSite(motion, joint, children));
  // BVH lists a branch to its end before the next one, and frames follow that order.
  const written: number[] = [];
  const parts: string[] = ['HIERARCHY\n'];
  writeJoint(0, 0);
  parts.push(`MOTION\nFrames: ${motion.frameCount}\nFrame Time: ${1 / motion.hz}\n`);
  writeFrames(motion, written, order, unitsPerMetre, parts);
  return parts.join('');

  function writeJoint(joint: number, depth: number): void {
    const indent = '\t'.repeat(depth);
    const { names, restOffsets } = skeleton;
    const offset =
      joint === 0
        ? '0.00000000 0.00000000 0.00000000'
        : Array.from(restOffsets.subarray(joint * 3, joint * 3 + 3), (v) => (v * unitsPerMetre).toFixed(8)).join(' ');
    if (isEnd[joint]) {
      parts.push(`${indent}End Site\n${indent}{\n${indent}\tOFFSET ${offset}\n${indent}}\n`);
      return;
    }
    written.push(joint);
    const rotations = Array.from(order, (axis) => `${axis}rotation`).join(' ');
    const channels = joint === 0 ? `6 Xposition Yposition Zposition ${rotations}` : `3 ${rotations}`;
    parts.push(`${indent}${joint === 0 ? 'ROOT' : 'JOINT'} ${writableName(names[joint])}\n${indent}{\n`);
    parts.push(`${indent}\tOFFSET ${offset}\n${indent}\tCHANNELS ${channels}\n`);
    for (const child of children[joint]) writeJoint(child, depth + 1);
    if (children[joint].length === 0) {
      parts.push(`${indent}\tEnd Site\n${indent}\t{\n${indent}\t\tOFFSET 0 0 0\n${indent}\t}\n`);
    }
    parts.push(`${indent}}\n`);
  }
}

function writeFrames(
  motion: Motion,
  written: readonly number[],
  order: EulerOrder,
  unitsPerMetre: number,
  parts: string[],
): void {
  const { frameCount, rootPositions, localRotations } = motion;
  const { jointCount } = motion.skeleton;
  const angles = written.map(() => new Float64Array(3));
  for (let frame = 0; frame < frameCount; frame++) {
    const line: string[] = [];
    for (let k = 0; k < 3; k++) line.push((rootPositions[frame * 3 + k] * unitsPerMetre).toFixed(8));
    written.forEach((joint, i) => {
      eulerNear(localRotations, (frame * jointCount + joint) * 4, order, angles[i]);
      for (const angle of angles[i]) line.push((angle / DEG).toFixed(7));
    });
    parts.push(`${line.join(' ')}\n`);
  }
}

function childrenOf({ jointCount, parents }: Skeleton): number[][] {
  const children: number[][] = Array.from({ length: jointCount }, () => []);
  for (let joint = 1; joint < jointCount; joint++) children[parents[joint]].push(joint);
  return children;
}

function isEndSite(motion: Motion, joint: number, children: readonly number[][]): boolean {
  const { names, parents, jointToBone, jointCount } = motion.skeleton;
  const parent = parents[joint];
  if (parent < 0 || children[joint].length > 0 || jointToBone[joint] >= 0) return false;
  if (names[joint] !== `${names[parent]}End`) return false;
  for (let frame = 0; frame < motion.frameCount; frame++) {
    // A quaternion is the identity, to a few nanoradians, when its vector part vanishes.
    const at = (frame * jointCount + joint) * 4;
    const q = motion.localRotations;
    if (Math.abs(q[at]) + Math.abs(q[at + 1]) + Math.abs(q[at + 2]) > 1e-9) return false;
  }
  return true;
}

/** Braces and line ends would end the name. */
function writableName(name: string): string {
  return name.replace(/[{}\r\n]+/g, '_').trim() || 'joint';
}
