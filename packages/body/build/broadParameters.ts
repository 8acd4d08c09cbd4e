import { boneIndex, keptBones } from './rig.ts';
import type { ShapeParameter } from './shapeSource.ts';
import type { DenseWeights } from './skinWeights.ts';

/**
 * Parameters of our own beside MakeHuman's: stretches along the body and swellings across it, each a broad bell. Tape
 * measures of real people ask for lengths and girths in many combinations; local targets answer with bands of skin and
 * ridges at their borders, these do it smoothly.
 */
export function broadParameters(
  base: Float64Array,
  joints: Float64Array,
  weights: DenseWeights,
): readonly ShapeParameter[] {
  const boneCount = keptBones.length;
  const vertexCount = base.length / 3;
  const share = (pattern: RegExp) => {
    const bones = keptBones.flatMap(({ bone }, index) => (pattern.test(bone) ? [index] : []));
    return Float64Array.from({ length: vertexCount }, (_, vertex) =>
      bones.reduce((sum, bone) => sum + weights[vertex * boneCount + bone], 0),
    );
  };
  const joint = (bone: string, axis: number) => joints[boneIndex[bone] * 3 + axis];
  const arms = share(/UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little/);
  const leftLegs = share(/^left(UpperLeg|LowerLeg|Foot|Toes)/);
  const rightLegs = share(/^right(UpperLeg|LowerLeg|Foot|Toes)/);
  const feet = share(/Foot|Toes/);
  const hands = share(/Hand|Thumb|Index|Middle|Ring|Little/);
  const heads = share(/^(head|jaw|leftEye|rightEye)$/);
  const parameters: ShapeParameter[] = [];
  const add = (name: string, move: (vertex: number, x: number, y: number, z: number, out: number[]) => void) => {
    const displacement = new Float64Array(base.length);
    const out = [0, 0, 0];
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      out.fill(0);
      move(vertex, base[vertex * 3], base[vertex * 3 + 1], base[vertex * 3 + 2], out);
      displacement.set(out, vertex * 3);
    }
    parameters.push({ name: `broad/${name}`, kind: 'broad', displacement });
  };

  const [ankleY, kneeY, hipY] = [joint('leftFoot', 1), joint('leftLowerLeg', 1), joint('leftUpperLeg', 1)];
  const [shoulderY, neckY, headY] = [joint('leftUpperArm', 1), joint('neck', 1), joint('head', 1)];
  const between = (a: number, b: number, t: number) => a + (b - a) * t;

  // Stretches upwards: all above moves up by the parameter, 1 = 4 cm.
  const stretches = [
    ['stretch-ankle', between(ankleY, kneeY, 0.1), 0.05],
    ['stretch-shin', between(ankleY, kneeY, 0.6), 0.07],
    ['stretch-knee', between(kneeY, hipY, 0.1), 0.06],
    ['stretch-thigh', between(kneeY, hipY, 0.55), 0.07],
    ['stretch-crotch', between(kneeY, hipY, 0.9), 0.05],
    ['stretch-hip', between(hipY, shoulderY, 0.1), 0.05],
    ['stretch-waist', between(hipY, shoulderY, 0.32), 0.06],
    ['stretch-ribs', between(hipY, shoulderY, 0.58), 0.06],
    ['stretch-chest', between(hipY, shoulderY, 0.85), 0.05],
    ['stretch-neck', between(neckY, headY, 0.2), 0.04],
    ['stretch-head', headY + 0.08, 0.05],
  ] as const;
  for (const [name, centre, width] of stretches) {
    add(name, (vertex, _x, y, _z, out) => {
      // Raised arms go with their shoulder, as a whole.
      const rise = (1 - arms[vertex]) * step(y, centre, width) + arms[vertex] * step(shoulderY, centre, width);
      out[1] = 0.04 * rise;
    });
  }
  const elbowX = joint('leftLowerArm', 0);
  const [armX, wristX] = [joint('leftUpperArm', 0), joint('leftHand', 0)];
  for (const [name, centre, width] of [
    ['stretch-upper-arm', between(armX, elbowX, 0.55), 0.06],
    ['stretch-forearm', between(elbowX, wristX, 0.5), 0.06],
    ['stretch-hand', wristX + 0.09, 0.05],
  ] as const) {
    add(name, (_vertex, x, _y, _z, out) => {
      out[0] = 0.04 * Math.sign(x) * step(Math.abs(x), centre, width);
    });
  }
  add('broad-shoulders', (_vertex, x, y, _z, out) => {
    // From the breastbone to the shoulder joint; below the chest it fades out.
    const outward = Math.min(1, Math.abs(x) / armX);
    out[0] = 0.02 * Math.sign(x) * outward * outward * (3 - 2 * outward) * step(y, shoulderY - 0.16, 0.06);
  });

  // Seats sit lower or higher on the same pelvis; the perineum, farther forward, stays. 1 = 3 cm.
  const seatY = between(kneeY, hipY, 0.93);
  const seatZ = joint('leftUpperLeg', 2) - 0.045;
  for (const [name, centre, width] of [
    ['seat-low', seatY, 0.05],
    ['seat', seatY + 0.07, 0.07],
  ] as const) {
    add(name, (_vertex, _x, y, z, out) => {
      out[1] = -0.03 * bell(y, centre, width) * step(-z, -seatZ, 0.02);
    });
  }

  // Swellings across the trunk, in breadth and in depth apart, 1 = 12 %.
  const trunkZ = joint('spine', 2) + 0.03;
  const trunkLevels = [
    ['hip-low', between(kneeY, hipY, 0.93), 0.06],
    ['hip', between(hipY, shoulderY, 0.06), 0.06],
    ['belly', between(hipY, shoulderY, 0.22), 0.07],
    ['waist', between(hipY, shoulderY, 0.4), 0.08],
    ['ribs', between(hipY, shoulderY, 0.58), 0.08],
    ['chest', between(hipY, shoulderY, 0.76), 0.06],
    ['shoulders', between(hipY, shoulderY, 0.95), 0.06],
  ] as const;
  for (const [name, centre, width] of trunkLevels) {
    add(`breadth-${name}`, (vertex, x, y, _z, out) => {
      out[0] = 0.12 * (1 - arms[vertex]) * bell(y, centre, width) * x;
    });
    add(`front-${name}`, (vertex, _x, y, z, out) => {
      out[2] = 0.12 * (1 - arms[vertex]) * bell(y, centre, width) * Math.max(0, soft(z - trunkZ));
    });
    add(`back-${name}`, (vertex, _x, y, z, out) => {
      out[2] = -0.12 * (1 - arms[vertex]) * bell(y, centre, width) * Math.max(0, soft(trunkZ - z));
    });
  }

  // Swellings of the limbs around their bones.
  const legX = joint('leftUpperLeg', 0);
  const legZ = joint('leftLowerLeg', 2);
  for (const [name, centre, width] of [
    ['ankle', between(ankleY, kneeY, 0.12), 0.05],
    ['calf', between(ankleY, kneeY, 0.65), 0.07],
    ['knee', between(kneeY, hipY, 0.02), 0.06],
    ['low-thigh', between(kneeY, hipY, 0.35), 0.07],
    ['thigh', between(kneeY, hipY, 0.72), 0.08],
  ] as const) {
    add(`swell-${name}`, (vertex, x, y, z, out) => {
      const amount = 0.12 * (1 - feet[vertex]) * bell(y, centre, width);
      // Each side around its own bone: where the two meet, they cancel.
      out[0] = amount * (leftLegs[vertex] * (x - legX) + rightLegs[vertex] * (x + legX));
      out[2] = amount * (leftLegs[vertex] + rightLegs[vertex]) * (z - legZ);
    });
  }
  const [armY, armZ] = [joint('leftLowerArm', 1), joint('leftLowerArm', 2)];
  for (const [name, centre, width] of [
    ['deltoid', between(armX, elbowX, 0.12), 0.05],
    ['upper-arm', between(armX, elbowX, 0.5), 0.06],
    ['elbow', between(armX, elbowX, 0.95), 0.05],
    ['forearm', between(elbowX, wristX, 0.35), 0.06],
    ['wrist', between(elbowX, wristX, 0.92), 0.05],
  ] as const) {
    add(`swell-${name}`, (vertex, x, y, z, out) => {
      const amount = 0.12 * arms[vertex] * (1 - 0.5 * hands[vertex]) * bell(Math.abs(x), centre, width);
      out[1] = amount * (y - armY);
      out[2] = amount * (z - armZ);
    });
  }
  add('hand', (vertex, x, y, z, out) => {
    out[0] = 0.1 * hands[vertex] * (x - Math.sign(x) * wristX);
    out[1] = 0.1 * hands[vertex] * (y - armY);
    out[2] = 0.1 * hands[vertex] * (z - armZ);
  });
  add('foot-length', (vertex, _x, _y, z, out) => {
    out[2] = 0.1 * feet[vertex] * (z - joint('leftFoot', 2));
  });
  add('foot-breadth', (vertex, x, _y, _z, out) => {
    out[0] = 0.1 * feet[vertex] * (x - Math.sign(x) * legX);
  });
  add('head-size', (vertex, x, y, z, out) => {
    out[0] = 0.1 * heads[vertex] * x;
    out[1] = 0.1 * heads[vertex] * (y - headY);
    out[2] = 0.1 * heads[vertex] * (z - joint('head', 2));
  });
  const [neckLow, neckHigh] = [joint('neck', 2), joint('head', 2)];
  add('swell-neck', (vertex, x, y, z, out) => {
    const t = (y - neckY) / (headY - neckY);
    const amount = 0.12 * (1 - arms[vertex]) * bell(y, between(neckY, headY, 0.35), 0.05) * bell(x, 0, 0.06);
    out[0] = amount * x;
    out[2] = amount * (z - between(neckLow, neckHigh, t) - 0.02);
  });
  return parameters;
}

/** A bell of height 1. */
const bell = (at: number, centre: number, width: number) => Math.exp(-(((at - centre) / width) ** 2) / 2);

/** From 0 to 1 around the centre, its slope a bell: 1 / (1 + exp(-1.7 t)) is within 0.01 of the normal integral. */
const step = (at: number, centre: number, width: number) => 1 / (1 + Math.exp((-1.702 * (at - centre)) / width));

/** A ramp without a kink: about 0 below, t above; 2 cm wide. */
const soft = (t: number) => 0.02 * Math.log1p(Math.exp(Math.min(50, t / 0.02)));
