import type { Pose, Skeleton } from '@leib/core';
import type { PackedBody } from '@leib/stage';
import { buildAngleBinding } from '../angles/angleBinding.js';
import { createAgentAngles, defaultAngleLayout } from '../angles/angleLayout.js';
import { anglesFromPose, buildPoseReading } from '../angles/anglesFromPose.js';
import { packAngles, packedSize } from '../angles/packAngles.js';

/** Packs poses of one actor: angles go on from those of the frame before. */
export function createPosePacking(skeleton: Skeleton): (pose: Pose) => PackedBody {
  const reading = buildPoseReading(buildAngleBinding(defaultAngleLayout, skeleton));
  const angles = createAgentAngles(defaultAngleLayout);
  return (pose) => {
    anglesFromPose(reading, pose, angles);
    const body = new Int16Array(packedSize(angles.angles.length));
    packAngles(body, 0, angles);
    return { body, fingers: null, face: null };
  };
}
