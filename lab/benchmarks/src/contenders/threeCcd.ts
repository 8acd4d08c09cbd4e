import { Bone, BufferGeometry, MeshBasicMaterial, Skeleton, SkinnedMesh } from 'three';
import { CCDIKSolver } from 'three/examples/jsm/animation/CCDIKSolver.js';
import type { IkContender } from '../contender.js';
import { type IkProblem, MAX_ITERATIONS, TOLERANCE } from '../ikProblem.js';

/**
 * three.js' CCDIKSolver. It has no tolerance of its own, so it gets one iteration at a time and stops as soon as the
 * tip is near enough: the least work with which it can do the task.
 */
export function createThreeCcd({ lengths, targets, targetCount }: IkProblem): IkContender {
  const bones: Bone[] = [];
  for (let joint = 0; joint <= lengths.length; joint++) {
    const bone = new Bone();
    if (joint > 0) {
      bone.position.y = lengths[joint - 1];
      bones[joint - 1].add(bone);
    }
    bones.push(bone);
  }
  const [root] = bones;
  const effector = bones[lengths.length];
  const target = new Bone();
  bones.push(target);
  const mesh = new SkinnedMesh(new BufferGeometry(), new MeshBasicMaterial());
  mesh.add(root, target);
  mesh.bind(new Skeleton(bones));
  const links = lengths.map((_, joint) => ({ index: lengths.length - 1 - joint }));
  const ik = { effector: lengths.length, target: lengths.length + 1, links, iteration: 1 };
  const solver = new CCDIKSolver(mesh, [ik]);

  const reset = () => {
    for (let joint = 0; joint < lengths.length; joint++) bones[joint].quaternion.set(0, 0, 0, 1);
    root.updateMatrixWorld(true);
  };
  const solve = (index: number) => {
    const x = targets[index * 3];
    const y = targets[index * 3 + 1];
    const z = targets[index * 3 + 2];
    target.matrixWorld.setPosition(x, y, z);
    const tip = effector.matrixWorld.elements;
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      solver.updateOne(ik);
      const dx = tip[12] - x;
      const dy = tip[13] - y;
      const dz = tip[14] - z;
      if (dx * dx + dy * dy + dz * dz <= TOLERANCE * TOLERANCE) return;
    }
  };
  return {
    name: 'three CCDIKSolver',
    callCount: targetCount,
    run: (count) => {
      for (let i = 0; i < count; i++) {
        reset();
        solve(i);
      }
    },
    runOverhead: (count) => {
      for (let i = 0; i < count; i++) reset();
    },
    solveOne: (index) => {
      reset();
      solve(index);
    },
    readTip: (tip) => tip.set(effector.matrixWorld.elements.slice(12, 15)),
  };
}
