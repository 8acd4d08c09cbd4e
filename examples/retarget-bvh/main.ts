import { readFile, writeFile } from 'node:fs/promises';
import { scaleSkeleton } from '@leib/body';
import { buildRetarget, createPose, type Motion, retargetPose, sampleMotion, updateWorldPose } from '@leib/core';
import { readBvh, writeBvh } from '@leib/formats';

const [inPath = 'examples/retarget-bvh/wave.bvh', outPath = 'retargeted.bvh'] = process.argv.slice(2);

// Any BVH becomes a motion on a skeleton whose rest pose is the T-pose, whatever the file's own conventions are.
const { motion, report } = await readBvh(await readFile(inPath));
const child = scaleSkeleton(1.2);
const retarget = buildRetarget(motion.skeleton, child, { keepFeet: true });

const from = createPose(motion.skeleton);
const to = createPose(child);
const rootPositions = new Float64Array(motion.frameCount * 3);
const localRotations = new Float64Array(motion.frameCount * child.jointCount * 4);
for (let frame = 0; frame < motion.frameCount; frame++) {
  sampleMotion(motion, frame / motion.hz, from);
  updateWorldPose(motion.skeleton, from);
  retargetPose(retarget, from, to);
  rootPositions.set(to.rootPosition, frame * 3);
  localRotations.set(to.localRotations, frame * child.jointCount * 4);
}

const result: Motion = { ...motion, skeleton: child, rootPositions, localRotations };
await writeFile(outPath, writeBvh(result));
const boneCount = Object.keys(report.mapping.bones).length;
console.log(`${inPath}: ${boneCount} bones recognised, one unit is a ${report.unit.name}`);
console.log(`${outPath}: ${result.frameCount} frames on a child of ${child.jointCount} joints`);
