import { type HumanoidBone, humanoidBones } from '@leib/core';
import { type AxisName, axisNames } from './jointSettings.js';

/** "LeftUpperLegX": bone and letter of the axis, as the thesis names its drives. */
export function driveName(bone: HumanoidBone, axis: AxisName): string {
  return `${bone.charAt(0).toUpperCase()}${bone.slice(1)}${axis.toUpperCase()}`;
}

/** The bone and axis of a drive's name, or null. */
export function readDriveName(name: string): { readonly bone: HumanoidBone; readonly axis: AxisName } | null {
  const letter = name.slice(-1).toLowerCase();
  const word = name.slice(0, -1);
  const axis = axisNames.find((candidate) => candidate === letter);
  const bone = humanoidBones.find((candidate) => candidate === `${word.charAt(0).toLowerCase()}${word.slice(1)}`);
  return axis === undefined || bone === undefined ? null : { bone, axis };
}
