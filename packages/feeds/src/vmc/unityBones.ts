import { type HumanoidBone, humanoidBones, parentBone } from '@leib/core';

/** Unity's HumanBodyBones name of a humanoid bone: the same with a capital, but thumbs begin one joint later. */
export function unityBoneName(bone: HumanoidBone): string {
  const name = bone.charAt(0).toUpperCase() + bone.slice(1);
  return name.replace('ThumbProximal', 'ThumbIntermediate').replace('ThumbMetacarpal', 'ThumbProximal');
}

/** By boneNumber. 55 entries. */
export const unityBoneNames: readonly string[] = humanoidBones.map(unityBoneName);

/** boneNumber of a HumanBodyBones name. */
export const boneOfUnityName: ReadonlyMap<string, number> = new Map(unityBoneNames.map((name, bone) => [name, bone]));

/** boneNumber of each bone's parent, -1 for the hips. 55 entries. */
export const boneParents: readonly number[] = humanoidBones.map((bone) => {
  const parent = parentBone(bone);
  return parent === null ? -1 : humanoidBones.indexOf(parent);
});
