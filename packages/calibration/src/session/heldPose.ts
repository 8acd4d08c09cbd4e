import { composePoses, createXrOffsets, POSE_SIZE, type PoseTuple, pointNumber } from '@leib/tracking';
import type { BodyProfile } from '../profile/bodyProfile.js';
import type { CalibrationProposal } from '../profile/profileHistory.js';
import { statureFromEyeHeight, statureFromHeadJoint } from '../proportions/anthropometry.js';
import type { BodyPriors } from '../proportions/bodyPriors.js';
import type { RolesResult } from '../roles/roleTypes.js';
import { solveRoles } from '../roles/solveRoles.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import { alignTPose } from '../space/alignTPose.js';
import { isAnchor, poseTuple, realignPose } from '../space/profileSpace.js';
import { type HoldStill, heldMean } from './holdStill.js';
import {
  isWornBehind,
  offsetFromTPose,
  offsetWithCentre,
  type PlaceTuple,
  pelvisPlaceInJoint,
  usualPlaceInJoint,
} from './offsetsFromTPose.js';
import type { SessionInput } from './sessionInput.js';

/** The held T-pose: head and devices, averaged over the hold. */
export interface HeldPose {
  /** Pose of the head joint. */
  readonly headWorld: Float64Array;
  readonly floorY: number;
  /** Stature, metres: from the eyes if known, else from the head joint. */
  readonly stature: number;
  /** By device id. */
  readonly poses: ReadonlyMap<string, Float64Array>;
  /** Roles that the protocols give, by device id: controllers are hands. */
  readonly suggested: Readonly<Record<string, TrackerRole>>;
  /** Feed of each device, by id, and the alignment of each feed's space during the hold. */
  readonly feeds: Readonly<Record<string, string>>;
  readonly spaces: BodyProfile['spaces'];
  /** Offsets that the protocols give, by device id: of a controller's grip, of a bone. */
  readonly fixed: Readonly<Record<string, PoseTuple>>;
}

const IDENTITY: PoseTuple = [0, 0, 0, 0, 0, 0, 1];

/** Offset of a device by its kind; null when only a T-pose gives it. */
function fixedOffset(kind: string | undefined, role: TrackerRole): PoseTuple | null {
  if (kind === 'bone') return IDENTITY;
  if (kind !== 'controller' || !role.endsWith('Hand')) return null;
  const at = pointNumber[role] * POSE_SIZE;
  const [px, py, pz, qx, qy, qz, qw] = createXrOffsets().subarray(at, at + POSE_SIZE);
  return [px, py, pz, qx, qy, qz, qw];
}

export function readHeldPose(
  hold: HoldStill,
  input: SessionInput,
  spaces: BodyProfile['spaces'] = {},
): HeldPose | null {
  const headWorld = heldMean(hold, input.devices.length);
  if (headWorld === null) return null;
  const poses = new Map<string, Float64Array>();
  const suggested: Record<string, TrackerRole> = {};
  const fixed: Record<string, PoseTuple> = {};
  const feeds: Record<string, string> = {};
  input.devices.forEach(({ id, suggestedPoint, kind, feed }, i) => {
    const pose = heldMean(hold, i);
    if (pose === null) return;
    poses.set(id, pose);
    if (feed !== undefined) feeds[id] = feed;
    if (!suggestedPoint || suggestedPoint === 'head') return;
    suggested[id] = suggestedPoint;
    const offset = fixedOffset(kind, suggestedPoint);
    if (offset !== null) fixed[id] = offset;
  });
  const { floorY, eyesY = null } = input;
  const stature = eyesY === null ? statureFromHeadJoint(headWorld[1] - floorY) : statureFromEyeHeight(eyesY - floorY);
  return { headWorld, floorY, stature, poses, suggested, fixed, feeds, spaces };
}

/** The same hold with other alignments of its spaces. */
export function realignHeld(held: HeldPose, spaces: BodyProfile['spaces']): HeldPose {
  if (spaces === held.spaces) return held;
  const poses = new Map<string, Float64Array>();
  for (const [id, pose] of held.poses) {
    const feed = held.feeds[id];
    const out = new Float64Array(POSE_SIZE);
    realignPose(out, pose, held.spaces[feed]?.pose ?? null, spaces[feed]?.pose ?? null);
    poses.set(id, out);
  }
  return { ...held, poses, spaces };
}

