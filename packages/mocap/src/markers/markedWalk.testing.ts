import {
  createPose,
  type HumanoidBone,
  jointOfBone,
  type quat,
  type Skeleton,
  updateWorldPose,
  vec3,
} from '@leib/core';
import { buildAngleBinding, createAgentAngles, defaultAngleLayout, poseFromAngles } from '@leib/core/pack';
import { seededRandom } from '@leib/core/testing';
import { type C3dFile, readC3d, writeC3d } from '@leib/formats';
import { assignMarkers } from './assignMarkers.js';

/** Tests only: markers on a body that moves every joint, as a C3D file. */

const sides = ['L', 'R'];
const sided = 'FHD BHD SHO UPA ELB FRM WRA WRB FIN ASI PSI THI KNE TIB ANK HEE TOE MT5'.split(' ');
export const plugInGait: readonly string[] = [
  ...sides.flatMap((side) => sided.map((name) => side + name)),
  'C7',
  'T10',
  'CLAV',
  'STRN',
];

export interface MarkedWalk {
  readonly labels: readonly string[];
  /** World, Y up, metres. */
  readonly positions: Float64Array;
  readonly frameCount: number;
  /** Joint positions. frameCount x jointCount x 3. */
  readonly joints: Float64Array;
  /** Where each marker sits on its joint. labels x 3. */
  readonly offsets: Float64Array;
}

export const WALK_FRAMES = 30;

/** Swinging arms and legs, a turning trunk: each angle is a sine within what joints can do. */
export function markedWalk(skeleton: Skeleton, labels: readonly string[] = plugInGait, seed = 1): MarkedWalk {
  const random = seededRandom(seed);
  const binding = buildAngleBinding(defaultAngleLayout, skeleton);
  const { markers } = assignMarkers(labels, skeleton, 1.7);
  const offsets = Float64Array.from(
    markers.flatMap(({ expected }) => expected.map((v) => v + 0.02 * (random() - 0.5))),
  );
  const swings = defaultAngleLayout.dofs.map(({ name }) => ({
    ...rangeOf(name),
    phase: 6 * random(),
    pace: 0.6 + random(),
  }));
  const pose = createPose(skeleton);
  const positions = new Float64Array(WALK_FRAMES * labels.length * 3);
  const joints = new Float64Array(WALK_FRAMES * skeleton.jointCount * 3);
  const angles = createAgentAngles(defaultAngleLayout);
  for (let frame = 0; frame < WALK_FRAMES; frame++) {
    const time = frame / 10;
    angles.rootPosition.set([0.2 * Math.sin(time), 0.93, 0.5 * time]);
    swings.forEach(({ middle, swing, phase, pace }, dof) => {
      angles.angles[dof] = middle + swing * Math.sin(pace * time + phase);
    });
    poseFromAngles(binding, angles, pose);
    updateWorldPose(skeleton, pose);
    joints.set(pose.worldPositions, frame * skeleton.jointCount * 3);
    markers.forEach(({ joint, column }, i) => {
      const turn = pose.worldRotations.subarray(joint * 4, joint * 4 + 4) as unknown as quat;
      const point = vec3.transformQuat(vec3.create(), offsets.subarray(i * 3, i * 3 + 3) as unknown as vec3, turn);
      for (let k = 0; k < 3; k++)
        positions[(frame * labels.length + column) * 3 + k] = point[k] + pose.worldPositions[joint * 3 + k];
    });
  }
  return { labels, positions, frameCount: WALK_FRAMES, joints, offsets };
}

function rangeOf(name: string): { middle: number; swing: number } {
  if (/LowerArm.bend|LowerLeg.bend/.test(name)) return { middle: 0.7, swing: 0.5 };
  if (/UpperArm|UpperLeg/.test(name)) return { middle: 0, swing: 0.5 };
  return { middle: 0, swing: 0.15 };
}

/** Through a file and back: what a program would read. */
export function throughC3d({ labels, positions, frameCount }: MarkedWalk): Promise<C3dFile> {
  return readC3d(writeC3d({ rate: 10, labels, frameCount, positions }));
}

/** Distance of two joints of the body at rest. */
export function boneLength(skeleton: Skeleton, from: HumanoidBone, to: HumanoidBone): number {
  const [a, b] = [jointOfBone(skeleton, from) * 3, jointOfBone(skeleton, to) * 3];
  const at = skeleton.restWorldPositions;
  return Math.hypot(at[a] - at[b], at[a + 1] - at[b + 1], at[a + 2] - at[b + 2]);
}
