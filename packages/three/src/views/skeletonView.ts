import { humanoidBones, type Pose, type Skeleton } from '@leib/core';
import { Color, Group, MeshLambertMaterial, type Object3D, OctahedronGeometry } from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, instanceMatrices, writePoint, writeSegment } from './instanceMatrix.js';

export interface SkeletonViewOptions {
  /** Shows the bones through the skin. */
  readonly xray?: boolean;
  readonly leftColor?: string;
  readonly rightColor?: string;
  readonly middleColor?: string;
}

export interface SkeletonView {
  /** In world space: add it to the scene itself. */
  readonly root: Object3D;
  setXray(xray: boolean): void;
  /** Reads the pose's world positions. */
  update(pose: Pose): void;
  dispose(): void;
}

/** Bones as slim octahedra from joint to joint, left and right in colours of their own. */
export function createSkeletonView(
  skeleton: Skeleton,
  { xray = false, leftColor = '#3b82f6', rightColor = '#f97316', middleColor = '#cbd5e1' }: SkeletonViewOptions = {},
): SkeletonView {
  const { jointCount, parents } = skeleton;
  const boneMaterial = new MeshLambertMaterial({ emissiveIntensity: 0.35, flatShading: true });
  const bones = createInstances('bones', createBoneGeometry(), boneMaterial, jointCount);
  const joints = createInstances('joints', new OctahedronGeometry(1, 2), boneMaterial, jointCount);
  const colors = { left: new Color(leftColor), right: new Color(rightColor), middle: new Color(middleColor) };
  const thickness = new Float64Array(jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    const color = colors[sideOf(skeleton, joint)];
    bones.setColorAt(joint, color);
    joints.setColorAt(joint, color);
    // Thin enough for a finger, never thicker than a thigh's bone.
    const [x, y, z] = skeleton.restOffsets.subarray(joint * 3, joint * 3 + 3);
    thickness[joint] = Math.min(0.02, Math.max(0.0025, 0.09 * Math.hypot(x, y, z)));
  }
  thickness[0] = 0.02;
  const root = new Group();
  root.name = 'skeleton view';
  root.add(bones, joints);

  const view: SkeletonView = {
    root,
    setXray(on) {
      boneMaterial.depthTest = !on;
      boneMaterial.transparent = on;
      boneMaterial.opacity = on ? 0.85 : 1;
      boneMaterial.needsUpdate = true;
      bones.renderOrder = joints.renderOrder = on ? 1000 : 0;
    },
    update(pose) {
      const boneMatrices = instanceMatrices(bones);
      const jointMatrices = instanceMatrices(joints);
      const at = pose.worldPositions;
      for (let joint = 0; joint < jointCount; joint++) {
        const parent = parents[joint];
        const size = thickness[joint];
        if (parent >= 0) writeSegment(boneMatrices, joint, at, parent * 3, joint * 3, size);
        writePoint(jointMatrices, joint, at[joint * 3], at[joint * 3 + 1], at[joint * 3 + 2], size * 0.45);
      }
      bones.instanceMatrix.needsUpdate = true;
      joints.instanceMatrix.needsUpdate = true;
    },
    dispose() {
      disposeTree(root);
    },
  };
  view.setXray(xray);
  return view;
}

/** A unit-long bone along +Y, widest at a fifth of its length. */
function createBoneGeometry(): OctahedronGeometry {
  const geometry = new OctahedronGeometry(1, 0);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const y = position.getY(i);
    position.setY(i, y > 0.5 ? 1 : y < -0.5 ? 0 : 0.2);
  }
  geometry.computeVertexNormals();
  return geometry;
}

function sideOf(skeleton: Skeleton, joint: number): 'left' | 'right' | 'middle' {
  // Joints without a humanoid bone (twist bones, ends) take the side of what they hang on.
  for (let at = joint; at >= 0; at = skeleton.parents[at]) {
    const bone = skeleton.jointToBone[at];
    if (bone < 0) continue;
    const name = humanoidBones[bone];
    return name.startsWith('left') ? 'left' : name.startsWith('right') ? 'right' : 'middle';
  }
  return 'middle';
}
