import { type HumanoidBone, mirrorBone } from '@leib/core';
import { sideOfBone } from './boneKinds.js';
import type { AxisName, AxisSettings, JointSettings } from './jointSettings.js';
import type { RemoteBodySettings } from './remoteBodySettings.js';

/** Settings with one change made to the given axes of the given bones: "set many at once" of the editor. */
export function editJoints(
  settings: RemoteBodySettings,
  bones: readonly HumanoidBone[],
  axes: readonly AxisName[],
  change: (axis: AxisSettings) => AxisSettings,
): RemoteBodySettings {
  const joints = { ...settings.joints };
  for (const bone of bones) {
    const joint = joints[bone];
    if (joint === undefined) continue;
    const edit = (name: AxisName) => (axes.includes(name) ? change(joint[name]) : joint[name]);
    joints[bone] = { x: edit('x'), y: edit('y'), z: edit('z') };
  }
  return { ...settings, joints };
}

/** The same, and what has a side is mirrored to the other: there the axes take the changed ones' mirror image. */
export function editBothSides(
  settings: RemoteBodySettings,
  bones: readonly HumanoidBone[],
  axes: readonly AxisName[],
  change: (axis: AxisSettings) => AxisSettings,
): RemoteBodySettings {
  const edited = editJoints(settings, bones, axes, change);
  const joints = { ...edited.joints };
  for (const bone of bones) {
    const joint = edited.joints[bone];
    if (joint === undefined || sideOfBone(bone) === null) continue;
    const other = mirrorBone(bone);
    const image = mirrorJoint(joint);
    const before = joints[other];
    // Of two sides that are both edited the first one leads.
    if (before === undefined || (bones.includes(other) && bones.indexOf(other) < bones.indexOf(bone))) continue;
    const pick = (name: AxisName) => (axes.includes(name) ? image : before)[name];
    joints[other] = { x: pick('x'), y: pick('y'), z: pick('z') };
  }
  return { ...edited, joints };
}

/** The joint of the other side: about y and z it turns the other way. */
export function mirrorJoint({ x, y, z }: JointSettings): JointSettings {
  const mirror = (axis: AxisSettings): AxisSettings => ({ ...axis, low: 0 - axis.high, high: 0 - axis.low });
  return { x, y: mirror(y), z: mirror(z) };
}

/** Settings whose right side is the mirror image of their left. */
export function mirrorLeftToRight(settings: RemoteBodySettings): RemoteBodySettings {
  const joints = { ...settings.joints };
  for (const [name, joint] of Object.entries(settings.joints)) {
    const bone = name as HumanoidBone;
    if (sideOfBone(bone) === 'left') joints[mirrorBone(bone)] = mirrorJoint(joint);
  }
  return { ...settings, joints };
}
