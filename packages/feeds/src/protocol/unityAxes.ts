/**
 * Unity is left-handed, +Y up; an avatar at rest there faces +Z with its left at -X. Mirrored in the plane x = 0 it
 * faces +Z with its left at +X, which is our rest pose: no half turn is left over. The mirror is its own inverse.
 */
export function mirrorUnityPose(pose: Float64Array): void {
  pose[0] = -pose[0];
  pose[4] = -pose[4];
  pose[5] = -pose[5];
}
