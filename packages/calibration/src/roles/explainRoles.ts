import { ownValue } from '@leib/core';
import type { RolesInput, RolesResult, StandingTracker } from './roleTypes.js';
import { HEAD_PART, mirrorRole, placeOfRole, roleNames, type TrackerRole, trackerRoles } from './trackerRoles.js';

/** Lowest head of a standing person, metres. */
const LOWEST_HEAD = 1.1;
/** Two trackers closer together than this are in the same place, metres. */
const SAME_PLACE = 0.06;
/** A tracker farther than this from its role's position is not worn there, standard deviations. */
const FAR_OFF = 4.5;
/** A role with less confidence than this is reported. */
const GUESS = 0.5;

/**
 * Problems of a set-up (without a result) or of a result, one sentence each for the person: what is wrong, and what to
 * do.
 */
export function explainRoles(input: RolesInput, result: RolesResult | null): string[] {
  return result === null ? explainSetUp(input) : [...explainSetUp(input), ...explainResult(input, result)];
}

function explainSetUp(input: RolesInput): string[] {
  const { headWorld, floorY, trackers } = input;
  const problems: string[] = [];
  const height = headWorld[1] - floorY;
  if (!Array.from(headWorld).every(Number.isFinite))
    problems.push('The headset is not tracked: put it on and look ahead.');
  else if (height < LOWEST_HEAD) {
    problems.push(`The headset is ${height.toFixed(2)} m above the floor: stand upright, or set the floor’s height.`);
  }
  if (trackers.length === 0) problems.push('No tracker is seen: switch one on.');
  if (trackers.length > trackerRoles.length) {
    problems.push(
      `There are ${trackers.length} trackers for ${trackerRoles.length} places: switch off those you do not wear.`,
    );
  }
  const ids = new Set(trackers.map(({ id }) => id));
  if (ids.size < trackers.length) problems.push('Two trackers have the same id: give each one of its own.');
  trackers.forEach((a, i) => {
    for (const b of trackers.slice(i + 1)) {
      if (distance(a, b) < SAME_PLACE)
        problems.push(`${a.id} and ${b.id} are in the same place: move one, or switch it off.`);
    }
  });
  const taken = new Map<TrackerRole, string>();
  for (const [id, role] of Object.entries(input.chosen ?? {})) {
    const other = taken.get(role);
    if (other !== undefined)
      problems.push(`${other} and ${id} are both set to ${roleNames[role]}: change one of them.`);
    taken.set(role, id);
  }
  return problems;
}

function explainResult(input: RolesInput, result: RolesResult): string[] {
  const problems: string[] = [];
  const given = new Map(Object.entries(result.roles).map(([id, role]) => [role, id]));
  const reported = new Set<TrackerRole>();
  for (const tracker of input.trackers) {
    const role = result.roles[tracker.id];
    const isChosen = ownValue(input.chosen ?? {}, tracker.id) !== undefined;
    // Not `> FAR_OFF`: a place may be no number.
    if (!isChosen && !(distanceFromRole(input, result, tracker, role) <= FAR_OFF)) {
      problems.push(`${tracker.id} is not where a tracker is worn: its nearest place would be the ${roleNames[role]}.`);
      continue;
    }
    const other = mirrorRole(role);
    const isPair = other !== null && given.has(other);
    if (isChosen || reported.has(role) || result.confidences[tracker.id] >= GUESS) continue;
    if (isPair) {
      problems.push(`The ${roleNames[role]} and the ${roleNames[other]} can be told apart only just: move them apart.`);
      reported.add(other);
    } else
      problems.push(
        `${tracker.id} may not be the ${roleNames[role]}: stand straight with level arms, or choose it by hand.`,
      );
  }
  return problems;
}

function distanceFromRole(
  { headWorld, floorY }: RolesInput,
  { headingYaw, armAngle }: RolesResult,
  { place }: StandingTracker,
  role: TrackerRole,
): number {
  const stature = (headWorld[1] - floorY) / HEAD_PART;
  const { place: expected, mirror } = placeOfRole(role);
  const [dx, dz] = [place[0] - headWorld[0], place[2] - headWorld[2]];
  const side = (Math.cos(headingYaw) * dx - Math.sin(headingYaw) * dz) / stature;
  const ahead = (Math.sin(headingYaw) * dx + Math.cos(headingYaw) * dz) / stature;
  const height = (place[1] - floorY) / stature;
  return Math.hypot(
    (side - mirror * (expected.side - expected.arm * (1 - Math.cos(armAngle)))) / expected.sideSpread,
    (height - expected.height + expected.arm * Math.sin(armAngle)) / expected.heightSpread,
    ahead / expected.depthSpread,
  );
}

function distance({ place: a }: StandingTracker, { place: b }: StandingTracker): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
