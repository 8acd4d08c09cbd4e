import { type HumanoidBone, mirrorBone } from '@leib/core';
import { nearestInside, type SolidGrid } from '@leib/formats/volume';
import { feetReach } from './placeMesh.js';
import {
  jointLabel,
  listRigPoints,
  presentParent,
  type RigPoint,
  type RigPoints,
  type RigSurface,
  requiredRigPoints,
} from './rigPoints.js';

/** What is wrong or odd about a joint point, in one sentence. An error cannot be rigged. */
export interface RigFinding {
  readonly bone: HumanoidBone;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Shares of the mesh's height: a joint farther than this from the inside is misplaced; a bone shorter than this is none. */
const nearShare = 0.06;
const shortestShare = 0.004;
/** Left and right limbs differ by at most this share of the longer one. */
const mostUneven = 0.25;

/** Looks at joint points of a mesh that stands upright and faces +Z. Errors come first. */
export function checkRigPoints(surface: RigSurface, grid: SolidGrid, points: RigPoints): RigFinding[] {
  const findings: RigFinding[] = [];
  const say = (bone: HumanoidBone, severity: RigFinding['severity'], reason: string) =>
    findings.push({ bone, severity, message: `${jointLabel(bone)} (${bone}): ${reason}` });
  for (const bone of requiredRigPoints) {
    if (!points[bone]) say(bone, 'error', 'expected a point, got none; place it');
  }
  if (!points.neck && !points.head) say('neck', 'error', 'expected a point here or at the head, got none; place one');
  for (const [bone, point] of listRigPoints(points)) {
    if (!point.every(Number.isFinite)) say(bone, 'error', `expected three finite numbers, got ${point.join(', ')}`);
  }
  if (findings.length > 0) return findings;
  const height = heightOf(surface);
  checkPlaces(points, grid, height, say);
  checkLengths(points, height, say);
  checkSides(points, say);
  if (feetReach(surface) < -0.02 * height) {
    say('leftFoot', 'warning', 'the feet point backwards; are left and right swapped?');
  }
  return findings.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

type Say = (bone: HumanoidBone, severity: RigFinding['severity'], reason: string) => void;

function checkPlaces(points: RigPoints, grid: SolidGrid, height: number, say: Say): void {
  for (const [bone, point] of listRigPoints(points)) {
    // A finger is hardly wider than a cell: beside an inside cell is inside.
    if (nearestInside(grid, point, 1.5 * grid.cell) >= 0) continue;
    if (nearestInside(grid, point, nearShare * height) >= 0) {
      say(bone, 'warning', 'lies outside of the mesh; move it into the middle of the limb');
    } else say(bone, 'error', `expected a point in the mesh or near it, got ${shownPoint(point)}; move it there`);
  }
}

function checkLengths(points: RigPoints, height: number, say: Say): void {
  for (const [bone, point] of listRigPoints(points)) {
    const parent = presentParent(points, bone);
    if (parent === null) continue;
    const length = distance(point, points[parent] as RigPoint);
    if (length > shortestShare * height) continue;
    say(
      bone,
      'error',
      `expected a distance from the ${jointLabel(parent)}, got ${centimetres(length)}; move one of them`,
    );
  }
  for (const bone of requiredRigPoints) {
    const parent = presentParent(points, bone);
    if (!bone.startsWith('left') || parent === null || !parent.startsWith('left')) continue;
    const left = distance(points[bone] as RigPoint, points[parent] as RigPoint);
    const [otherBone, otherParent] = [points[mirrorBone(bone)], points[mirrorBone(parent)]] as [RigPoint, RigPoint];
    const right = distance(otherBone, otherParent);
    if (Math.abs(left - right) <= mostUneven * Math.max(left, right)) continue;
    const lengths = `${centimetres(left)} left and ${centimetres(right)} right`;
    say(
      bone,
      'warning',
      `the way from the ${jointLabel(parent).replace('left ', '')} is ${lengths}; is one misplaced?`,
    );
  }
}

/** In a body that faces +Z its left is at larger x. */
function checkSides(points: RigPoints, say: Say): void {
  for (const [bone, left] of listRigPoints(points)) {
    const right = points[mirrorBone(bone)];
    if (!bone.startsWith('left') || right === undefined || left[0] > right[0]) continue;
    const isLimbStart = bone === 'leftUpperArm' || bone === 'leftUpperLeg';
    const reason = `lies right of the ${jointLabel(mirrorBone(bone))}; swap left and right, or turn the mesh to face +Z`;
    say(bone, isLimbStart ? 'error' : 'warning', reason);
  }
}

export function heightOf({ positions }: RigSurface): number {
  let least = Infinity;
  let greatest = -Infinity;
  for (let at = 1; at < positions.length; at += 3) {
    least = Math.min(least, positions[at]);
    greatest = Math.max(greatest, positions[at]);
  }
  return greatest - least;
}

function distance(a: RigPoint, b: RigPoint): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function shownPoint(point: RigPoint): string {
  return `(${point.map((value) => value.toFixed(3)).join(', ')})`;
}

function centimetres(metres: number): string {
  return `${(metres * 100).toFixed(1)} cm`;
}

/** A set of points with all of trunk, collar bones and toes. */
interface CompletePoints {
  readonly points: RigPoints;
  /** Those that were not given. */
  readonly derived: readonly HumanoidBone[];
}

/** Places of joints along straight lines between others, as shares; measured on the default body of this project. */
const neckFromShoulders = 0.42;
const spineFromHips = 0.15;
const chestFromHips = 0.4;
const collarFromNeck = 0.16;
/** Toes on the way from the ankle to the tip of the foot, and their height as a share of the ankle's. */
const toesToTip = 0.68;
const toesHeight = 0.3;

/** Works out the points that are not given but that a humanoid needs or moves better with. */
export function completeRigPoints(surface: RigSurface, given: RigPoints): CompletePoints {
  const derived: HumanoidBone[] = [];
  const points: { [Bone in HumanoidBone]?: RigPoint } = { ...given };
  const fill = (bone: HumanoidBone, point: RigPoint | null) => {
    if (points[bone] !== undefined || point === null) return;
    points[bone] = point;
    derived.push(bone);
  };
  const need = (bone: HumanoidBone) => points[bone] as RigPoint;
  const shoulders = between(need('leftUpperArm'), need('rightUpperArm'), 0.5);
  if (points.head) fill('neck', between(shoulders, points.head, neckFromShoulders));
  else fill('head', headAbove(surface, need('neck')));
  fill('spine', between(need('hips'), need('neck'), spineFromHips));
  const low = given.spine ? need('spine') : need('hips');
  fill('chest', between(low, need('neck'), given.spine ? 0.3 : chestFromHips));
  const collarHeight = between(need('neck'), shoulders, 0.5);
  for (const side of ['left', 'right'] as const) {
    fill(`${side}Shoulder`, between(collarHeight, need(`${side}UpperArm`), collarFromNeck));
    fill(`${side}Toes`, toesOf(surface, need(`${side}Foot`)));
  }
  return { points, derived };
}

/** Half of the way that is left to the crown is the skull's. */
function headAbove(surface: RigSurface, neck: RigPoint): RigPoint {
  const { positions } = surface;
  const reach = 0.08 * heightOf(surface);
  let crown = neck[1];
  for (let at = 0; at < positions.length; at += 3) {
    const across = Math.hypot(positions[at] - neck[0], positions[at + 2] - neck[2]);
    if (across < reach) crown = Math.max(crown, positions[at + 1]);
  }
  return [neck[0], neck[1] + 0.35 * (crown - neck[1]), neck[2]];
}

/** The ball of the foot; null for a foot that has no length in front of the ankle. */
function toesOf(surface: RigSurface, ankle: RigPoint): RigPoint | null {
  const { positions } = surface;
  const height = heightOf(surface);
  let floor = ankle[1];
  let tip = ankle[2];
  let tipX = ankle[0];
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    if (y > ankle[1] || Math.abs(x - ankle[0]) > 0.06 * height || Math.abs(z - ankle[2]) > 0.2 * height) continue;
    floor = Math.min(floor, y);
    if (z <= tip) continue;
    tip = z;
    tipX = x;
  }
  if (tip - ankle[2] < 0.02 * height) return null;
  const y = floor + toesHeight * (ankle[1] - floor);
  return [ankle[0] + toesToTip * (tipX - ankle[0]), y, ankle[2] + toesToTip * (tip - ankle[2])];
}

function between(a: RigPoint, b: RigPoint, share: number): RigPoint {
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])];
}
