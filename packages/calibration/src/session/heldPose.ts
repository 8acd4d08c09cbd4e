import { composePoses, POSE_SIZE, type PoseTuple, pointNumber, type TrackerOffsets } from '@leib/tracking';
import type { BodyProfile } from '../profile/bodyProfile.js';
import { statureFromEyeHeight, statureFromHeadJoint } from '../proportions/anthropometry.js';
import type { RolesResult } from '../roles/roleTypes.js';
import { solveRoles } from '../roles/solveRoles.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import { alignTPose } from '../space/alignTPose.js';
import { isAnchor, poseTuple, realignPose } from '../space/profileSpace.js';
import { type HoldStill, heldMean } from './holdStill.js';
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
  /** Kind of each device, by id, and the offset on its joint that its protocol gives: of a bone, of a bare hand. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly given: Readonly<Record<string, PoseTuple>>;
}

/** Offset that a device's protocol gives; null where only a held pose shows it. */
function givenOffset(
  jointOffsets: TrackerOffsets | undefined,
  kind: string | undefined,
  feed: string | undefined,
  role: TrackerRole,
): PoseTuple | null {
  // The pose of a bare hand in WebXR is made from its wrist by these offsets.
  if (kind !== 'bone' && !(kind === 'hand' && feed === 'webxr')) return null;
  if (jointOffsets === undefined) return kind === 'bone' ? [0, 0, 0, 0, 0, 0, 1] : null;
  const at = pointNumber[role] * POSE_SIZE;
  const [px, py, pz, qx, qy, qz, qw] = jointOffsets.subarray(at, at + POSE_SIZE);
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
  const kinds: Record<string, string> = {};
  const given: Record<string, PoseTuple> = {};
  const feeds: Record<string, string> = {};
  input.devices.forEach(({ id, suggestedPoint, kind, feed }, i) => {
    const pose = heldMean(hold, i);
    if (pose === null) return;
    poses.set(id, pose);
    if (feed !== undefined) feeds[id] = feed;
    if (!suggestedPoint || suggestedPoint === 'head') return;
    suggested[id] = suggestedPoint;
    if (kind !== undefined) kinds[id] = kind;
    const offset = givenOffset(input.jointOffsets, kind, feed, suggestedPoint);
    if (offset !== null) given[id] = offset;
  });
  const { floorY, eyesY = null } = input;
  const stature = eyesY === null ? statureFromHeadJoint(headWorld[1] - floorY) : statureFromEyeHeight(eyesY - floorY);
  return { headWorld, floorY, stature, poses, suggested, kinds, given, feeds, spaces };
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

/** Arms at least this far below horizontal are not those of a T-pose, radians. */
const LOWERED = 0.3;

/** Corrects spaces that were aligned by walking only, by the positions of their trackers in the T-pose. */
export function alignHeldSpaces(held: HeldPose, { roles, headingYaw, armAngle }: RolesResult): BodyProfile['spaces'] {
  const { headWorld, floorY, stature } = held;
  const spaces = Object.entries(held.spaces).map(([name, space]) => {
    if (space.method !== 'tPose') return [name, space] as const;
    const trackers = Object.entries(roles).flatMap(([id, role]) => {
      const place = held.poses.get(id);
      // Usual positions are those of level arms; the trackers of lowered ones do not count.
      const isUsual = armAngle < LOWERED || !(role.endsWith('Hand') || role.endsWith('Elbow'));
      return held.feeds[id] === name && place !== undefined && isUsual ? [{ role, place }] : [];
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
