import { join } from 'node:path';
import { createPose, DEG, type HumanoidBone, jointOfBone, type Motion, updateWorldPose } from '@leib/core';
import { anglesFromPose, buildAngleBinding, buildPoseReading, createAgentAngles } from '@leib/core/pack';
import { readBvh, resampleMotion } from '@leib/formats';
import {
  buildMocapModel,
  createBodyFrame,
  createMocapState,
  type MocapMethod,
  namesOfRecordedBodies,
  readRecordedBodies,
  simulateBodies,
  stepMocap,
  takeLengths,
} from '@leib/mocap';
import type { CommandRun } from '../command.js';
import type { mocapEvalOptions } from '../commands/mocap.js';
import { listEvalFolder } from '../evalFolder.js';
import { named } from '../fileErrors.js';
import { readInput } from '../files.js';
import { readWordOption } from '../options.js';

const HZ = 60;
/** The first frame of a clip is often an invented T-pose. */
const SKIPPED_FRAMES = 3;
const JUMP = 20 * DEG;

const parts = ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'] as const;
const partNames = ['shoulders', 'elbows', 'wrists', 'hips', 'knees', 'ankles'] as const;

interface ClipErrors {
  readonly clip: string;
  readonly errorCm: number;
  readonly partsCm: Readonly<Record<string, number>>;
  readonly jumps: number;
}

export const runMocapEval: CommandRun<typeof mocapEvalOptions> = async ([folder], options, output) => {
  const method = readWordOption('method', options.method ?? 'dh', ['dh', 'refined']);
  const { clips, notes } = await listEvalFolder(folder, options.only);
  for (const note of notes) output.note(note);
  const results: ClipErrors[] = [];
  for (const { name, file } of clips) {
    output.progress(`${results.length + 1} of ${clips.length}: ${name}`);
    const path = join(folder, file);
    const bytes = await readInput(path);
    const { motion } = await named(path, () => readBvh(bytes));
    results.push(evaluateMotion(name, withoutStart(resampleMotion(motion, HZ)), method));
  }
  const mean = averageOf(results);
  if (options.json) return output.print(JSON.stringify({ folder, method, clips: results, mean }));
  for (const row of [...results, mean]) {
    const cells = Object.entries(row.partsCm).map(([part, cm]) => `${part} ${cm.toFixed(2)}`);
    output.print(`${row.clip}: ${row.errorCm.toFixed(2)} cm (${cells.join(', ')}), ${row.jumps} jumps`);
  }
};

function withoutStart(motion: Motion): Motion {
  const skip = Math.min(SKIPPED_FRAMES, motion.frameCount - 1);
  return {
    ...motion,
    frameCount: motion.frameCount - skip,
    rootPositions: motion.rootPositions.slice(skip * 3),
    localRotations: motion.localRotations.slice(skip * motion.skeleton.jointCount * 4),
  };
}

/** Solves as `leib mocap solve` does: lengths from the whole recording first. */
function evaluateMotion(clip: string, motion: Motion, method: MocapMethod): ClipErrors {
  const { recording, offsets } = simulateBodies(motion);
  const bodyNames = namesOfRecordedBodies(recording);
  const frame = createBodyFrame(bodyNames);
  const model = buildMocapModel({ bodyNames, offsets, method });
  const lengths = takeLengths(model, (index) => {
    if (index >= recording.frameCount) return null;
    readRecordedBodies(recording, index, frame);
    return frame;
  });
  const state = createMocapState(model, lengths);
  const { skeleton } = motion;
  const truth = createPose(skeleton);
  const reading = buildPoseReading(buildAngleBinding(model.dh.layout, skeleton));
  const angles = createAgentAngles(model.dh.layout);
  const sums = new Float64Array(parts.length);
  let jumps = 0;
  for (let index = 0; index < motion.frameCount; index++) {
    const before = [angles.angles.slice(), state.angles.angles.slice()];
    readRecordedBodies(recording, index, frame);
    stepMocap(model, state, frame, 1 / HZ);
    const size = skeleton.jointCount * 4;
    truth.rootPosition.set(motion.rootPositions.subarray(index * 3, index * 3 + 3));
    truth.localRotations.set(motion.localRotations.subarray(index * size, (index + 1) * size));
    updateWorldPose(skeleton, truth);
    anglesFromPose(reading, truth, angles);
    const isJump = (now: Float64Array, then: Float64Array, dof: number) => Math.abs(now[dof] - then[dof]) > JUMP;
    for (let dof = 0; index > 0 && dof < angles.angles.length; dof++) {
      if (isJump(state.angles.angles, before[1], dof) && !isJump(angles.angles, before[0], dof)) jumps++;
    }
    parts.forEach((part, k) => {
      for (const bone of [`left${part}`, `right${part}`] as HumanoidBone[]) {
        const a = jointOfBone(skeleton, bone) * 3;
        const b = jointOfBone(state.actor.skeleton, bone) * 3;
        sums[k] += Math.hypot(...[0, 1, 2].map((i) => truth.worldPositions[a + i] - state.pose.worldPositions[b + i]));
      }
    });
  }
  const cm = [...sums].map((sum) => (sum / motion.frameCount / 2) * 100);
  return {
    clip,
    errorCm: cm.reduce((sum, value) => sum + value, 0) / cm.length,
    partsCm: Object.fromEntries(partNames.map((name, k) => [name, cm[k]])),
    jumps,
  };
}

function averageOf(results: readonly ClipErrors[]): ClipErrors {
  const mean = (of: (result: ClipErrors) => number) => results.reduce((sum, one) => sum + of(one), 0) / results.length;
  return {
    clip: 'mean',
    errorCm: mean(({ errorCm }) => errorCm),
    partsCm: Object.fromEntries(partNames.map((name) => [name, mean(({ partsCm }) => partsCm[name])])),
    jumps: results.reduce((sum, { jumps }) => sum + jumps, 0),
  };
}
