import type { JointDrive } from '../body/jointDrive.js';
import type { RemotePart } from '../body/remoteBody.js';
import { driveName } from '../settings/driveName.js';
import { axisNames } from '../settings/jointSettings.js';
import type { ColliderSet } from '../settings/remoteBodySettings.js';

/** Names in the engine's model. Those of a body begin with its number in the world. */

export const bodyName = (body: number, part: RemotePart) => `${body}.${part.bone}`;
export const jointName = (body: number, drive: JointDrive, k: number) =>
  drive.kind === 'ball' ? `${body}.${drive.bone}` : hingeName(body, drive, k);
export const hingeName = (body: number, drive: JointDrive, k: number) =>
  `${body}.${driveName(drive.bone, axisNames[drive.axes[k]])}`;
export const rootName = (body: number) => `${body}.root`;
/** Joint of a part that hangs on nothing (control.drive 'freeParts'). */
export const freePartName = (body: number, part: RemotePart) => `${body}.${part.bone}.free`;
export const shapeName = (body: number, part: RemotePart, set: ColliderSet, index: number) =>
  `${body}.${part.bone}.${set}${index}`;
/** Tendon that stops an axis of a ball, and its ends on the part and on the part it hangs on. */
export const stopName = (body: number, drive: JointDrive, axis: number) =>
  `${body}.${drive.bone}.stop${axisNames[axis]}`;
export const stopSiteName = (body: number, drive: JointDrive, axis: number, end: 'own' | 'parent') =>
  `${stopName(body, drive, axis)}.${end}`;
export const objectName = (object: { readonly name: string }) => `object.${object.name}`;
export const objectJointName = (object: { readonly name: string }) => `object.${object.name}.joint`;
export const grabName = (number: number) => `grab${number}`;
