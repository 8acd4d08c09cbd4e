import { clamp, createQuat, DEG, ownValue, quat, yawOf } from '@leib/core';
import { assignCheapest } from './assignCheapest.js';
import type { RolesInput, RolesResult, StandingTracker } from './roleTypes.js';
import {
  armAngles,
  HEAD_PART,
  mirrorRole,
  placeOfRole,
  roleNames,
  sensibleSets,
  type TrackerRole,
  trackerRoles,
} from './trackerRoles.js';

const roleCount = trackerRoles.length;
/** Angle between headset and body: one standard deviation... */
const GLANCE = 22 * DEG;
/** ...and the angles that are tried. */
const headingOffsets = Array.from({ length: 15 }, (_, i) => (i - 7) * 9 * DEG);
/** Highest confidence of a result with problems. */
const UNCLEAR = 0.4;
/** Cost of an assignment that is not allowed; more than any distance. */
const FORBIDDEN = 1e6;
/** No distance costs more: a tracker that is nowhere, or not a number, takes the role that no other tracker needs. */
const NOWHERE = 1e4;
/** Cost of another role than the remembered one, and of a tracker without its counterpart on the other side. */
const REMEMBERED = 4;
const UNPAIRED = 5;

const expectedPlaces = trackerRoles.map(placeOfRole);
const mirrorColumn = trackerRoles.map((role) => {
  const other = mirrorRole(role);
  return other === null ? -1 : trackerRoles.indexOf(other);
});

/**
 * Assigns a role to each tracker. The headset's height gives the stature, and with it the expected position of each role
 * on a standing body. All trackers together get the roles with the least cost, over headings near the headset's and over
 * arm angles. Left and right therefore come from the trackers' own left-right axis when two of them span one, and from
 * the headset only otherwise.
 */
export function solveRoles(input: RolesInput): RolesResult {
  const { trackers } = input;
  const count = trackers.length;
  const impossible = explainRoles(input, null);
  if (impossible.length > 0 && (count === 0 || count > roleCount || !isUsableHead(input))) {
    return { roles: {}, confidence: 0, confidences: {}, headingYaw: 0, armAngle: 0, problems: impossible };
  }
  const fits = fitAll(input, null);
  let best = cheapest(fits);
  if (unpairedIn(best.columns) > 0) {
    for (const set of sensibleSets) if (set.length === count) fits.push(...fitAll(input, set));
    best = cheapest(fits);
  }
  const second = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (const fit of fits) {
    for (let row = 0; row < count; row++) {
      if (fit.columns[row] !== best.columns[row]) second[row] = Math.min(second[row], fit.cost);
    }
  }
  secondBest(input, best, second);
  return describe(input, best, second);
}

interface Fit {
  readonly cost: number;
  /** Role of each tracker, by its number in trackerRoles. */
  readonly columns: Int8Array;
  readonly yaw: number;
  readonly armAngle: number;
}

/** The best roles at every heading and arm angle; from all roles, or only from the allowed ones. */
function fitAll(input: RolesInput, allowed: readonly TrackerRole[] | null): Fit[] {
  const headYaw = headingOf(input.headWorld);
  const count = input.trackers.length;
  const costs = new Float64Array(count * roleCount);
  const fits: Fit[] = [];
  for (const offset of headingOffsets) {
    for (const armAngle of armAngles) {
      writeCosts(input, headYaw + offset, armAngle, costs);
      if (allowed !== null) {
        trackerRoles.forEach((role, column) => {
          if (!allowed.includes(role))
            for (let row = 0; row < count; row++) costs[row * roleCount + column] += FORBIDDEN;
        });
      }
      const columns = new Int8Array(count);
      const cost = assignCheapest(costs, count, roleCount, columns);
      fits.push({
        cost: cost + (offset / GLANCE) ** 2 + UNPAIRED * unpairedIn(columns),
        columns,
        yaw: headYaw + offset,
        armAngle,
      });
    }
  }
  return fits;
}

function cheapest(fits: readonly Fit[]): Fit {
  return fits.reduce((best, fit) => (fit.cost < best.cost ? fit : best));
}

/** Number of trackers without their counterpart on the other side. */
function unpairedIn(columns: Int8Array): number {
  let unpaired = 0;
  for (const column of columns) if (mirrorColumn[column] >= 0 && !columns.includes(mirrorColumn[column])) unpaired++;
  return unpaired;
}

