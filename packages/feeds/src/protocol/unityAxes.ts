/**
 * Mirrors a pose in the plane x = 0, from Unity's axes to ours or back. Unity is left-handed, +Y up; an avatar at rest
 * faces +Z with its left at -X, and mirrored with its left at +X, which is our rest pose.
 */
export function mirrorUnityPose(pose: Float64Array): void {
  pose[0] = -pose[0];
  pose[4] = -pose[4];
  pose[5] = -pose[5];
}
