import { spawnSync } from 'node:child_process';
import { buildSkeleton, createQuat, type HumanoidBone, type Motion, quat, type RawJoint, smplBones } from '@leib/core';
import type { Take } from './take.ts';

/** The set's own reader decodes it (xz streams, which Node cannot read); this hands the numbers on as they are. */
const decodeProgram = `
import json, os, sys
sys.path.insert(0, sys.argv[1])
from read_set import read_set
meta, rot, root = read_set(os.path.join(sys.argv[1], 'train.bin'))
header = json.dumps({'hz': meta['hz'], 'val': meta['val'], 'clips': meta['clips']}).encode()
out = sys.stdout.buffer
out.write(len(header).to_bytes(4, 'little') + header)
for r, p in zip(rot, root):
    out.write(r.astype('<f4').tobytes())
    out.write(p.astype('<f4').tobytes())
`;

interface TrainHeader {
  readonly hz: number;
  readonly val: readonly number[];
  readonly clips: readonly { clip: string; subj: number; frames: number; off: readonly number[][] }[];
}

export interface TrainSet {
  readonly takes: readonly Take[];
  /** People that are kept for validation. */
  readonly validationSubjects: readonly string[];
}

/** Joint 22 of the set: sits on the pelvis and carries the first joint of the spine. */
const LOINS = 22;
const JOINT_COUNT = 23;
/** The set's joints in an order in which parents come first. */
const order = [0, 1, 2, LOINS, ...Array.from({ length: 19 }, (_, i) => i + 3)];
const smplParent = [-1, 0, 0, LOINS, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 0];

/** Reads the folder that holds train.bin and read_set.py. Needs python3 with numpy. */
export function readTrainSet(folder: string): TrainSet {
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', decodeProgram, folder], {
    maxBuffer: 2 ** 30,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (error || status !== 0)
    throw new Error(`python3 could not read ${folder}: ${error?.message ?? stderr.toString()}`);
  const headerLength = stdout.readUInt32LE(0);
  const header = JSON.parse(stdout.subarray(4, 4 + headerLength).toString()) as TrainHeader;
  let at = 4 + headerLength;
  const takes = header.clips.map(({ clip, subj, frames, off }): Take => {
    const size = frames * (JOINT_COUNT + 1) * 3;
    const numbers = new Float32Array(stdout.buffer.slice(stdout.byteOffset + at, stdout.byteOffset + at + size * 4));
    at += size * 4;
    return { motion: motionOf(clip, header.hz, frames, off, numbers), subject: String(subj) };
  });
  return { takes, validationSubjects: header.val.map(String) };
}

function motionOf(
  name: string,
  hz: number,
  frameCount: number,
  offsets: readonly number[][],
  numbers: Float32Array,
): Motion {
  const skeleton = buildSkeleton(
    order.map((joint): RawJoint => {
      const bone: HumanoidBone | null = joint === LOINS ? null : smplBones[joint];
      const parent = smplParent[joint];
      const [x, y, z] = joint === LOINS ? [0, 0, 0] : offsets[joint];
      return {
        name: bone ?? 'loins',
        parent: parent < 0 ? null : parent === LOINS ? 'loins' : smplBones[parent],
        offset: [x, y, z],
        bone,
      };
    }),
  );
  const localRotations = new Float64Array(frameCount * JOINT_COUNT * 4);
  const rotation = createQuat();
  for (let frame = 0; frame < frameCount; frame++) {
    for (let i = 0; i < JOINT_COUNT; i++) {
      const from = (frame * JOINT_COUNT + order[i]) * 3;
      const [x, y, z] = [numbers[from], numbers[from + 1], numbers[from + 2]];
      const angle = Math.hypot(x, y, z);
      const scale = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
      quat.normalize(rotation, quat.set(rotation, x * scale, y * scale, z * scale, Math.cos(angle / 2)));
      localRotations.set(rotation, (frame * JOINT_COUNT + i) * 4);
    }
  }
  const rootPositions = Float64Array.from(numbers.subarray(frameCount * JOINT_COUNT * 3));
  return { name, skeleton, hz, frameCount, rootPositions, localRotations };
}
