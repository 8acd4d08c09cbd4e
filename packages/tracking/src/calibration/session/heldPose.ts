import { POSE_SIZE, pointNumber } from '../../trackedFrame.js';
import type { PoseTuple } from '../../trackerOffsets.js';
import { createXrOffsets } from '../../xr/xrOffsets.js';
import {
  isWornBehind,
  offsetFromTPose,
  offsetWithCentre,
  type PlaceTuple,
  pelvisPlaceInJoint,
  usualPlaceInJoint,
} from '../offsets/offsetsFromTPose.js';
import type { BodyProfile } from '../profile/bodyProfile.js';
import type { CalibrationProposal } from '../profile/profileHistory.js';
import { statureFromEyeHeight, statureFromHeadJoint } from '../proportions/anthropometry.js';
import { type RolesResult, solveRoles } from '../roles/solveRoles.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import { type HoldStill, heldMean } from './holdStill.js';
import type { SessionInput } from './sessionInput.js';

/** The T-pose that was held: head and devices, averaged over the hold. */
export interface HeldPose {
  /** Pose of the head joint. */
  readonly headWorld: Float64Array;
  readonly floorY: number;
  /** Of the person, metres: from the eyes where they are known, else from the head joint. */
  readonly stature: number;
  /** By device id. */
  readonly poses: ReadonlyMap<string, Float64Array>;
  /** What devices are by their protocol, by id: controllers are hands. */
  readonly suggested: Readonly<Record<string, TrackerRole>>;
  /** Devices whose protocol fixes how they sit on their joint, by id: a controller's grip, a bone. */
  readonly fixed: Readonly<Record<string, PoseTuple>>;
}

const IDENTITY: PoseTuple = [0, 0, 0, 0, 0, 0, 1];

/** How a device sits on its joint by what it is; null where only a T-pose tells. */
function fixedOffset(kind: string | undefined, role: TrackerRole): PoseTuple | null {
  if (kind === 'bone') return IDENTITY;
  if (kind !== 'controller' || !role.endsWith('Hand')) return null;
  const at = pointNumber[role] * POSE_SIZE;
  const [px, py, pz, qx, qy, qz, qw] = createXrOffsets().subarray(at, at + POSE_SIZE);
  return [px, py, pz, qx, qy, qz, qw];
}

export function readHeldPose(hold: HoldStill, input: SessionInput): HeldPose | null {
  const headWorld = heldMean(hold, input.devices.length);
  if (headWorld === null) return null;
  const poses = new Map<string, Float64Array>();
  const suggested: Record<string, TrackerRole> = {};
  const fixed: Record<string, PoseTuple> = {};
  input.devices.forEach(({ id, suggestedPoint, kind }, i) => {
    const pose = heldMean(hold, i);
    if (pose === null) return;
    poses.set(id, pose);
    if (!suggestedPoint || suggestedPoint === 'head') return;
    suggested[id] = suggestedPoint;
    const offset = fixedOffset(kind, suggestedPoint);
    if (offset !== null) fixed[id] = offset;
  });
  const { floorY, eyesY = null } = input;
  const stature = eyesY === null ? statureFromHeadJoint(headWorld[1] - floorY) : statureFromEyeHeight(eyesY - floorY);
  return { headWorld, floorY, stature, poses, suggested, fixed };
}

/** Who is who in a held pose, with what the profile remembers and what was chosen by hand. */
export function rolesOfHeldPose(held: HeldPose, { devices }: BodyProfile): RolesResult {
  const chosen: Record<string, TrackerRole> = { ...held.suggested };
  const remembered: Record<string, TrackerRole> = {};
  for (const [id, { role, isChosen }] of Object.entries(devices)) {
    if (role === null || role === 'head' || !held.poses.has(id)) continue;
    if (isChosen) chosen[id] = role;
    else remembered[id] = role;
  }
  const isWorn = (id: string) => !(devices[id]?.isChosen === true && devices[id].role === null);
  return solveRoles({
    headWorld: held.headWorld,
    floorY: held.floorY,
    trackers: [...held.poses].filter(([id]) => isWorn(id)).map(([id, place]) => ({ id, place })),
    chosen,
    remembered,
  });
}

/**
 * Roles, and how each tracker is strapped on, as a proposal. A joint's centre that is known from before is kept where
 * the device has kept its role: straps move, but a T-pose cannot tell.
 */
export function proposeRoles(
  held: HeldPose,
  found: RolesResult,
  present: BodyProfile,
  pelvisDepth: number | null,
): CalibrationProposal {
  const devices: Record<string, BodyProfile['devices'][string]> = {};
  // A device that is not worn today keeps what is known of it, but not a role that another one has now.
  const taken = new Set<string>(Object.values(found.roles));
  for (const [id, device] of Object.entries(present.devices)) {
    devices[id] = device.role !== null && taken.has(device.role) ? { ...device, role: null } : device;
  }
  for (const [id, role] of Object.entries(found.roles)) {
    const pose = held.poses.get(id);
    if (pose === undefined) continue;
    const known = present.devices[id];
    const centre = known?.role === role ? known.centre : null;
    devices[id] = {
      role,
      isChosen: known?.isChosen ?? false,
      centre,
      offset: [...offsetOf(held, id, role, found.headingYaw, centre?.centreLocal ?? null, pelvisDepth)],
    };
  }
  return {
    profile: { ...present, stature: held.stature, devices },
    what: 'who is who',
    error: null,
    errorBefore: null,
    confidence: found.confidence,
    advice: found.problems[0] ?? '',
  };
}

/** How a device sits on its joint: as its protocol says, turned as the T-pose shows, and where its joint was found. */
function offsetOf(
  held: HeldPose,
  id: string,
  role: TrackerRole,
  headingYaw: number,
  centreLocal: ArrayLike<number> | null,
  pelvisDepth: number | null,
): PoseTuple {
  const known = held.suggested[id] === role ? held.fixed[id] : undefined;
  if (known !== undefined) return centreLocal === null ? known : offsetWithCentre(known, centreLocal);
  const pose = held.poses.get(id) ?? held.headWorld;
  if (centreLocal !== null) return offsetFromTPose(pose, headingYaw, { centreLocal });
  const isBehind = isWornBehind(pose, held.headWorld, headingYaw);
  const placeInJoint: PlaceTuple =
    role === 'hips' && pelvisDepth !== null
      ? pelvisPlaceInJoint(pelvisDepth, isBehind)
      : usualPlaceInJoint(role, held.stature, isBehind);
  return offsetFromTPose(pose, headingYaw, { placeInJoint });
}
