import { createPose, type Motion, updateWorldPose } from '@leib/core';
import { seeds } from '@leib/core/testing';
import type { OtherSolver } from '@leib/embody';
import { createJointFrame, type JointFrame } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { brokenClips, evalClipsOfFiles, parseEvalManifest } from '../../../apps/cli/dist/evalFolder.js';
import { baselineSolver, type Solver } from '../../../apps/cli/dist/solvers.js';
import { countElbowsInTorso } from '../../../packages/embody/dist/prior/proposal/elbowsInTorso.testing.js';
import { buildTestBody, wanderingFrame } from '../../../packages/embody/dist/testing.js';
import { elbowSpeedRatio } from './elbowSpeed.js';
import { buildEvalClip, defaultEvalClipOptions, type EvalClip } from './evalClip.js';
import { createJointClip, type JointClip } from './evaluateClip.js';
import { evaluateSolvers } from './evaluateSolvers.js';
import { formatEvaluation } from './formatEvaluation.js';
import { runSolver } from './runSolver.js';

const skeleton = buildTestBody();

/** A person who wanders, 20 cm above where the floor of files mostly is: the baseline's own answer taken as truth. */
function wanderingMotion(seed: number, hz = 120, seconds = 2): Motion {
  const solver = baselineSolver().create(skeleton);
  const frameCount = seconds * hz + 1;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  const frame = createJointFrame();
  for (let i = 0; i < frameCount; i++) {
    wanderingFrame(seed, i / hz, frame);
    solver.step(frame, 1 / hz);
    rootPositions.set(solver.pose.rootPosition, i * 3);
    rootPositions[i * 3 + 1] += 0.2;
    localRotations.set(solver.pose.localRotations, i * skeleton.jointCount * 4);
  }
  return { name: `seed ${seed}`, skeleton, hz, frameCount, rootPositions, localRotations };
}

const clipOf = (seed: number, category = 'walk', subject = String(seed % 2)) =>
  buildEvalClip(wanderingMotion(seed), { name: `0${seed}_01`, category, subject });

const plain = (choice: OtherSolver): Solver => ({ name: choice.name, choice, prior: null });

/** Knows the answer: what a solver without any error gives. */
function oracle(clip: EvalClip, motion: Motion, floorY: number): Solver {
  return plain({
    name: 'oracle',
    create(body) {
      const pose = createPose(body);
      let frame = 0;
      return {
        pose,
        step() {
          const source = frame++ * (motion.hz / clip.truth.hz);
          pose.rootPosition.set(motion.rootPositions.subarray(source * 3, source * 3 + 3));
          pose.rootPosition[1] -= floorY;
          // The recorded skeleton lists the same bones in its own order.
          body.names.forEach((name, joint) => {
            const at = (source * skeleton.jointCount + skeleton.names.indexOf(name)) * 4;
            pose.localRotations.set(motion.localRotations.subarray(at, at + 4), joint * 4);
          });
          updateWorldPose(body, pose);
        },
      };
    },
  });
}

describe('a clip', () => {
  test.each(seeds(3))('stands on the floor at 60 Hz, and its trackers lie on its joints (seed %i)', (seed) => {
    const clip = clipOf(seed);
    expect(clip.truth.hz).toBe(60);
    expect(clip.truth.frameCount).toBe(clip.tracking.frameCount);
    // Toes rest at 2 cm in the test body, wherever the file's floor was.
    expect(clip.tracking.header.floorY).toBeCloseTo(0, 3);
    const toes = [10, 11].map((joint) => clip.truth.positions[joint * 3 + 1]);
    expect(Math.min(...toes)).toBeLessThan(0.05);
    for (let k = 0; k < 3; k++) expect(clip.tracking.poses[k]).toBe(clip.truth.positions[15 * 3 + k]);
    expect(clip.tracking.quality.subarray(0, 11).join('')).toBe('22200000000');
  });

  test('may have other trackers; one on a bone the body lacks is refused', () => {
    const options = { ...defaultEvalClipOptions, points: ['head', 'hips', 'leftFoot'] as const };
    const info = { name: 'x', category: 'walk', subject: '1' };
    const clip = buildEvalClip(wanderingMotion(1), info, options);
    expect(clip.tracking.quality.subarray(0, 11).join('')).toBe('20020000020');
  });
});

describe('a manifest', () => {
  test('needs only the files; a person with two numbers is one', () => {
    const text = JSON.stringify({
      clips: [
        { file: 'cmu/02_01.bvh.gz', clip: 'a walk', category: 'walk', subject: '02', person_group: 'R-J' },
        { file: 'x\\y.bvh' },
      ],
    });
    expect(parseEvalManifest(text)).toEqual([
      { file: 'cmu/02_01.bvh.gz', name: 'a walk', category: 'walk', subject: 'R-J' },
      { file: 'x\\y.bvh', name: 'y', category: 'other', subject: 'unknown' },
    ]);
  });

  test.each([
    ['{', 'manifest.json: expected JSON'],
    ['[]', 'manifest.json, clips: expected a value, got nothing'],
    ['{"clips": [{"file": 3}]}', 'manifest.json, clips[0].file: expected a string, got 3'],
  ])('%s is refused with a reason', (text, reason) => {
    expect(() => parseEvalManifest(text)).toThrow(reason);
  });

  test('can be done without: every BVH file is a clip', () => {
    expect(evalClipsOfFiles(['b.bvh', 'readme.md', '12_03.BVH.gz'])).toEqual([
      { file: '12_03.BVH.gz', name: '12_03', category: 'other', subject: '12' },
      { file: 'b.bvh', name: 'b', category: 'other', subject: 'unknown' },
    ]);
    expect(brokenClips.has('127_32')).toBe(true);
  });
});

