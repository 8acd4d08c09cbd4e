import { Bone } from '@babylonjs/core/Bones/bone.js';
import { BoneIKController } from '@babylonjs/core/Bones/boneIKController.js';
import { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import type { IkContender } from '../contender.js';
import type { IkProblem } from '../ikProblem.js';
import { stiffArm } from './leibTwoBone.js';

/** Babylon's BoneIKController: analytic, two bones, so the hand stays straight. It has no state to start from. */
export function createBabylonIk(problem: IkProblem): IkContender {
  const { targets, targetCount } = problem;
  const { upperLength, lowerLength } = stiffArm(problem);
  // An engine announces itself on standard output, where `leib bench --json` prints its one object.
  Logger.LogLevels = Logger.NoneLogLevel;
  const scene = new Scene(new NullEngine());
  scene.useRightHandedSystem = true;
  const mesh = new TransformNode('arm', scene);
  const skeleton = new Skeleton('arm', 'arm', scene);
  const upper = new Bone('upper', skeleton, null, Matrix.Identity());
  const lower = new Bone('lower', skeleton, upper, Matrix.Translation(0, upperLength, 0));
  const hand = new Bone('hand', skeleton, lower, Matrix.Translation(0, lowerLength, 0));
  skeleton.computeAbsoluteMatrices(true);
  const controller = new BoneIKController(mesh, lower, { poleAngle: 0 });
  controller.poleTargetPosition.set(0.2, 0.1, -1);
  const solveOne = (index: number) => {
    controller.targetPosition.set(targets[index * 3], targets[index * 3 + 1], targets[index * 3 + 2]);
    controller.update();
  };
  const tipPosition = new Vector3();
  return {
    name: 'babylon BoneIKController',
    callCount: targetCount,
    run: (count) => {
      for (let i = 0; i < count; i++) solveOne(i);
    },
    solveOne,
    readTip: (out) => {
      skeleton.computeAbsoluteMatrices(true);
      hand.getAbsolutePositionToRef(mesh, tipPosition);
      out.set([tipPosition.x, tipPosition.y, tipPosition.z]);
    },
  };
}
