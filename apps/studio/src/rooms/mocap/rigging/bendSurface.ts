import type { MeshRig, RigSurface } from '@leib/mocap';
import { Matrix4, Quaternion, Vector3 } from 'three';

/** Bends of the preview, radians. */
export interface PreviewBends {
  readonly elbows: number;
  readonly knees: number;
}

/**
 * The skin with elbows and knees bent, by linear blending: what the weights do. Elbows bend towards the front about the axis
 * across the upper arm, knees towards the back.
 */
export function bendSurface({ positions }: RigSurface, rig: MeshRig, { elbows, knees }: PreviewBends): Float32Array {
  const matrices = bendMatrices(rig, { elbows, knees });
  const bent = new Float32Array(positions.length);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const at = vertex * 3;
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
      const weight = rig.skinWeights[k];
      if (weight === 0) continue;
      const { elements: m } = matrices[rig.skinBones[k]];
      for (let row = 0; row < 3; row++) {
        bent[at + row] += weight * (m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
      }
    }
  }
  return bent;
}

/** Where each bone's own space goes, from the bind pose. */
function bendMatrices(rig: MeshRig, { elbows, knees }: PreviewBends): Matrix4[] {
  const matrices: Matrix4[] = [];
  rig.bones.forEach((bone, b) => {
    const parent = rig.parents[b];
    const matrix = parent < 0 ? new Matrix4() : matrices[parent].clone();
    const turn = bone.endsWith('LowerArm') ? elbows : bone.endsWith('LowerLeg') ? knees : 0;
    if (turn !== 0) {
      const joint = new Vector3().fromArray(rig.joints, b * 3);
      matrix.multiply(new Matrix4().makeTranslation(joint));
      matrix.multiply(new Matrix4().makeRotationFromQuaternion(bendTurn(rig, b, turn)));
      matrix.multiply(new Matrix4().makeTranslation(joint.negate()));
    }
    matrices.push(matrix);
  });
  return matrices;
}

/** The turn that takes the bone's direction towards the front (elbow) or the back (knee). */
function bendTurn({ bones, parents, joints }: MeshRig, bone: number, angle: number): Quaternion {
  const upper = new Vector3().fromArray(joints, parents[bone] * 3);
  const along = new Vector3().fromArray(joints, bone * 3).sub(upper);
  const towards = new Vector3(0, 0, bones[bone].endsWith('LowerArm') ? 1 : -1);
  return new Quaternion().setFromAxisAngle(along.cross(towards).normalize(), angle);
}
