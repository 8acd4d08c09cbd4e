import { type PuppetModel, type PuppetState, pivotOf } from '@leib/puppet';
import { type Object3D, Quaternion, type Vector3 } from 'three';

/** Puts an object, whose children are drawn relative to the part's pivot, where the part is now. */
export function followPart(object: Object3D, { pose }: PuppetState, part: number): void {
  const joint = part + 1;
  object.position.fromArray(pose.worldPositions, joint * 3);
  object.quaternion.fromArray(pose.worldRotations, joint * 4);
}

const turn = new Quaternion();

/** Where a point of a part at rest (model space) is now, puppet's space. Part -1: the whole puppet. */
export function pointOfPart(
  { file }: PuppetModel,
  { pose }: PuppetState,
  part: number,
  point: readonly [number, number, number],
  out: Vector3,
): Vector3 {
  const joint = part + 1;
  const pivot = part < 0 ? ([0, 0, 0] as const) : pivotOf(file.parts[part]);
  out.set(point[0] - pivot[0], point[1] - pivot[1], point[2] - pivot[2]);
  out.applyQuaternion(turn.fromArray(pose.worldRotations, joint * 4));
  out.x += pose.worldPositions[joint * 3];
  out.y += pose.worldPositions[joint * 3 + 1];
  out.z += pose.worldPositions[joint * 3 + 2];
  return out;
}
