import {
  createPose,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  sampleMotion,
  updateWorldPose,
  vec3,
} from '@leib/core';
import { readBvh, resampleMotion } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import { createArmsRig, placeOf, setTarget, sides, step } from './arms.testing.js';
import { defaultTorsoHullSettings, isInTorso } from './torsoHull.js';

/** Lies beside the repository on some machines and is no part of it. This package is typed without Node. */
const { dirname } = import.meta as unknown as { dirname: string };
const folder = `${dirname}/../../../../../shared/mocap/cmu`;
const fs = (await import('node:fs' as string)) as {
  existsSync(path: string): boolean;
  readFileSync(path: string): Uint8Array;
};

/** One of each kind of movement. */
const names = ['02_01', '13_26', '62_03', '05_12', '144_28', '13_18'];

describe.skipIf(!fs.existsSync(folder))('real arms beside the repository, the trunk being right', () => {
  test('elbows within 3.5 cm on the average, hands exact, no elbow in the trunk', async () => {
    let [sum, count, handError, inside] = [0, 0, 0, 0];
    for (const name of names) {
      const { motion: recorded } = await readBvh(fs.readFileSync(`${folder}/${name}.bvh.gz`), { name });
      const motion = resampleMotion(recorded, 60);
      const { skeleton } = motion;
      const rig = createArmsRig(skeleton);
      const truth = createPose(skeleton);
      const trueAt = (bone: HumanoidBone) => {
        const at = jointOfBone(skeleton, bone) * 3;
        return createVec3(truth.worldPositions[at], truth.worldPositions[at + 1], truth.worldPositions[at + 2]);
      };
      for (let frame = 0; frame < motion.frameCount; frame++) {
        sampleMotion(motion, frame / 60, truth);
        updateWorldPose(skeleton, truth);
        sampleMotion(motion, frame / 60, rig.body.pose);
        updateWorldPose(skeleton, rig.body.pose);
        for (const side of sides) {
          const at = jointOfBone(skeleton, `${side}Hand`) * 4;
          setTarget(rig, `${side}Hand`, trueAt(`${side}Hand`), truth.worldRotations.slice(at, at + 4));
        }
        step(rig, 1 / 60);
        for (const side of sides) {
          sum += vec3.distance(placeOf(rig, `${side}LowerArm`), trueAt(`${side}LowerArm`));
          handError = Math.max(handError, vec3.distance(placeOf(rig, `${side}Hand`), trueAt(`${side}Hand`)));
          if (isInTorso(defaultTorsoHullSettings, rig.state.hull, placeOf(rig, `${side}LowerArm`))) inside++;
          count++;
        }
      }
    }
    expect(sum / count).toBeLessThan(0.035);
    expect(handError).toBeLessThan(0.0025);
    expect(inside).toBe(0);
  });
});