/** Corrects spaces that were aligned by walking only, by the positions of their trackers in the T-pose. */
export function alignHeldSpaces(held: HeldPose, { roles, headingYaw }: RolesResult): BodyProfile['spaces'] {
  const { headWorld, floorY, stature } = held;
  const spaces = Object.entries(held.spaces).map(([name, space]) => {
    if (space.method !== 'tPose') return [name, space] as const;
    const trackers = Object.entries(roles).flatMap(([id, role]) => {
      const place = held.poses.get(id);
      return held.feeds[id] === name && place !== undefined ? [{ role, place }] : [];
    });
    const found = alignTPose({ headWorld, headingYaw, floorY, stature, trackers });
    if (found === null) return [name, space] as const;
    const pose = new Float64Array(POSE_SIZE);
    composePoses(pose, 0, found.correction, 0, Float64Array.from(space.pose), 0);
    return [
      name,
      { ...space, pose: poseTuple(pose), residual: found.residual, expectedError: found.residual },
    ] as const;
  });
  return Object.fromEntries(spaces);
}

/** Roles in a held pose, with the profile's remembered and chosen ones. */
export function rolesOfHeldPose(held: HeldPose, profile: BodyProfile): RolesResult {
  const { devices } = profile;
  const chosen: Record<string, TrackerRole> = { ...held.suggested };
  const remembered: Record<string, TrackerRole> = {};
  for (const [id, { role, isChosen }] of Object.entries(devices)) {
    if (role === null || role === 'head' || !held.poses.has(id)) continue;
    if (isChosen) chosen[id] = role;
    else remembered[id] = role;
  }
  // Trackers on headset or controllers align spaces and are not worn, unless a role was chosen for them.
  const isWorn = (id: string) =>
    devices[id]?.isChosen === true ? devices[id].role !== null : !isAnchor({ spaces: held.spaces }, id);
  return solveRoles({
    headWorld: held.headWorld,
    floorY: held.floorY,
    trackers: [...held.poses].filter(([id]) => isWorn(id)).map(([id, place]) => ({ id, place })),
    chosen,
    remembered,
  });
}

/** The body that wears the trackers. */
interface WornBody {
  readonly pelvisDepth: number | null;
  readonly priors: BodyPriors;
}

/**
 * The roles and the offset of each tracker as a proposal. A device that keeps its role keeps its joint's centre: straps
 * may have moved, but a T-pose does not show it.
 */
export function proposeRoles(
  held: HeldPose,
  found: RolesResult,
  present: BodyProfile,
  body: WornBody,
): CalibrationProposal {
  const devices: Record<string, BodyProfile['devices'][string]> = {};
  // A device that is not worn now keeps its calibration, except a role that another device has now.
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
      offset: [...offsetOf(held, id, role, found.headingYaw, centre?.centreLocal ?? null, body)],
    };
  }
  return {
    profile: { ...present, stature: held.stature, devices, spaces: held.spaces },
    what: 'who is who',
    error: null,
    errorBefore: null,
    confidence: found.confidence,
    advice: found.problems[0] ?? '',
  };
}

/** Offset of a device: from its protocol, else its rotation from the T-pose and its position from the joint's centre. */
function offsetOf(
  held: HeldPose,
  id: string,
  role: TrackerRole,
  headingYaw: number,
  centreLocal: ArrayLike<number> | null,
  body: WornBody,
): PoseTuple {
  const known = held.suggested[id] === role ? held.fixed[id] : undefined;
  if (known !== undefined) return centreLocal === null ? known : offsetWithCentre(known, centreLocal);
  const pose = held.poses.get(id) ?? held.headWorld;
  if (centreLocal !== null) return offsetFromTPose(pose, headingYaw, { centreLocal });
  const placeInJoint =
    role === 'hips' || role === 'chest'
      ? placeOnTrunk(held, pose, role, isWornBehind(pose, held.headWorld, headingYaw), body)
      : usualPlaceInJoint(role, held.stature);
  return offsetFromTPose(pose, headingYaw, { placeInJoint });
}

/**
 * Position of a tracker on the trunk, whose joints no movement finds. Its distance from the middle is the usual one or a
 * personal body's; its height above the joint is measured if the prior gives the height of the joint.
 */
function placeOnTrunk(
  { stature, floorY }: HeldPose,
  pose: ArrayLike<number>,
  role: 'hips' | 'chest',
  isBehind: boolean,
  { pelvisDepth, priors }: WornBody,
): PlaceTuple {
  const [x, usualY, z] =
    role === 'hips' && pelvisDepth !== null
      ? pelvisPlaceInJoint(pelvisDepth, isBehind)
      : usualPlaceInJoint(role, stature, isBehind);
  const height = role === 'hips' ? priors.hipsHeight : priors.chestHeight;
  if (height === null) return [x, usualY, z];
  const above = pose[1] - floorY - height * stature;
  // Farther than any strap: the prior does not fit this person.
  return [x, Math.abs(above) < MOST_ABOVE ? above : usualY, z];
}

/** Largest height of a trunk tracker above or below its joint, metres. */
const MOST_ABOVE = 0.2;
