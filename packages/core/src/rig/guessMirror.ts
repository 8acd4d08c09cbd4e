import { createVec3, vec3 } from '../math/index.js';
import { type HumanoidBone, humanoidBones, mirrorBone } from '../skeleton/humanoid.js';
import type { BoneGuess } from './boneReason.js';
import { between, extentOf } from './limbShape.js';
import { isAncestor, type NamedRig } from './namedRig.js';

/** How far a joint may lie from its partner's mirror image, as a share of the rig's extent. */
const mirrorWithin = 0.03;

/** Bones whose partner on the other side is known: the free joint that lies where the partner's mirror image is. */
export function guessByMirror(rig: NamedRig, mapped: ReadonlyMap<HumanoidBone, number>): BoneGuess[] {
  const hips = mapped.get('hips');
  if (hips === undefined || !rig.restWorldPositions) return [];
  const bones = new Map(mapped);
  const used = new Set(mapped.values());
  const across = acrossAxis(rig, mapped);
  const reach = mirrorWithin * extentOf(rig);
  const guesses: BoneGuess[] = [];
  const image = createVec3();
  for (const bone of humanoidBones) {
    const partner = bones.get(mirrorBone(bone));
    if (bones.has(bone) || partner === undefined) continue;
    const place = between(rig, hips, partner);
    vec3.scaleAndAdd(image, place, across, -2 * vec3.dot(place, across));
    const found = rig.names
      .map((_, joint) => ({ joint, distance: vec3.distance(between(rig, hips, joint), image) }))
      .filter(({ joint, distance }) => !used.has(joint) && distance < reach && isAncestor(rig, hips, joint))
      .sort((a, b) => a.distance - b.distance)[0];
    // A joint on the middle line mirrors itself.
    if (!found || vec3.dot(place, across) * vec3.dot(between(rig, hips, found.joint), across) >= 0) continue;
    bones.set(bone, found.joint);
    used.add(found.joint);
    guesses.push({ bone, joint: found.joint, why: `mirror image of "${rig.names[partner]}"`, by: 'mirror' });
  }
  return guesses;
}

/** The body's left as far as mapped pairs show it; world X without any. */
function acrossAxis(rig: NamedRig, bones: ReadonlyMap<HumanoidBone, number>) {
  const left = createVec3();
  for (const [bone, joint] of bones) {
    const partner = bone.startsWith('left') ? bones.get(mirrorBone(bone)) : undefined;
    if (partner !== undefined) vec3.add(left, left, between(rig, partner, joint));
  }
  return vec3.length(left) < 1e-3 * extentOf(rig) ? createVec3(1, 0, 0) : vec3.normalize(left, left);
}
