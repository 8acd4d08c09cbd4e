import { createVec3, type Vec3, vec3 } from '../math/index.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import { mirrorBone } from '../skeleton/humanoid.js';
import type { RigSkin } from './judgeShape.js';
import { between } from './limbShape.js';
import type { BoneJoints, NamedRig } from './namedRig.js';

/** What points ahead counts from this share of the stature on. */
const leastAhead = 0.012;

/**
 * Which way feet and face point, seen by the sides that bones are mapped to: 1 ahead, -1 back (left and right are then
 * exchanged), 0 where nothing shows it. Toes, what hangs on the foot, the skin of the foot, eyes and jaw are asked.
 */
export function facingOf(rig: NamedRig & { readonly skin?: RigSkin | null }, bones: BoneJoints): -1 | 0 | 1 {
  const { hips, head } = bones;
  if (!rig.restWorldPositions || hips === undefined || head === undefined) return 0;
  const up = between(rig, hips, head);
  const stature = standing(rig, bones, up);
  if (stature === 0) return 0;
  vec3.normalize(up, up);
  const ahead = vec3.cross(createVec3(), leftOf(rig, bones), up);
  if (vec3.length(ahead) < 1e-9) return 0;
  vec3.normalize(ahead, ahead);
  const feet = (['left', 'right'] as const).map((side) => footAhead(rig, bones, side, ahead) / stature);
  if (feet.every((way) => way > leastAhead)) return 1;
  if (feet.every((way) => way < -leastAhead)) return -1;
  // Heads are as deep behind the joint as in front of it, so only eyes and a jaw tell.
  const face = (['leftEye', 'rightEye', 'jaw'] as const).flatMap((bone) => {
    const joint = bones[bone];
    return joint === undefined ? [] : [vec3.dot(ahead, between(rig, head, joint)) / stature];
  });
  if (feet.some((way) => Math.abs(way) > leastAhead) || face.length === 0) return 0;
  if (face.every((way) => way > leastAhead)) return 1;
  return face.every((way) => way < -leastAhead) ? -1 : 0;
}

/** Head to feet; 0 where the legs do not go down from the hips. */
function standing(rig: NamedRig, bones: BoneJoints, up: Vec3): number {
  const foot = bones.leftFoot ?? bones.leftLowerLeg;
  if (foot === undefined) return 0;
  const leg = between(rig, bones.hips as number, foot);
  const isDown = vec3.dot(leg, up) < -0.5 * vec3.length(leg) * vec3.length(up);
  return isDown ? vec3.length(leg) + vec3.length(up) : 0;
}

function leftOf(rig: NamedRig, bones: BoneJoints): Vec3 {
  const left = createVec3();
  for (const bone of ['leftUpperLeg', 'leftUpperArm', 'leftFoot'] satisfies HumanoidBone[]) {
    const [a, b] = [bones[bone], bones[mirrorBone(bone)]];
    if (a !== undefined && b !== undefined) vec3.add(left, left, between(rig, b, a));
  }
  return left;
}

/** How far the foot goes ahead of its ankle: by its toes, else the farthest joint below it, else its skin. */
function footAhead(
  rig: NamedRig & { readonly skin?: RigSkin | null },
  bones: BoneJoints,
  side: 'left' | 'right',
  ahead: Vec3,
): number {
  const foot = bones[`${side}Foot`];
  if (foot === undefined) return 0;
  const toes = bones[`${side}Toes`];
  if (toes !== undefined) return vec3.dot(ahead, between(rig, foot, toes));
  const below = rig.names.flatMap((_, joint) =>
    rig.parents[joint] === foot ? [vec3.dot(ahead, between(rig, foot, joint))] : [],
  );
  const farthest = below.sort((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0;
  const { skin, restWorldPositions: at } = rig;
  if (farthest !== 0 || !skin || !at || skin.weights[foot] === 0) return farthest;
  const centre = createVec3(skin.centres[foot * 3], skin.centres[foot * 3 + 1], skin.centres[foot * 3 + 2]);
  return vec3.dot(ahead, vec3.subtract(centre, centre, [at[foot * 3], at[foot * 3 + 1], at[foot * 3 + 2]]));
}