/** The cost at the best heading when one tracker must not have its role, for each tracker. */
function secondBest(input: RolesInput, best: Fit, out: Float64Array): void {
  const count = best.columns.length;
  const costs = new Float64Array(count * roleCount);
  const columns = new Int8Array(count);
  const glance = ((best.yaw - headingOf(input.headWorld)) / GLANCE) ** 2;
  writeCosts(input, best.yaw, best.armAngle, costs);
  for (let row = 0; row < count; row++) {
    const at = row * roleCount + best.columns[row];
    const kept = costs[at];
    costs[at] += FORBIDDEN;
    const cost = assignCheapest(costs, count, roleCount, columns) + glance + UNPAIRED * unpairedIn(columns);
    out[row] = Math.min(out[row], cost);
    costs[at] = kept;
  }
}

/** Cost of each tracker in each role: squared distance in standard deviations. */
function writeCosts(
  { headWorld, floorY, trackers, chosen = {}, remembered = {} }: RolesInput,
  yaw: number,
  armAngle: number,
  out: Float64Array,
): void {
  const stature = (headWorld[1] - floorY) / HEAD_PART;
  const lifted = 1 - Math.cos(armAngle);
  const lowered = Math.sin(armAngle);
  const sin = Math.sin(yaw);
  const cos = Math.cos(yaw);
  for (let row = 0; row < trackers.length; row++) {
    const { id, place } = trackers[row];
    const rememberedRole = ownValue(remembered, id);
    const chosenRole = ownValue(chosen, id);
    const dx = place[0] - headWorld[0];
    const dz = place[2] - headWorld[2];
    const side = (cos * dx - sin * dz) / stature;
    const ahead = (sin * dx + cos * dz) / stature;
    const height = (place[1] - floorY) / stature;
    for (let column = 0; column < roleCount; column++) {
      const { place: expected, mirror } = expectedPlaces[column];
      const sideways = (side - mirror * (expected.side - expected.arm * lifted)) / expected.sideSpread;
      const upwards = (height - expected.height + expected.arm * lowered) / expected.heightSpread;
      const forwards = ahead / expected.depthSpread;
      const distanceSq = sideways * sideways + upwards * upwards + forwards * forwards;
      let cost = distanceSq < NOWHERE ? distanceSq : NOWHERE;
      const role = trackerRoles[column];
      if (rememberedRole !== undefined && rememberedRole !== role) cost += REMEMBERED;
      if (chosenRole !== undefined) cost = chosenRole === role ? 0 : FORBIDDEN;
      out[row * roleCount + column] = cost;
    }
  }
}

function describe(input: RolesInput, { cost, columns, yaw, armAngle }: Fit, second: Float64Array): RolesResult {
  const { chosen = {} } = input;
  const roles = Object.fromEntries(input.trackers.map(({ id }, row) => [id, trackerRoles[columns[row]]]));
  const odds = input.trackers.map(({ id }, row) => {
    // Odds against the next best answer, for normal errors.
    const gap = Math.max(0, second[row] - cost);
    const share = ownValue(chosen, id) !== undefined ? 1 : 1 / (1 + Math.exp(-gap / 2));
    return clamp(2 * share - 1, 0, 1);
  });
  const confidences = Object.fromEntries(input.trackers.map(({ id }, row) => [id, odds[row]]));
  const confidence = Math.min(1, ...odds);
  const result: RolesResult = { roles, confidence, confidences, headingYaw: yaw, armAngle, problems: [] };
  const problems = explainRoles(input, result);
  return { ...result, confidence: problems.length > 0 ? Math.min(confidence, UNCLEAR) : confidence, problems };
}

/** Whether the head's pose is finite and well above the floor. */
export function isUsableHead({ headWorld, floorY }: RolesInput): boolean {
  return Array.from(headWorld).every(Number.isFinite) && headWorld[1] - floorY > 0.2;
}

function headingOf(headWorld: ArrayLike<number>): number {
  return yawOf(quat.set(createQuat(), headWorld[3], headWorld[4], headWorld[5], headWorld[6]));
}

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
function explainRoles(input: RolesInput, result: RolesResult | null): string[] {
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
