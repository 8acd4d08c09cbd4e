import { solveRoles, type TrackerRole, trackerRoles } from '@leib/calibration';
import { InputError } from '@leib/core';
import { createTrackerOffsets, jointOfDevice, POSE_SIZE, pointNumber, type TrackingRecording } from '@leib/tracking';
import type { CommandRun } from '../command.js';
import type { rolesOptions } from '../commands/calibrate.js';
import { named } from '../fileErrors.js';
import { heldPose, namesIn, readCalibration, trackOf } from './readCalibration.js';

/** Output of `leib calibrate roles --json`. */
interface RolesReport {
  readonly roles: Readonly<Record<string, TrackerRole>>;
  readonly confidence: number;
  readonly confidences: Readonly<Record<string, number>>;
  /** Direction that the body faces, degrees about +Y; zero is +Z. */
  readonly headingDeg: number;
  readonly problems: readonly string[];
}

/**
 * Roles of the trackers in a recording of a T-pose or an A-pose. Points that the file names (controllers as hands) keep
 * their roles.
 */
function calibrateRoles(recording: TrackingRecording): RolesReport {
  const head = trackOf(recording, 'head');
  const headPose = head && heldPose(head);
  if (headPose === null) throw new InputError('', `expected a tracked "head", got ${namesIn(recording)}`);
  const trackers: Parameters<typeof solveRoles>[0]['trackers'][number][] = [];
  for (const [id, track] of recording.extras) {
    const place = heldPose(track);
    if (place !== null) trackers.push({ id, place });
  }
  if (trackers.length === 0)
    throw new InputError('', `expected trackers without a role (t1, t2, ...), got ${namesIn(recording)}`);
  const chosen: Record<string, TrackerRole> = {};
  for (const role of trackerRoles) {
    const track = trackOf(recording, role);
    const place = track && heldPose(track);
    if (place === null) continue;
    trackers.push({ id: role, place });
    chosen[role] = role;
  }
  const found = solveRoles({
    headWorld: jointOfHead(recording, headPose),
    floorY: recording.header.floorY,
    trackers,
    chosen,
  });
  return report(found, Object.keys(chosen));
}

function report(
  { roles, confidence, confidences, headingYaw, problems }: ReturnType<typeof solveRoles>,
  named: readonly string[],
): RolesReport {
  const loose = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !named.includes(id)));
  return {
    roles: loose(roles),
    confidence,
    confidences: loose(confidences),
    headingDeg: (headingYaw * 180) / Math.PI,
    problems,
  };
}

/** The head joint, by the headset's offset in the file's header. */
function jointOfHead({ header }: TrackingRecording, pose: readonly number[]): number[] {
  const joint = new Float64Array(POSE_SIZE);
  jointOfDevice(joint, 0, Float64Array.from(pose), createTrackerOffsets(header.offsets), pointNumber.head * POSE_SIZE);
  return Array.from(joint);
}

export const runCalibrateRoles: CommandRun<typeof rolesOptions> = async (_operands, options, output) => {
  const recording = await readCalibration('calibrate roles', options.in);
  const report = await named(options.in ?? '', () => calibrateRoles(recording));
  if (options.json) return output.print(JSON.stringify(report));
  for (const [id, role] of Object.entries(report.roles)) {
    output.print(`${id}: ${role} (${Math.round(100 * report.confidences[id])} %)`);
  }
  for (const problem of report.problems) output.note(problem);
};