describe('an evaluation', () => {
  test('of somebody who knows the answer finds no error', async () => {
    const motion = wanderingMotion(2);
    const clip = buildEvalClip(motion, { name: '02_01', category: 'walk', subject: '2' });
    const floorY = motion.rootPositions[1] - clip.truth.positions[1];
    const [result] = await evaluateSolvers([clip], [oracle(clip, motion, floorY)]);
    expect(result.overall.mpjpeCm).toBeLessThan(1e-9);
    expect(result.overall.geodesicDeg).toBeLessThan(1e-4);
    expect(result.overall.contactF1).toBe(1);
    expect(result.overall.slideCmPerS).toBeCloseTo(result.overall.truthSlideCmPerS, 9);
    expect(result.overall.jitter).toBeCloseTo(result.overall.truthJitter, 9);
    expect(result.overall.elbowSpeedRatio).toBeLessThanOrEqual(1);
    for (const error of Object.values(result.jointsCm)) expect(error).toBeLessThan(1e-9);
  });

  test('has one row per action and subject, solvers side by side, and clips that are read in turn', async () => {
    const log: string[] = [];
    const entries = [1, 2, 3].map((seed) => async () => {
      log.push(`read ${seed}`);
      return clipOf(seed, seed === 3 ? 'sit' : 'walk');
    });
    const still = plain({ name: 'still', create: (body) => ({ pose: createPose(body), step: () => {} }) });
    const results = await evaluateSolvers(entries, [plain(baselineSolver()), still], (done, total, clip, solver) =>
      log.push(`${done}/${total} ${clip} ${solver}`),
    );
    expect(log.slice(0, 4)).toEqual(['read 1', '0/6 01_01 baseline', '1/6 01_01 still', 'read 2']);
    const [baseline, other] = results;
    expect(baseline.actions.map(({ name, clipCount }) => [name, clipCount])).toEqual([
      ['sit', 1],
      ['walk', 2],
    ]);
    expect(baseline.subjects.map(({ name }) => name)).toEqual(['0', '1']);
    const mean = baseline.clips.reduce((sum, { metrics }) => sum + metrics.mpjpeCm, 0) / 3;
    expect(baseline.overall.mpjpeCm).toBeCloseTo(mean, 12);
    expect(baseline.overall.mpjpeCm).toBeLessThan(other.overall.mpjpeCm);
    expect(baseline.overall.handsCm).toBeLessThan(1);
    const text = formatEvaluation(results);
    for (const word of ['baseline', 'still', 'sit', 'leftWrist']) expect(text).toContain(word);
    expect(text.split('\n').every((line) => line === line.trimEnd())).toBe(true);
    expect(JSON.parse(JSON.stringify(results))[1].solver).toBe('still');
  });

  test('of nothing is refused', async () => {
    await expect(evaluateSolvers([], [plain(baselineSolver())])).rejects.toThrow('clips: expected at least one');
  });

  test('shows a solver every frame once, in order and without those to come', () => {
    const clip = clipOf(4);
    const seen: JointFrame['timeSeconds'][] = [];
    const watcher = plain({
      name: 'watcher',
      create: (body) => ({
        pose: createPose(body),
        step(frame, dtSeconds) {
          expect(dtSeconds).toBe(1 / 60);
          seen.push(frame.timeSeconds);
        },
      }),
    });
    runSolver(clip, watcher);
    expect(seen).toEqual([...clip.tracking.times]);
  });
});

/** Someone in the T-pose whose left elbow goes along a way. */
function elbowClip(frameCount: number, place: (frame: number) => readonly [number, number, number]): JointClip {
  const clip = createJointClip(60, frameCount);
  const points: Record<number, readonly [number, number, number]> = {
    1: [0.09, 0.9, 0],
    2: [-0.09, 0.9, 0],
    16: [0.18, 1.4, 0],
    17: [-0.18, 1.4, 0],
    19: [-0.5, 1.4, 0],
  };
  for (let frame = 0; frame < frameCount; frame++) {
    for (const [joint, point] of Object.entries({ ...points, 18: place(frame) })) {
      clip.positions.set(point, (frame * 22 + Number(joint)) * 3);
    }
  }
  return clip;
}

describe('elbows', () => {
  test('count where they are in the torso, and nowhere else', () => {
    const places = [
      [0.05, 1.2, 0.02],
      [0.13, 1.2, 0],
      [0.16, 1.2, 0],
      [0, 1.2, 0.12],
      [0, 0.8, 0],
      [0, 1.39, 0],
      [0.3, 1.2, 0.1],
    ] as const;
    const clip = elbowClip(places.length, (frame) => places[frame]);
    expect(countElbowsInTorso(clip)).toBe(2);
    expect(countElbowsInTorso(clip, { widthPart: 1, depthPart: 1, from: -0.5, to: 1, cap: 0 })).toBe(6);
  });

  test('are as fast as the fastest of their turns, whichever joint makes it', () => {
    const turning = (joint: number, degreesPerFrame: number) => {
      const clip = createJointClip(60, 4);
      for (let frame = 0; frame < 4; frame++) {
        const half = (frame * degreesPerFrame * Math.PI) / 360;
        clip.rotations.set([Math.sin(half), 0, 0, Math.cos(half)], (frame * 22 + joint) * 4);
      }
      return clip;
    };
    const truth = turning(4, 10);
    expect(elbowSpeedRatio(truth, turning(18, 30))).toBeCloseTo(3, 9);
    expect(elbowSpeedRatio(truth, turning(17, 20))).toBeCloseTo(2, 9);
    expect(elbowSpeedRatio(truth, turning(7, 90))).toBe(0);
    expect(elbowSpeedRatio(createJointClip(60, 1), createJointClip(60, 1))).toBeNaN();
  });
});
