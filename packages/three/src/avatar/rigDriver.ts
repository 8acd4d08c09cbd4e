import { isFinitePose, type Pose, type RigBinding, toRigRotations } from '@leib/core';
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import type { BodyJoints } from './collectRig.js';

/** Writes poses onto the nodes of a rig. */
export interface RigDriver {
  /** Poses with NaN or infinity in them; each was ignored and the body kept its last good one. */
  refusedCount: number;
  apply(pose: Pose): void;
}

/** `avatarRoot` and its matrices are at rest: nothing above the rig's root moves relative to it later. */
export function createRigDriver(avatarRoot: Object3D, body: BodyJoints, binding: RigBinding): RigDriver {
  const { nodes, isPosed } = body;
  const rigRotations = new Float64Array(nodes.length * 4);
  const rootNode = nodes[0];
  // What lies between the avatar's root and the rig's: an armature's scale, our own placement.
  const toRootParent = new Matrix4();
  if (rootNode.parent)
    toRootParent.copy(avatarRoot.matrixWorld).invert().multiply(rootNode.parent.matrixWorld).invert();
  const turnToRootParent = new Quaternion();
  toRootParent.decompose(new Vector3(), turnToRootParent, new Vector3());

  const driver: RigDriver = {
    refusedCount: 0,
    apply(pose) {
      if (!isFinitePose(pose)) {
        driver.refusedCount++;
        return;
      }
      toRigRotations(binding, pose, rigRotations);
      for (let joint = 0; joint < nodes.length; joint++) {
        if (!isPosed[joint]) continue;
        const at = joint * 4;
        nodes[joint].quaternion.set(rigRotations[at], rigRotations[at + 1], rigRotations[at + 2], rigRotations[at + 3]);
      }
      rootNode.quaternion.premultiply(turnToRootParent);
      const { rootPosition } = pose;
      rootNode.position.set(rootPosition[0], rootPosition[1], rootPosition[2]).applyMatrix4(toRootParent);
    },
  };
  return driver;
}
