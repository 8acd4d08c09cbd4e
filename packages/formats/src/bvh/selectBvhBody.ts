import { mapHumanoid } from '@leib/core';
import { hasPositions, meanBvhPosition, type PositionMeaning, readBvhPosition } from './bvhLocalPoses.js';
import type { BvhFile } from './parseBvh.js';

/** The part of a file's hierarchy that is the body: its hips and all below. File units. */
export interface BvhBody {
  readonly names: readonly string[];
  readonly parents: Int16Array;
  /** Offset from the parent, for the root its own OFFSET; the mean where position channels move it. bodyCount x 3. */
  readonly restOffsets: Float64Array;
  /** The file's joint behind each of the body's. */
  readonly fileJoints: readonly number[];
  /** The file's joints from its ROOT down to the body's root. */
  readonly rootChain: readonly number[];
}

/** A joint that moves against its parent by more than this part of its offset is worth a note. */
const notableDrift = 0.02;

/**
 * Takes the hips as the root, where the file puts joints above them (Bandai-Namco's joint_Root, an armature): a
 * motion moves its root only, and it is the hips that move. End Sites come along as `<joint>End`, unless they have no
 * length.
 */
export function selectBvhBody(file: BvhFile, meaning: PositionMeaning, notes: string[]): BvhBody {
  const { joints } = file;
  const offsets = joints.map((_, index) => boneOffset(file, index, meaning));
  const root = bodyRoot(file, notes);
  const rootChain: number[] = [];
  for (let joint = root; joint >= 0; joint = joints[joint].parent) rootChain.unshift(joint);

  const indexOf = new Map<number, number>([[root, 0]]);
  const fileJoints = [root];
  joints.forEach(({ parent, isEndSite }, joint) => {
    const isBelow = indexOf.has(parent);
    const hasLength = Math.hypot(...offsets[joint]) > 1e-9;
    if (!isBelow || joint === root || (isEndSite && !hasLength)) return;
    indexOf.set(joint, fileJoints.length);
    fileJoints.push(joint);
  });
  const dropped = joints.filter(
    ({ isEndSite }, joint) => !isEndSite && !indexOf.has(joint) && !rootChain.includes(joint),
  );
  if (dropped.length > 0) {
    notes.push(`not part of the body, left out: ${dropped.map(({ name }) => name).join(', ')}`);
  }
  noteDrift(file, fileJoints.slice(1), meaning, notes);

  const parents = Int16Array.from(fileJoints, (joint) => indexOf.get(joints[joint].parent) ?? -1);
  const restOffsets = Float64Array.from(fileJoints.flatMap((joint) => offsets[joint]));
  const names = fileJoints.map((joint) => joints[joint].name);
  return { names, parents, restOffsets, fileJoints, rootChain };
}

/** The same body in a mirror across X. */
export function mirrorBvhBody(body: BvhBody): BvhBody {
  return { ...body, restOffsets: body.restOffsets.map((offset, i) => (i % 3 === 0 ? -offset : offset)) };
}

/** The hips, where every other bone hangs below them; else the file's own root. */
function bodyRoot({ joints }: BvhFile, notes: string[]): number {
  const names = joints.map(({ name }) => name);
  const parents = Int16Array.from(joints, ({ parent }) => parent);
  const { bones } = mapHumanoid({ names, parents });
  const { hips = 0 } = bones;
  const isBelowHips = (joint: number) => {
    for (let at = joint; at >= 0; at = parents[at]) if (at === hips) return true;
    return false;
  };
  if (hips === 0 || !Object.values(bones).every(isBelowHips)) return 0;
  notes.push(`"${names[hips]}" is the root; "${names[0]}" above it was folded into its movement`);
  return hips;
}

/** A bone's offset: OFFSET, or where position channels hold the joint on the average. */
function boneOffset(file: BvhFile, index: number, meaning: PositionMeaning): readonly [number, number, number] {
  const joint = file.joints[index];
  if (joint.parent < 0 || !hasPositions(joint)) return joint.offset;
  const mean = meanBvhPosition(file, joint);
  if (meaning === 'replace') return mean;
  return [joint.offset[0] + mean[0], joint.offset[1] + mean[1], joint.offset[2] + mean[2]];
}

const place = new Float64Array(3);

/** Below the root bones keep their length; adds a note for each joint that slides in the file. */
function noteDrift(file: BvhFile, fileJoints: readonly number[], meaning: PositionMeaning, notes: string[]): void {
  for (const index of fileJoints) {
    const joint = file.joints[index];
    if (!hasPositions(joint)) continue;
    const [x, y, z] = boneOffset(file, index, meaning);
    let farthest = 0;
    for (let frame = 0; frame < file.frameCount; frame++) {
      readBvhPosition(file, joint, frame, meaning, place);
      farthest = Math.max(farthest, Math.hypot(place[0] - x, place[1] - y, place[2] - z));
    }
    if (farthest <= notableDrift * Math.hypot(x, y, z)) continue;
    notes.push(`"${joint.name}" slides by up to ${farthest.toPrecision(2)} file units on its parent; held at its mean`);
  }
}
