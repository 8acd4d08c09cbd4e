import type { HumanoidBone } from '@leib/core';
import { heightOf } from './checkRigPoints.js';
import type { RigPoint, RigPoints, RigSurface } from './rigPoints.js';

/** A set of points with all of trunk, collar bones and toes. */
export interface CompletePoints {
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
