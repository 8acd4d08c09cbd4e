import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { IkContender } from '../contender.js';
import { type IkProblem, MAX_ITERATIONS, TOLERANCE } from '../ikProblem.js';

interface OldVector3 {
  x: number;
  y: number;
  z: number;
  set(x: number, y: number, z: number): void;
}

interface OldObject3D {
  readonly position: OldVector3;
  readonly quaternion: { set(x: number, y: number, z: number, w: number): void };
  readonly matrixWorld: { readonly elements: number[]; setPosition(position: OldVector3): void };
  add(child: OldObject3D): void;
  updateMatrixWorld(force: boolean): void;
}

/** three.js as it was when three-ik was written. */
interface OldThree {
  readonly Bone: new () => OldObject3D;
  readonly Object3D: new () => OldObject3D;
  readonly Vector3: new () => OldVector3;
}

interface ThreeIk {
  readonly IK: new () => { add(chain: object): void; solve(): void };
  readonly IKChain: new () => { add(joint: object, options?: { target: OldObject3D | null }): void };
  readonly IKJoint: new (bone: OldObject3D) => object;
}

/**
 * three-ik calls what three.js has since removed, so it gets the three.js of its time (`three-old`) while everybody
 * else has today's: its one file is compiled here with a `require` of our own.
 */
function loadThreeIk(): { three: OldThree; ik: ThreeIk } {
  const require = createRequire(import.meta.url);
  const three = require('three-old') as OldThree;
  const filename = require.resolve('three-ik/build/three-ik.js');
  const module = { exports: {} };
  const run = compileFunction(readFileSync(filename, 'utf8'), ['exports', 'module', 'require'], { filename });
  run(module.exports, module, () => three);
  return { three, ik: module.exports as ThreeIk };
}

/** three-ik (FABRIK on three.js bones). One solve() is one iteration: asked until the tip is near enough. */
export function createThreeIk({ lengths, targets, targetCount }: IkProblem): IkContender {
  const { three, ik } = loadThreeIk();
  const bones: OldObject3D[] = [];
  for (let joint = 0; joint <= lengths.length; joint++) {
    const bone = new three.Bone();
    if (joint > 0) {
      bone.position.y = lengths[joint - 1];
      bones[joint - 1].add(bone);
    }
    bones.push(bone);
  }
  const parent = new three.Object3D();
  parent.add(bones[0]);
  parent.updateMatrixWorld(true);
  const target = new three.Object3D();
  const targetPosition = new three.Vector3();
  const chain = new ik.IKChain();
  bones.forEach((bone, joint) => {
    chain.add(new ik.IKJoint(bone), { target: joint === lengths.length ? target : null });
  });
  const system = new ik.IK();
  system.add(chain);
  const effector = bones[lengths.length];

  const reset = () => {
    for (let joint = 0; joint <= lengths.length; joint++) {
      bones[joint].position.set(0, joint === 0 ? 0 : lengths[joint - 1], 0);
      bones[joint].quaternion.set(0, 0, 0, 1);
    }
    parent.updateMatrixWorld(true);
  };
  const solve = (index: number) => {
    const x = targets[index * 3];
    const y = targets[index * 3 + 1];
    const z = targets[index * 3 + 2];
    targetPosition.set(x, y, z);
    target.matrixWorld.setPosition(targetPosition);
    const tip = effector.matrixWorld.elements;
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      system.solve();
      const dx = tip[12] - x;
      const dy = tip[13] - y;
      const dz = tip[14] - z;
      if (dx * dx + dy * dy + dz * dz <= TOLERANCE * TOLERANCE) return;
    }
  };
  return {
    name: 'three-ik',
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
    readTip: (out) => out.set(effector.matrixWorld.elements.slice(12, 15)),
  };
}
