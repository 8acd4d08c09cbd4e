#!/usr/bin/env node
// Writes BVH clips of a folder with a manifest.json as LEIBCLP1 for motion_set.py: 60 Hz, floor at 0, 23 joints.
// Usage: node export_clips.mjs <folder> <out.bin> [restFrame]     (needs the built packages: npm run build)
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPose, jointOfBone, sampleMotion, smplToJoint, updateWorldPose } from '../packages/core/dist/index.js';
import { floorOfMotion, readBvh, resampleMotion } from '../packages/formats/dist/index.js';

const [folder, out, restFrame] = process.argv.slice(2);
if (!folder || !out) {
  console.error('usage: node export_clips.mjs <folder with manifest.json> <out.bin> [restFrame]');
  process.exit(1);
}
// 127_32: the head is turned 154 degrees against the chest.
const leftOut = new Set(['127_32']);
const { clips } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const header = [];
const blocks = [];
for (const clip of clips.filter(({ clip }) => !leftOut.has(clip))) {
  const options = restFrame === undefined ? {} : { restFrame: Number(restFrame), skipFirstFrames: 1 };
  const { motion: original } = await readBvh(new Uint8Array(readFileSync(join(folder, clip.file))), options);
  const motion = resampleMotion(original, 60);
  const { skeleton } = motion;
  const floorY = floorOfMotion(original);
  const joints = [...smplToJoint(skeleton)];
  // The joint between hips and spine, where there is one, else the hips.
  const below = skeleton.parents[jointOfBone(skeleton, 'spine')];
  joints.push(below);
  const parents = [-1, 0, 0, 22, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 0];
  const rest = (smpl, k) => skeleton.restWorldPositions[joints[smpl] * 3 + k];
  const offsets = joints.map((_, smpl) =>
    [0, 1, 2].map((k) => rest(smpl, k) - (smpl === 0 ? 0 : rest(parents[smpl], k))),
  );
  const rotations = new Float32Array(motion.frameCount * 92);
  const roots = new Float32Array(motion.frameCount * 3);
  const pose = createPose(skeleton);
  for (let frame = 0; frame < motion.frameCount; frame++) {
    sampleMotion(motion, frame / 60, pose);
    updateWorldPose(skeleton, pose);
    joints.forEach((joint, smpl) => {
      rotations.set(pose.worldRotations.subarray(joint * 4, joint * 4 + 4), frame * 92 + smpl * 4);
    });
    roots.set([pose.worldPositions[0], pose.worldPositions[1] - floorY, pose.worldPositions[2]], frame * 3);
  }
  header.push({
    clip: clip.clip,
    subject: Number(clip.subject),
    category: clip.category,
    frames: motion.frameCount,
    offsets,
  });
  blocks.push(rotations, roots);
}
// Padded so that the numbers start at a multiple of four.
let text = JSON.stringify({ format: 'LEIBCLP1', clips: header });
text += ' '.repeat((4 - (Buffer.byteLength(text) % 4)) % 4);
const size = Buffer.alloc(4);
size.writeUInt32LE(Buffer.byteLength(text));
writeFileSync(
  out,
  Buffer.concat([Buffer.from('LEIBCLP1'), size, Buffer.from(text), ...blocks.map((b) => Buffer.from(b.buffer))]),
);
console.error(`${header.length} clips`);
