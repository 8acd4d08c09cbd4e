import { EPSILON, type ReadonlyVec3, type Vec3 } from '../math/index.js';

export interface TwoBoneIkInput {
  /** Fixed end of the limb (shoulder, hip), and where the free end (wrist, ankle) should go. */
  readonly rootWorld: ReadonlyVec3;
  readonly targetWorld: ReadonlyVec3;
  /** Which way the elbow or knee points. A direction of any length. */
  readonly poleWorld: ReadonlyVec3;
  readonly upperLength: number;
  readonly lowerLength: number;
}

export interface TwoBoneIkOutput {
  readonly midWorld: Vec3;
  readonly endWorld: Vec3;
  /** False when the target is out of reach; the limb then stretches or folds towards it. */
  reached: boolean;
}

/**
 * Places the middle and end joints of a two-bone limb. The target distance fixes the triangle (law of
 * cosines); the pole picks one elbow from the circle of solutions, the swivel angle of Tolani, Goswami
 * & Badler, "Real-time inverse kinematics techniques for anthropomorphic limbs", 2000.
 *
 * Nothing is normalised: with A = target - root of length d, mid = root + share A + outward B, where B is the pole
 * less its part along A, times d². A limb in reach then costs one square root. A target on the root has no direction
 * and a pole along the limb no side: each gets a fixed one, the same that unitTowards() and unitAcross() give.
 */
export function solveTwoBoneIk(input: TwoBoneIkInput, out: TwoBoneIkOutput): void {
  const { rootWorld, targetWorld, poleWorld, upperLength: a, lowerLength: b } = input;
  const { midWorld, endWorld } = out;
  const rootX = rootWorld[0];
  const rootY = rootWorld[1];
  const rootZ = rootWorld[2];
  let axisX = targetWorld[0] - rootX;
  let axisY = targetWorld[1] - rootY;
  let axisZ = targetWorld[2] - rootZ;
  let axisSq = axisX * axisX + axisY * axisY + axisZ * axisZ;
  const farthest = a + b;
  const difference = a - b;

  // a² = along² + outward²,  b² = (d - along)² + outward²,  along = share d
  let share = (difference * farthest + axisSq) / (2 * axisSq);
  let outwardSq = a * a - share * share * axisSq;
  let endShare = 1;
  out.reached = true;
  if (axisSq > farthest * farthest || axisSq < difference * difference || axisSq < EPSILON * EPSILON) {
    let distance = Math.sqrt(axisSq);
    const d = distance > farthest ? farthest : Math.max(distance, Math.abs(difference));
    out.reached = Math.abs(distance - d) < EPSILON;
    if (distance < EPSILON) {
      axisX = axisZ = 0;
      axisY = axisSq = distance = 1;
    }
    const along = d < EPSILON ? 0 : (difference * farthest + d * d) / (2 * d);
    share = along / distance;
    outwardSq = (a - along) * (a + along);
    endShare = d / distance;
  }

  const poleX = poleWorld[0];
  const poleY = poleWorld[1];
  const poleZ = poleWorld[2];
  const poleAlong = axisX * poleX + axisY * poleY + axisZ * poleZ;
  let bendX = poleX * axisSq - poleAlong * axisX;
  let bendY = poleY * axisSq - poleAlong * axisY;
  let bendZ = poleZ * axisSq - poleAlong * axisZ;
  let bendSq = bendX * bendX + bendY * bendY + bendZ * bendZ;
  // bendSq = |pole|² d⁴ sin² of the angle between them.
  if (bendSq <= 1e-16 * poleAlong * poleAlong * axisSq || bendSq < EPSILON * EPSILON * axisSq * axisSq) {
    // The pole lies along the limb: the world axis least aligned with it decides, always the same one.
    const sizeX = Math.abs(axisX);
    const sizeY = Math.abs(axisY);
    const sizeZ = Math.abs(axisZ);
    const isX = sizeX <= sizeY && sizeX <= sizeZ;
    const isY = !isX && sizeY <= sizeZ;
    const along = isX ? axisX : isY ? axisY : axisZ;
    bendX = (isX ? axisSq : 0) - along * axisX;
    bendY = (isY ? axisSq : 0) - along * axisY;
    bendZ = (isX || isY ? 0 : axisSq) - along * axisZ;
    bendSq = bendX * bendX + bendY * bendY + bendZ * bendZ;
  }

  const outward = outwardSq > 0 ? Math.sqrt(outwardSq / bendSq) : 0;
  midWorld[0] = rootX + share * axisX + outward * bendX;
  midWorld[1] = rootY + share * axisY + outward * bendY;
  midWorld[2] = rootZ + share * axisZ + outward * bendZ;
  endWorld[0] = rootX + endShare * axisX;
  endWorld[1] = rootY + endShare * axisY;
  endWorld[2] = rootZ + endShare * axisZ;
}
