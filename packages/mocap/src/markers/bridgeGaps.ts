import type { buildAngleBinding } from '@leib/core/pack';
import type { SolvedFrames } from './solveAllFrames.js';

/** What is known of a joint in a frame. */
export const jointStates = ['unmarked', 'bridged', 'solved'] as const;

/**
 * Bridges frames in which a joint's markers are missing: its angles go straight from the last solved frame to the next; at the ends they
 * stay. Joints without markers in the whole file stay as they are. Returns the state of each joint in each frame, as numbers in
 * jointStates. frameCount x jointCount.
 */
export function bridgeGaps(
  { skeleton, dofJoints }: ReturnType<typeof buildAngleBinding>,
  solved: SolvedFrames,
): Uint8Array {
  const { jointCount } = skeleton;
  const frameCount = solved.rootPositions.length / 3;
  const states = new Uint8Array(frameCount * jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    const dofs = [...dofJoints.keys()].filter((dof) => dofJoints[dof] === joint);
    const seen = (frame: number) => solved.isSeen[frame * jointCount + joint] === 1;
    const frames = Array.from({ length: frameCount }, (_, frame) => frame).filter(seen);
    if (frames.length === 0 || dofs.length === 0) continue;
    for (let frame = 0; frame < frameCount; frame++) states[frame * jointCount + joint] = seen(frame) ? 2 : 1;
    const runs = gapsBetween(frames, frameCount);
    for (const gap of runs) {
      for (const dof of dofs) bridge(solved.angles, dofJoints.length, dof, gap);
      if (joint === 0) for (let k = 0; k < 3; k++) bridge(solved.rootPositions, 3, k, gap);
    }
  }
  return states;
}

/** Frames without a joint, between two with it; -1 or frameCount where there is none on that side. */
interface Gap {
  readonly before: number;
  readonly after: number;
  readonly frameCount: number;
}

function gapsBetween(frames: readonly number[], frameCount: number): Gap[] {
  const ends = [-1, ...frames, frameCount];
  return ends
    .slice(1)
    .map((after, i) => ({ before: ends[i], after, frameCount }))
    .filter(({ before, after }) => after - before > 1);
}

function bridge(values: Float64Array, stride: number, at: number, { before, after, frameCount }: Gap): void {
  const from = before < 0 ? after : before;
  const to = after >= frameCount ? before : after;
  const [start, end] = [values[from * stride + at], values[to * stride + at]];
  for (let frame = before + 1; frame < after; frame++) {
    const share = before < 0 || after >= frameCount ? 0 : (frame - before) / (after - before);
    values[frame * stride + at] = start + share * (end - start);
  }
}
