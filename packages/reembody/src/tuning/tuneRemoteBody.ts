import { type HumanoidBone, mirrorBone } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { sideOfBone } from '../settings/boneKinds.js';
import { driveName } from '../settings/driveName.js';
import { axisNames, isLocked, type JointSettings } from '../settings/jointSettings.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { type AxisTuning, type TuningOptions, tuneAxis, tuningOptionsOf } from './tuneAxis.js';

export interface BodyTuning {
  /** Every axis that moves. */
  readonly axes: readonly AxisTuning[];
  /** Names of locked axes, which are left out. */
  readonly locked: readonly string[];
  /** False where it was cancelled: `axes` then holds those tuned so far. */
  readonly isComplete: boolean;
}

/** Tunes a whole body. `onProgress` is called after every axis and may return false to cancel. */
export function tuneRemoteBody(
  mujoco: MujocoModule,
  body: RemoteBody,
  options: TuningOptions = tuningOptionsOf(body.settings),
  onProgress: (done: number, total: number, found: AxisTuning) => boolean = () => true,
): BodyTuning {
  const all = body.drives.flatMap((drive) =>
    Array.from({ length: drive.speedCount }, (_, k) => ({ drive, k, isCopy: isCopy(body, drive.bone, options) })),
  );
  const own = all.filter((each) => !each.isCopy);
  const axes: AxisTuning[] = [];
  for (const { drive, k } of own) {
    const found = tuneAxis(mujoco, body, drive, k, options);
    axes.push(found);
    if (!onProgress(axes.length, own.length, found)) break;
  }
  const isComplete = axes.length === own.length;
  const copies = isComplete ? all.filter((each) => each.isCopy).flatMap(({ drive, k }) => copyOf(axes, drive, k)) : [];
  return { axes: [...axes, ...copies], locked: lockedAxes(body), isComplete };
}

/** Settings with the gains that were found; axes that were not tuned stay as they are. */
export function applyTuning(settings: RemoteBodySettings, { axes }: BodyTuning): RemoteBodySettings {
  const joints: Partial<Record<HumanoidBone, JointSettings>> = { ...settings.joints };
  for (const { bone, axis, kp, kd } of axes) {
    const joint = joints[bone];
    if (joint !== undefined) joints[bone] = { ...joint, [axis]: { ...joint[axis], kp, kd } };
  }
  return { ...settings, joints };
}

type Drive = RemoteBody['drives'][number];

/** A right side whose left is there is copied; a body with a right arm only has it tuned. */
function isCopy(body: RemoteBody, bone: HumanoidBone, { isMirrored }: TuningOptions): boolean {
  if (!isMirrored || sideOfBone(bone) !== 'right') return false;
  const left = mirrorBone(bone);
  return body.drives.some((drive) => drive.bone === left);
}

function copyOf(axes: readonly AxisTuning[], drive: Drive, k: number): AxisTuning[] {
  const axis = axisNames[drive.axes[k]];
  const original = axes.find((each) => each.bone === mirrorBone(drive.bone) && each.axis === axis);
  if (original === undefined) return [];
  return [
    {
      ...original,
      name: driveName(drive.bone, axis),
      bone: drive.bone,
      reason: `copied from ${original.name}: ${original.reason}`,
    },
  ];
}

function lockedAxes({ parts, settings }: RemoteBody): string[] {
  return parts.flatMap(({ bone }) => {
    const joint = settings.joints[bone];
    if (joint === undefined) return [];
    return axisNames.filter((axis) => isLocked(joint[axis])).map((axis) => driveName(bone, axis));
  });
}
