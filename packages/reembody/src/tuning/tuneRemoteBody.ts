import { type HumanoidBone, mirrorBone } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { sideOfBone } from '../settings/boneKinds.js';
import { driveName } from '../settings/driveName.js';
import { axisNames, isLocked, type JointSettings } from '../settings/jointSettings.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { type AxisTuning, defaultTuningOptions, type TuningOptions, tuneAxis } from './tuneAxis.js';

export interface BodyTuning {
  /** Every axis that moves. */
  readonly axes: readonly AxisTuning[];
  /** Names of locked axes, which are left out. */
  readonly locked: readonly string[];
  /** False where it was cancelled: `axes` then holds what was done so far. */
  readonly isComplete: boolean;
}

export interface TuningWork {
  /** Axes to be tuned and how many are done. */
  readonly total: number;
  done: number;
  /** In their order. */
  readonly found: readonly AxisTuning[];
  /** Tunes one more axis; true while there are more. For pages, which want to breathe in between. */
  step(): boolean;
  /** What was found so far. */
  result(): BodyTuning;
}

/** Prepares the tuning of all axes of a body; nothing is tuned until step() is called. */
export function startTuning(
  mujoco: MujocoModule,
  body: RemoteBody,
  options: TuningOptions = defaultTuningOptions,
): TuningWork {
  const work = body.drives.flatMap((drive) =>
    Array.from({ length: drive.speedCount }, (_, k) => ({ drive, k, isCopy: isCopy(body, drive.bone, options) })),
  );
  const own = work.filter((each) => !each.isCopy);
  const axes: AxisTuning[] = [];
  return {
    total: own.length,
    done: 0,
    found: axes,
    step() {
      if (this.done < own.length) {
        const { drive, k } = own[this.done];
        axes.push(tuneAxis(mujoco, body, drive, k, options));
        this.done++;
      }
      return this.done < own.length;
    },
    result() {
      const isComplete = this.done === own.length;
      const copies = isComplete
        ? work.filter((each) => each.isCopy).flatMap(({ drive, k }) => copyOf(axes, drive, k))
        : [];
      return { axes: [...axes, ...copies], locked: lockedAxes(body), isComplete };
    },
  };
}

/** Tunes a whole body. `onProgress` is told what was found after every axis, and may return false to cancel. */
export function tuneRemoteBody(
  mujoco: MujocoModule,
  body: RemoteBody,
  options: TuningOptions = defaultTuningOptions,
  onProgress?: (done: number, total: number, found: AxisTuning) => boolean,
): BodyTuning {
  const work = startTuning(mujoco, body, options);
  let hasMore = work.total > 0;
  while (hasMore) {
    hasMore = work.step();
    if (onProgress && !onProgress(work.done, work.total, work.found[work.done - 1])) break;
  }
  return work.result();
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
