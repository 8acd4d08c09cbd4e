import { buildSkeleton, type RawJoint, type Skeleton } from '@leib/core';
import type { BodyModel } from './bodyModel.js';
import type { ShapedBody } from './shapeBody.js';

/** Builds the skeleton of a shaped body, with its joints inside the skin. Build a new one for each shape. */
export function skeletonOfShape(model: BodyModel, shaped: ShapedBody): Skeleton {
  return buildSkeleton(jointsOfShape(model, shaped));
}

/** The same as a list of joints, for writing files. */
export function jointsOfShape(model: BodyModel, { joints }: ShapedBody): RawJoint[] {
  return model.jointNames.map((bone, joint) => {
    const parent = model.parents[joint];
    const from = (axis: number) => (parent < 0 ? 0 : joints[parent * 3 + axis]);
    return {
      name: bone,
      bone,
      parent: parent < 0 ? null : model.jointNames[parent],
      offset: [joints[joint * 3] - from(0), joints[joint * 3 + 1] - from(1), joints[joint * 3 + 2] - from(2)],
    };
  });
}
