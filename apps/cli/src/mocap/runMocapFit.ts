import {
  createPose,
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Motion,
  type Pose,
  quat,
  requireDecoded,
  sampleMotion,
  updateWorldPose,
  vec3,
} from '@leib/core';
import { upAxes } from '@leib/formats';
import { type MarkerFit, parseMarkerMap } from '@leib/mocap';
import type { CommandRun } from '../command.js';
import type { mocapFitOptions } from '../commands/mocap.js';
import { motionOf, readContent } from '../convert/content.js';
import { kindOfMotionFile, writeMotion } from '../convert/encodeContent.js';
import { readInput, readText } from '../files.js';
import { readWordOption, requiredOption } from '../options.js';
import { fitC3d } from './fitC3d.js';

export const runMocapFit: CommandRun<typeof mocapFitOptions> = async (_operands, options, output) => {
  const inPath = requiredOption('in', options.in);
  const outPath = requiredOption('out', options.out);
  kindOfMotionFile(outPath);
  const up = options.up === undefined ? null : readWordOption('up', options.up, upAxes);
  const map = options.markers === undefined ? null : await readMap(options.markers);
  const truth = options.truth === undefined ? null : motionOf(await readContent(options.truth, {}, output));
  const bytes = await readInput(inPath);
  const startMs = performance.now();
  const fit = await fitC3d(inPath, bytes, output, { map, up });
  const seconds = (performance.now() - startMs) / 1000;
  await writeMotion(outPath, fit.motion);
  const joints = truth && compareJoints(fit.motion, truth);
  if (options.json) {
    const summary = { in: inPath, out: outPath, seconds: round(seconds, 3), ...summaryOf(fit) };
    return output.print(JSON.stringify(joints ? { ...summary, joints: joints.map(jointInCm) } : summary));
  }
  for (const note of fit.report.notes) output.note(note);
  const { motion, markers, report } = fit;
  for (const line of [...residualTable(markers), ...jointTable(joints ?? [])]) output.print(line);
  output.print(
    `${outPath}: ${motion.frameCount} frames at ${round(motion.hz, 3)} Hz, ${markers.length} markers, residual ${millimetres(report.meanResidual)}, stature ${round(report.stature, 2)} m, ${seconds.toFixed(1)} s`,
  );
};

async function readMap(path: string) {
  return requireDecoded(parseMarkerMap(await readText(path)), path);
}

/** One line per marker, the worst first. */
function residualTable(markers: readonly MarkerFit['markers'][number][]): string[] {
  const width = Math.max(6, ...markers.map(({ label }) => label.length));
  const wide = Math.max(4, ...markers.map(({ bone }) => bone.length));
  const row = (cells: readonly string[]) =>
    [cells[0].padEnd(width), cells[1].padEnd(wide), ...cells.slice(2).map((cell) => cell.padStart(9))].join('  ');
  const sorted = [...markers].sort((a, b) => b.mean - a.mean);
  return [
    row(['marker', 'bone', 'mean', '95 %', 'max', 'missing']),
    ...sorted.map(({ label, bone, mean, p95, max, missingShare }) =>
      row([label, bone, millimetres(mean), millimetres(p95), millimetres(max), `${Math.round(100 * missingShare)} %`]),
    ),
  ];
}

/** One line per joint: how far it is from the other motion's, and how much of that is not always the same. */
function jointTable(joints: readonly JointDifference[]): string[] {
  if (joints.length === 0) return [];
  const row = (cells: readonly string[]) =>
    [cells[0].padEnd(14), ...cells.slice(1).map((cell) => cell.padStart(8))].join('  ');
  const lines = joints
    .map(jointInCm)
    .map(({ bone, meanCm, steadyCm, movingCm }) =>
      row([bone, ...[meanCm, steadyCm, movingCm].map((value) => `${value.toFixed(1)} cm`)]),
    );
  return [row(['joint', 'mean', 'steady', 'moving']), ...lines];
}

function jointInCm({ bone, mean, steady, moving }: JointDifference) {
  return { bone, meanCm: round(100 * mean, 2), steadyCm: round(100 * steady, 2), movingCm: round(100 * moving, 2) };
}

function summaryOf({ motion, markers, report }: MarkerFit) {
  return {
    frames: motion.frameCount,
    hz: motion.hz,
    ...report,
    markers: markers.map(({ mean, p95, max, missingShare, ...rest }) => ({
      ...rest,
      meanMm: round(1000 * mean, 2),
      p95Mm: round(1000 * p95, 2),
      maxMm: round(1000 * max, 2),
      missingShare: round(missingShare, 4),
    })),
  };
}

function millimetres(metres: number): string {
  return `${(1000 * metres).toFixed(1)} mm`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** How far a joint is from the same joint of another motion, metres. */
interface JointDifference {
  readonly bone: HumanoidBone;
  readonly mean: number;
  /** Length of the part that stays the same in the bone's own space: the two bodies have the joint in different places. */
  readonly steady: number;
  /** Root mean square of what is left without that part. */
  readonly moving: number;
}

const sides = ['left', 'right'] as const;
const parts = ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const;
const comparedBones: readonly HumanoidBone[] = [
  'hips',
  'neck',
  'head',
  ...sides.flatMap((side) => parts.map((part): HumanoidBone => `${side}${part}`)),
];

/** Compares the main joints of two motions at the times of the first, as long as both last. Bones that one lacks are left out. */
function compareJoints(motion: Motion, truth: Motion): JointDifference[] {
  const [own, other] = [createPose(motion.skeleton), createPose(truth.skeleton)];
  const bones = comparedBones.filter((bone) =>
    [motion, truth].every(({ skeleton }) => jointOfBone(skeleton, bone) >= 0),
  );
  const errors = bones.map((): Float64Array[] => []);
  const count = Math.min(motion.frameCount, Math.floor(((truth.frameCount - 1) * motion.hz) / truth.hz + 1e-6) + 1);
  for (let frame = 0; frame < count; frame++) {
    for (const [from, pose] of [
      [motion, own],
      [truth, other],
    ] as const) {
      sampleMotion(from, frame / motion.hz, pose);
      updateWorldPose(from.skeleton, pose);
    }
    bones.forEach((bone, i) => {
      errors[i].push(errorInBone(own, jointOfBone(motion.skeleton, bone), other, jointOfBone(truth.skeleton, bone)));
    });
  }
  return bones.map((bone, i) => ({ bone, ...differenceOf(errors[i]) }));
}

/** Way from our joint to the other's, in our bone's own space. */
function errorInBone(own: Pose, joint: number, other: Pose, otherJoint: number): Float64Array {
  const way = createVec3();
  for (let k = 0; k < 3; k++) way[k] = other.worldPositions[otherJoint * 3 + k] - own.worldPositions[joint * 3 + k];
  const [x, y, z, w] = own.worldRotations.subarray(joint * 4, joint * 4 + 4);
  vec3.transformQuat(way, way, quat.conjugate(createQuat(), createQuat(x, y, z, w)));
  return Float64Array.from(way);
}

function differenceOf(errors: readonly Float64Array[]): Omit<JointDifference, 'bone'> {
  const count = Math.max(1, errors.length);
  const middle = [0, 1, 2].map((k) => errors.reduce((sum, error) => sum + error[k], 0) / count);
  const restSq = errors.reduce((sum, error) => sum + error.reduce((s, value, k) => s + (value - middle[k]) ** 2, 0), 0);
  return {
    mean: errors.reduce((sum, error) => sum + Math.hypot(...error), 0) / count,
    steady: Math.hypot(...middle),
    moving: Math.sqrt(restSq / count),
  };
}
