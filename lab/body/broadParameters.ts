import { boneIndex, keptBones } from './rig.ts';
import type { ShapeTarget } from './shapeTargets.ts';
import type { DenseWeights } from './skinWeights.ts';

/** A parameter of MakeHuman's, as a displacement of the T-posed body. */
export interface ShapeParameter {
  readonly name: string;
  /** `broad` ones are our own (broadParameters.ts). */
  readonly kind: ShapeTarget['kind'] | 'broad';
  /** Metres. BODY_VERTEX_COUNT x 3. */
  readonly displacement: Float64Array;
}

/**
 * Parameters of our own besides MakeHuman's: stretches along the body and swellings across it, each a broad bell. Lengths
 * and girths of real people vary in many combinations; MakeHuman's local targets would reproduce them with ridges at
 * their borders, these stay smooth.
 */
export function broadParameters(
  base: Float64Array,
  joints: Float64Array,
  weights: DenseWeights,
): readonly ShapeParameter[] {
  const figure = readFigure(base, joints, weights);
  return [...stretches(figure), ...seats(figure), ...trunkSwellings(figure), ...limbSwellings(figure), ...ends(figure)];
}

/** Writes the displacement of a vertex at x y z into `out`, which is zero before. Metres for a parameter of 1. */
type Move = (vertex: number, x: number, y: number, z: number, out: number[]) => void;

/** The body that is deformed: summed skin weights of its parts, one per vertex, and coordinates of its joints. */
interface Figure {
  readonly arms: Float64Array;
  readonly leftLegs: Float64Array;
  readonly rightLegs: Float64Array;
  readonly feet: Float64Array;
  readonly hands: Float64Array;
  readonly heads: Float64Array;
  readonly joint: (bone: string, axis: number) => number;
  readonly parameter: (name: string, move: Move) => ShapeParameter;
}

function readFigure(base: Float64Array, joints: Float64Array, weights: DenseWeights): Figure {
  const boneCount = keptBones.length;
  const vertexCount = base.length / 3;
  const weightOf = (pattern: RegExp) => {
    const bones = keptBones.flatMap(({ bone }, index) => (pattern.test(bone) ? [index] : []));
    return Float64Array.from({ length: vertexCount }, (_, vertex) =>
      bones.reduce((sum, bone) => sum + weights[vertex * boneCount + bone], 0),
    );
  };
  return {
    arms: weightOf(/UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little/),
    leftLegs: weightOf(/^left(UpperLeg|LowerLeg|Foot|Toes)/),
    rightLegs: weightOf(/^right(UpperLeg|LowerLeg|Foot|Toes)/),
    feet: weightOf(/Foot|Toes/),
    hands: weightOf(/Hand|Thumb|Index|Middle|Ring|Little/),
    heads: weightOf(/^(head|jaw|leftEye|rightEye)$/),
    joint: (bone, axis) => joints[boneIndex[bone] * 3 + axis],
    parameter: (name, move) => {
      const displacement = new Float64Array(base.length);
      const out = [0, 0, 0];
      for (let vertex = 0; vertex < vertexCount; vertex++) {
        out.fill(0);
        move(vertex, base[vertex * 3], base[vertex * 3 + 1], base[vertex * 3 + 2], out);
        displacement.set(out, vertex * 3);
      }
      return { name: `broad/${name}`, kind: 'broad', displacement };
    },
  };
}

const between = (a: number, b: number, t: number) => a + (b - a) * t;

/** Heights of the joints that places on the body are given by. */
function heights({ joint }: Figure) {
  return {
    ankleY: joint('leftFoot', 1),
    kneeY: joint('leftLowerLeg', 1),
    hipY: joint('leftUpperLeg', 1),
    shoulderY: joint('leftUpperArm', 1),
    neckY: joint('neck', 1),
    headY: joint('head', 1),
  };
}

