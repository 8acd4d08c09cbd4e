import { DEG, type Motion, type Skeleton } from '@leib/core';
import { type EulerOrder, eulerNear } from './euler.js';

export interface BvhWriteOptions {
  /** Order of the rotation channels. ZXY, the commonest, when absent. */
  readonly order?: EulerOrder;
  /** File units per metre. 100 (centimetres, as most programs expect) when absent. */
  readonly unitsPerMetre?: number;
}

/** What is said of a motion before its frames. */
export interface BvhHead {
  readonly skeleton: Skeleton;
  readonly hz: number;
  readonly frameCount: number;
  /** Joints that never turn: those that are leaves named `<parent>End` become End Sites. */
  isStill(joint: number): boolean;
}

/** Text of a BVH file in parts, for motions that are made frame by frame. */
export interface BvhText {
  /** Everything before the frames. */
  readonly head: string;
  /** The line of the next frame, with its line end. Angles are those nearest to the frame before. */
  frame(rootPosition: ArrayLike<number>, localRotations: Float64Array, at?: number): string;
}

/**
 * A motion as BVH text. Offsets carry 8 and angles 7 digits after the point: read back, every joint is within a
 * hundredth of a millimetre. The root's OFFSET is zero and its positions are absolute, because programs differ in
 * whether they add the two. Leaves named `<parent>End` that never turn become End Sites.
 */
export function writeBvh(motion: Motion, options: BvhWriteOptions = {}): string {
  return Array.from(bvhLines(motion, options)).join('');
}

/** The same line by line: a long motion's text may be longer than a string can be. */
export function* bvhLines(motion: Motion, options: BvhWriteOptions = {}): Generator<string, void, void> {
  const { skeleton, hz, frameCount, rootPositions, localRotations } = motion;
  const text = createBvhText({ skeleton, hz, frameCount, isStill: (joint) => isStill(motion, joint) }, options);
  yield text.head;
  for (let frame = 0; frame < frameCount; frame++) {
    const rootPosition = rootPositions.subarray(frame * 3, frame * 3 + 3);
    yield text.frame(rootPosition, localRotations, frame * skeleton.jointCount * 4);
  }
}

export function createBvhText(about: BvhHead, { order = 'ZXY', unitsPerMetre = 100 }: BvhWriteOptions = {}): BvhText {
  const { skeleton, hz, frameCount } = about;
  const children = childrenOf(skeleton);
  const isEnd = skeleton.names.map((_, joint) => isEndSite(about, joint, children));
  // BVH lists a branch to its end before the next one, and frames follow that order.
  const written: number[] = [];
  const parts: string[] = ['HIERARCHY\n'];
  writeJoint(0, 0);
  parts.push(`MOTION\nFrames: ${frameCount}\nFrame Time: ${1 / hz}\n`);
  const angles = written.map(() => new Float64Array(3));
  return {
    head: parts.join(''),
    frame(rootPosition, localRotations, at = 0) {
      const line: string[] = [];
      for (let k = 0; k < 3; k++) line.push((rootPosition[k] * unitsPerMetre).toFixed(8));
      written.forEach((joint, i) => {
        eulerNear(localRotations, at + joint * 4, order, angles[i]);
        for (const angle of angles[i]) line.push((angle / DEG).toFixed(7));
      });
      return `${line.join(' ')}\n`;
    },
  };

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

function childrenOf({ jointCount, parents }: Skeleton): number[][] {
  const children: number[][] = Array.from({ length: jointCount }, () => []);
  for (let joint = 1; joint < jointCount; joint++) children[parents[joint]].push(joint);
  return children;
}

function isEndSite(about: BvhHead, joint: number, children: readonly number[][]): boolean {
  const { names, parents, jointToBone } = about.skeleton;
  const parent = parents[joint];
  if (parent < 0 || children[joint].length > 0 || jointToBone[joint] >= 0) return false;
  return names[joint] === `${names[parent]}End` && about.isStill(joint);
}

function isStill(motion: Motion, joint: number): boolean {
  const { jointCount } = motion.skeleton;
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
