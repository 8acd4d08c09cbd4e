import {
  type BoneJoints,
  boneReason,
  type HumanoidBone,
  type HumanoidMapping,
  humanoidBones,
  InputError,
  mapHumanoid,
  type NamedRig,
  requiredBones,
} from '@leib/core';

/** Joints of bones by name, as a user gives them; null: the body has no such bone. */
export type BoneNames = Readonly<Partial<Record<HumanoidBone, string | null>>>;

/**
 * Which joint of a file is which bone: by names, where these leave out what a person cannot do without by the shape of the rig as well, and as the
 * user says.
 */
export function mapBvhBones(rig: NamedRig, given: BoneNames = {}): HumanoidMapping {
  const byNames = mapHumanoid(rig);
  const isMissing = ({ missing }: HumanoidMapping) => missing.some((bone) => requiredBones.includes(bone));
  const byShape = isMissing(byNames) && rig.restWorldPositions ? mapHumanoid(rig, { byShape: true }) : byNames;
  return withGiven(rig, withEnds(rig, isMissing(byShape) ? byNames : byShape), given);
}

/** Bones that a chain ends before, in files that stop there: neck, forearm, shin. */
const chainEnds: readonly (readonly [last: HumanoidBone, missing: HumanoidBone])[] = [
  ['neck', 'head'],
  ['leftLowerArm', 'leftHand'],
  ['rightLowerArm', 'rightHand'],
  ['leftLowerLeg', 'leftFoot'],
  ['rightLowerLeg', 'rightFoot'],
];

/** A rig that ends at the neck has its head at the neck's End Site; likewise hands and feet. */
function withEnds(rig: NamedRig, mapping: HumanoidMapping): HumanoidMapping {
  const bones: BoneJoints = { ...mapping.bones };
  const reasons = { ...mapping.reasons };
  const guessed = [...mapping.guessed];
  for (const [last, bone] of chainEnds) {
    const joint = bones[last];
    if (joint === undefined || bones[bone] !== undefined) continue;
    const end = rig.names.indexOf(`${rig.names[joint]}End`);
    const isOnlyChild = Array.from(rig.parents).every((parent, child) => (parent === joint) === (child === end));
    if (end < 0 || !isOnlyChild) continue;
    const why = `where "${rig.names[joint]}" ends; none is named ${bone}`;
    bones[bone] = end;
    reasons[bone] = boneReason('chain', why);
    guessed.push({ bone, jointName: rig.names[end], why });
  }
  return { ...mapping, bones, reasons, guessed, missing: humanoidBones.filter((bone) => bones[bone] === undefined) };
}

function withGiven(rig: NamedRig, mapping: HumanoidMapping, given: BoneNames): HumanoidMapping {
  const changed = Object.entries(given) as [HumanoidBone, string | null][];
  if (changed.length === 0) return mapping;
  const bones: BoneJoints = { ...mapping.bones };
  const reasons = { ...mapping.reasons };
  for (const [bone, name] of changed) {
    if (!humanoidBones.includes(bone)) throw new InputError('bones', `expected bones of VRM 1.0, got "${bone}"`);
    delete bones[bone];
    delete reasons[bone];
    if (name === null) continue;
    const joint = rig.names.indexOf(name);
    if (joint < 0) throw new InputError(`bones, ${bone}`, `expected a joint of the file, got "${name}"`);
    // A joint carries one bone: what the names said of it no longer holds.
    for (const other of humanoidBones) if (bones[other] === joint) delete bones[other];
    bones[bone] = joint;
    reasons[bone] = boneReason('user', 'as given');
  }
  return {
    ...mapping,
    bones,
    reasons,
    guessed: mapping.guessed.filter(({ bone, jointName }) => rig.names[bones[bone] ?? -1] === jointName),
    missing: humanoidBones.filter((bone) => bones[bone] === undefined),
  };
}