/** Everything above the place moves up, or outwards along the arms: 4 cm for a parameter of 1. */
function stretches(figure: Figure): ShapeParameter[] {
  const { arms, joint, parameter } = figure;
  const { ankleY, kneeY, hipY, shoulderY, neckY, headY } = heights(figure);
  const [armX, elbowX, wristX] = [joint('leftUpperArm', 0), joint('leftLowerArm', 0), joint('leftHand', 0)];
  const upwards = [
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
  const outwards = [
    ['stretch-upper-arm', between(armX, elbowX, 0.55), 0.06],
    ['stretch-forearm', between(elbowX, wristX, 0.5), 0.06],
    ['stretch-hand', wristX + 0.09, 0.05],
  ] as const;
  return [
    ...upwards.map(([name, centre, width]) =>
      parameter(name, (vertex, _x, y, _z, out) => {
        // Raised arms move with their shoulder, as a whole.
        const rise = (1 - arms[vertex]) * step(y, centre, width) + arms[vertex] * step(shoulderY, centre, width);
        out[1] = 0.04 * rise;
      }),
    ),
    ...outwards.map(([name, centre, width]) =>
      parameter(name, (_vertex, x, _y, _z, out) => {
        out[0] = 0.04 * Math.sign(x) * step(Math.abs(x), centre, width);
      }),
    ),
    parameter('broad-shoulders', (_vertex, x, y, _z, out) => {
      // From the breastbone to the shoulder joint; fades out below the chest.
      const outward = Math.min(1, Math.abs(x) / armX);
      out[0] = 0.02 * Math.sign(x) * outward * outward * (3 - 2 * outward) * step(y, shoulderY - 0.16, 0.06);
    }),
  ];
}

/** Lowers the seat on the same pelvis; the perineum, farther forward, stays. 3 cm for a parameter of 1. */
function seats(figure: Figure): ShapeParameter[] {
  const { joint, parameter } = figure;
  const { kneeY, hipY } = heights(figure);
  const seatY = between(kneeY, hipY, 0.93);
  const seatZ = joint('leftUpperLeg', 2) - 0.045;
  const levels = [
    ['seat-low', seatY, 0.05],
    ['seat', seatY + 0.07, 0.07],
  ] as const;
  return levels.map(([name, centre, width]) =>
    parameter(name, (_vertex, _x, y, z, out) => {
      out[1] = -0.03 * bell(y, centre, width) * step(-z, -seatZ, 0.02);
    }),
  );
}

/** Swellings across the trunk, separate in breadth, to the front and to the back: 12 % for a parameter of 1. */
function trunkSwellings(figure: Figure): ShapeParameter[] {
  const { arms, joint, parameter } = figure;
  const { kneeY, hipY, shoulderY } = heights(figure);
  const trunkZ = joint('spine', 2) + 0.03;
  const levels = [
    ['hip-low', between(kneeY, hipY, 0.93), 0.06],
    ['hip', between(hipY, shoulderY, 0.06), 0.06],
    ['belly', between(hipY, shoulderY, 0.22), 0.07],
    ['waist', between(hipY, shoulderY, 0.4), 0.08],
    ['ribs', between(hipY, shoulderY, 0.58), 0.08],
    ['chest', between(hipY, shoulderY, 0.76), 0.06],
    ['shoulders', between(hipY, shoulderY, 0.95), 0.06],
  ] as const;
  return levels.flatMap(([name, centre, width]) => [
    parameter(`breadth-${name}`, (vertex, x, y, _z, out) => {
      out[0] = 0.12 * (1 - arms[vertex]) * bell(y, centre, width) * x;
    }),
    parameter(`front-${name}`, (vertex, _x, y, z, out) => {
      out[2] = 0.12 * (1 - arms[vertex]) * bell(y, centre, width) * Math.max(0, soft(z - trunkZ));
    }),
    parameter(`back-${name}`, (vertex, _x, y, z, out) => {
      out[2] = -0.12 * (1 - arms[vertex]) * bell(y, centre, width) * Math.max(0, soft(trunkZ - z));
    }),
  ]);
}

/** Swellings of legs and arms around their bones: 12 % for a parameter of 1. */
function limbSwellings(figure: Figure): ShapeParameter[] {
  const { arms, hands, feet, leftLegs, rightLegs, joint, parameter } = figure;
  const { ankleY, kneeY, hipY } = heights(figure);
  const [legX, legZ] = [joint('leftUpperLeg', 0), joint('leftLowerLeg', 2)];
  const [armX, elbowX, wristX] = [joint('leftUpperArm', 0), joint('leftLowerArm', 0), joint('leftHand', 0)];
  const [armY, armZ] = [joint('leftLowerArm', 1), joint('leftLowerArm', 2)];
  const legLevels = [
    ['ankle', between(ankleY, kneeY, 0.12), 0.05],
    ['calf', between(ankleY, kneeY, 0.65), 0.07],
    ['knee', between(kneeY, hipY, 0.02), 0.06],
    ['low-thigh', between(kneeY, hipY, 0.35), 0.07],
    ['thigh', between(kneeY, hipY, 0.72), 0.08],
  ] as const;
  const armPlaces = [
    ['deltoid', between(armX, elbowX, 0.12), 0.05],
    ['upper-arm', between(armX, elbowX, 0.5), 0.06],
    ['elbow', between(armX, elbowX, 0.95), 0.05],
    ['forearm', between(elbowX, wristX, 0.35), 0.06],
    ['wrist', between(elbowX, wristX, 0.92), 0.05],
  ] as const;
  return [
    ...legLevels.map(([name, centre, width]) =>
      parameter(`swell-${name}`, (vertex, x, y, z, out) => {
        const amount = 0.12 * (1 - feet[vertex]) * bell(y, centre, width);
        // Each leg around its own bone; where the two meet, they cancel.
        out[0] = amount * (leftLegs[vertex] * (x - legX) + rightLegs[vertex] * (x + legX));
        out[2] = amount * (leftLegs[vertex] + rightLegs[vertex]) * (z - legZ);
      }),
    ),
    ...armPlaces.map(([name, centre, width]) =>
      parameter(`swell-${name}`, (vertex, x, y, z, out) => {
        const amount = 0.12 * arms[vertex] * (1 - 0.5 * hands[vertex]) * bell(Math.abs(x), centre, width);
        out[1] = amount * (y - armY);
        out[2] = amount * (z - armZ);
      }),
    ),
  ];
}

/** Sizes of hands, feet and head, and the girth of the neck. */
function ends(figure: Figure): ShapeParameter[] {
  const { arms, hands, feet, heads, joint, parameter } = figure;
  const { neckY, headY } = heights(figure);
  const [legX, wristX] = [joint('leftUpperLeg', 0), joint('leftHand', 0)];
  const [armY, armZ] = [joint('leftLowerArm', 1), joint('leftLowerArm', 2)];
  const [neckLow, neckHigh] = [joint('neck', 2), joint('head', 2)];
  return [
    parameter('hand', (vertex, x, y, z, out) => {
      out[0] = 0.1 * hands[vertex] * (x - Math.sign(x) * wristX);
      out[1] = 0.1 * hands[vertex] * (y - armY);
      out[2] = 0.1 * hands[vertex] * (z - armZ);
    }),
    parameter('foot-length', (vertex, _x, _y, z, out) => {
      out[2] = 0.1 * feet[vertex] * (z - joint('leftFoot', 2));
    }),
    parameter('foot-breadth', (vertex, x, _y, _z, out) => {
      out[0] = 0.1 * feet[vertex] * (x - Math.sign(x) * legX);
    }),
    parameter('head-size', (vertex, x, y, z, out) => {
      out[0] = 0.1 * heads[vertex] * x;
      out[1] = 0.1 * heads[vertex] * (y - headY);
      out[2] = 0.1 * heads[vertex] * (z - joint('head', 2));
    }),
    parameter('swell-neck', (vertex, x, y, z, out) => {
      const t = (y - neckY) / (headY - neckY);
      const amount = 0.12 * (1 - arms[vertex]) * bell(y, between(neckY, headY, 0.35), 0.05) * bell(x, 0, 0.06);
      out[0] = amount * x;
      out[2] = amount * (z - between(neckLow, neckHigh, t) - 0.02);
    }),
  ];
}

/** A bell of height 1. */
const bell = (at: number, centre: number, width: number) => Math.exp(-(((at - centre) / width) ** 2) / 2);

/** From 0 to 1 around the centre, its slope a bell: 1 / (1 + exp(-1.7 t)) is within 0.01 of the normal integral. */
const step = (at: number, centre: number, width: number) => 1 / (1 + Math.exp((-1.702 * (at - centre)) / width));

/** A ramp without a kink: about 0 below, t above; 2 cm wide. */
const soft = (t: number) => 0.02 * Math.log1p(Math.exp(Math.min(50, t / 0.02)));
