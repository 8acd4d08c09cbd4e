import { MEASURE_COUNT, type MeasureName, measureIndex } from './measureNames.js';
import type { MeasurePlan } from './measurePlan.js';
import { createPlaneCut, cutTape, levelPlane, type Plane, type PlaneCut } from './planeCut.js';
import { BODY_DENSITY, surfaceVolume } from './surfaceVolume.js';

/** Working memory of measureShape(), with intermediate results for traceMeasures(). One per caller. */
export interface MeasureScratch {
  readonly cut: PlaneCut;
  /** Vertices with the arms lowered; only those of plan.loweredVertices differ from the T-pose. */
  readonly loweredPositions: Float64Array;
  /** Height or distance from the middle at which each girth was taken, in the mesh's own frame, metres. */
  readonly levels: Float64Array;
}

export function createMeasureScratch(plan: MeasurePlan, vertexCount: number): MeasureScratch {
  return {
    cut: createPlaneCut(plan.edgeCapacity),
    loweredPositions: new Float64Array(vertexCount * 3),
    levels: new Float64Array(MEASURE_COUNT),
  };
}

/** Angle of the arms below horizontal while measuring, radians: nearly at the sides, clear of the trunk. */
const HANGING_ANGLE = (82 * Math.PI) / 180;
const COS_HANGING = Math.cos(HANGING_ANGLE);
const SIN_HANGING = Math.sin(HANGING_ANGLE);

/** Seat below the level of the crotch when sitting: mean of ANSUR II, metres. */
export const SEAT_BELOW_CROTCH = 0.009;

/** Number of levels tried for the greatest or least girth of a limb. */
const GIRTH_LEVELS = 12;

/** Softness of the maximum that gives the hip height, metres. */
const PROTRUSION_SOFTNESS = 0.0015;

const at = (name: MeasureName) => measureIndex(name);
const STATURE = at('stature');
const WEIGHT = at('weight');
const CROTCH_HEIGHT = at('crotchHeight');
const ARM_LENGTH = at('armLength');
const CHEST = at('chest');
const WAIST = at('waist');
const HIP = at('hip');
const WAIST_HEIGHT = at('waistHeight');
const SHOULDER_BREADTH = at('shoulderBreadth');
const THIGH = at('thigh');
const ANKLE = at('ankle');
const HIP_HEIGHT = at('hipHeight');
const UNDER_BUST = at('underBust');
const NECK = at('neck');
const CALF = at('calf');
const UPPER_ARM = at('upperArm');
const ACROMIAL_HEIGHT = at('acromialHeight');
const SITTING_HEIGHT = at('sittingHeight');
const BIACROMIAL_BREADTH = at('biacromialBreadth');
const CERVICALE_HEIGHT = at('cervicaleHeight');
const SUPRASTERNALE_HEIGHT = at('suprasternaleHeight');
const CHEST_HEIGHT = at('chestHeight');
const KNEE_HEIGHT = at('kneeHeight');
const LOWER_THIGH = at('lowerThigh');
const FOREARM = at('forearm');
const WRIST = at('wrist');
const HEAD = at('head');
const FOOT_LENGTH = at('footLength');
const HAND_LENGTH = at('handLength');
const WAIST_BREADTH = at('waistBreadth');
const WAIST_DEPTH = at('waistDepth');
const HIP_BREADTH = at('hipBreadth');
const BUTTOCK_DEPTH = at('buttockDepth');

/**
 * Takes every measure of a body of the plan's topology that stands in the T-pose. `out` is in the order of
 * measureNames, metres and kilograms.
 */
export function measureShape(
  plan: MeasurePlan,
  scratch: MeasureScratch,
  positions: Float64Array,
  joints: Float64Array,
  out: Float64Array,
): void {
  lowerArms(plan, positions, joints, scratch.loweredPositions);
  const shape: MeasuredShape = { plan, scratch, positions, joints, out, floor: lowest(positions, plan.soleVertices) };
  measureHeights(shape);
  measureLengths(shape);
  measureTrunkGirths(shape);
  measureLimbGirths(shape);
}

/** A body while it is measured. */
interface MeasuredShape {
  readonly plan: MeasurePlan;
  readonly scratch: MeasureScratch;
  readonly positions: Float64Array;
  readonly joints: Float64Array;
  readonly out: Float64Array;
  /** Height of the soles, metres. */
  readonly floor: number;
}

function measureHeights({ plan, scratch, positions, out, floor }: MeasuredShape): void {
  const { landmarks } = plan;
  const { loweredPositions: lowered } = scratch;
  out[STATURE] = highest(positions, plan.crownVertices) - floor;
  out[CROTCH_HEIGHT] = lowest(positions, plan.crotchVertices) - floor;
  out[SITTING_HEIGHT] = out[STATURE] - out[CROTCH_HEIGHT] + SEAT_BELOW_CROTCH;
  out[WAIST_HEIGHT] = heightOf(positions, landmarks.navel) - floor;
  out[HIP_HEIGHT] = protrusionHeight(positions, plan.buttockVertices) - floor;
  out[CERVICALE_HEIGHT] = heightOf(positions, landmarks.cervicale) - floor;
  out[SUPRASTERNALE_HEIGHT] = heightOf(positions, landmarks.suprasternale) - floor;
  out[CHEST_HEIGHT] = heightOf(lowered, landmarks.nipples[0]) - floor;
  out[KNEE_HEIGHT] = heightOf(positions, landmarks.kneecaps[0]) - floor;
  out[ACROMIAL_HEIGHT] = heightOf(lowered, landmarks.acromia[0]) - floor;
}

function measureLengths({ plan, scratch, positions, out }: MeasuredShape): void {
  const { landmarks } = plan;
  const { loweredPositions: lowered } = scratch;
  out[WEIGHT] = surfaceVolume(positions, plan.triangles) * BODY_DENSITY;
  out[BIACROMIAL_BREADTH] = distance(lowered, landmarks.acromia[0], landmarks.acromia[1]);
  out[ARM_LENGTH] = distance(lowered, landmarks.acromia[0], landmarks.stylia[0]);
  out[SHOULDER_BREADTH] = greatest(lowered, plan.deltoidVertices, 0) - least(lowered, plan.deltoidMirrors, 0);
  out[HAND_LENGTH] = distance(positions, landmarks.stylia[0], landmarks.middleFingertips[0]);
  out[FOOT_LENGTH] = greatest(positions, plan.leftFootVertices, 2) - least(positions, plan.leftFootVertices, 2);
}

/** Needs the hip height. */
function measureTrunkGirths({ plan, scratch, positions, joints, out, floor }: MeasuredShape): void {
  const { landmarks } = plan;
  const { cut, levels, loweredPositions: lowered } = scratch;
  const takeGirth = (measure: number, from: Float64Array, edges: Uint32Array, height: number) => {
    levels[measure] = height;
    out[measure] = cutTape(cut, from, edges, levelPlane(1, height));
  };
  takeGirth(CHEST, lowered, plan.chestEdges, heightOf(lowered, landmarks.nipples[0]));
  takeGirth(UNDER_BUST, lowered, plan.underBustEdges, heightOf(lowered, landmarks.underBusts[0]));
  takeGirth(WAIST, positions, plan.waistEdges, heightOf(positions, landmarks.navel));
  out[WAIST_BREADTH] = extent(cut.u, cut.count);
  out[WAIST_DEPTH] = extent(cut.v, cut.count);
  takeGirth(HIP, positions, plan.hipEdges, out[HIP_HEIGHT] + floor);
  out[HIP_BREADTH] = extent(cut.u, cut.count);
  out[BUTTOCK_DEPTH] = extent(cut.v, cut.count);
  takeGirth(THIGH, positions, plan.leftThighEdges, heightOf(positions, landmarks.glutealFolds[0]));
  takeGirth(LOWER_THIGH, positions, plan.leftKneeEdges, heightOf(positions, landmarks.kneecapTops[0]));
  out[NECK] = cutTape(cut, positions, plan.neckEdges, neckPlane(plan, positions, joints));
  out[HEAD] = cutTape(cut, positions, plan.headEdges, headPlane(plan, positions));
}

function measureLimbGirths({ plan, scratch, positions, joints, out }: MeasuredShape): void {
  const { cut, levels } = scratch;
  const takeGirth = (measure: number, search: Omit<GirthSearch, 'positions'>) => {
    const { girth, level } = searchGirth(cut, { positions, ...search });
    levels[measure] = level;
    out[measure] = girth;
  };
  const ankleY = joints[plan.leftFootJoint * 3 + 1];
  const shin = joints[plan.leftLowerLegJoint * 3 + 1] - ankleY;
  takeGirth(ANKLE, {
    edges: plan.leftAnkleEdges,
    axis: 1,
    sign: -1,
    from: ankleY + 0.04 * shin,
    to: ankleY + 0.3 * shin,
  });
  takeGirth(CALF, { edges: plan.leftCalfEdges, axis: 1, sign: 1, from: ankleY + 0.5 * shin, to: ankleY + 0.85 * shin });

  const elbowX = joints[plan.leftLowerArmJoint * 3];
  const upper = elbowX - joints[plan.leftUpperArmJoint * 3];
  const wristX = positions[plan.landmarks.stylia[0] * 3];
  const lower = wristX - elbowX;
  takeGirth(UPPER_ARM, {
    edges: plan.leftUpperArmEdges,
    axis: 0,
    sign: 1,
    from: elbowX - 0.65 * upper,
    to: elbowX - 0.35 * upper,
  });
  takeGirth(FOREARM, {
    edges: plan.leftForearmEdges,
    axis: 0,
    sign: 1,
    from: elbowX + 0.1 * lower,
    to: elbowX + 0.4 * lower,
  });
  levels[WRIST] = wristX;
  out[WRIST] = cutTape(cut, positions, plan.leftForearmEdges, levelPlane(0, wristX));
}

/**
 * Lowers the arms by linear blend skinning: the whole arm turns rigidly about the shoulder joint, so a vertex needs only
 * the summed weight of all bones of the arm.
 */
function lowerArms(plan: MeasurePlan, positions: Float64Array, joints: Float64Array, lowered: Float64Array): void {
  lowered.set(positions);
  const left = plan.leftUpperArmJoint * 3;
  const right = plan.rightUpperArmJoint * 3;
  const { loweredVertices, leftArmShares, rightArmShares } = plan;
  for (let i = 0; i < loweredVertices.length; i++) {
    const p = loweredVertices[i] * 3;
    const l = leftArmShares[i];
    const r = rightArmShares[i];
    const lx = positions[p] - joints[left];
    const ly = positions[p + 1] - joints[left + 1];
    const rx = positions[p] - joints[right];
    const ry = positions[p + 1] - joints[right + 1];
    // Turns about +Z: the left arm by -angle, the right one by +angle.
    lowered[p] += l * (COS_HANGING * lx + SIN_HANGING * ly - lx) + r * (COS_HANGING * rx - SIN_HANGING * ry - rx);
    lowered[p + 1] += l * (COS_HANGING * ly - SIN_HANGING * lx - ly) + r * (COS_HANGING * ry + SIN_HANGING * rx - ry);
  }
}

/** Plane across the neck's axis, which runs from the neck joint to the head joint. */
export function neckPlane(plan: MeasurePlan, positions: Float64Array, joints: Float64Array): Plane {
  const neck = plan.neckJoint * 3;
  const head = plan.headJoint * 3;
  const y = joints[head + 1] - joints[neck + 1];
  const z = joints[head + 2] - joints[neck + 2];
  const length = Math.sqrt(y * y + z * z);
  const front = plan.landmarks.infrathyroid * 3;
  const offset = (y * positions[front + 1] + z * positions[front + 2]) / length;
  return { nx: 0, ny: y / length, nz: z / length, offset };
}

/** Plane through the brow and the back of the head. */
export function headPlane(plan: MeasurePlan, positions: Float64Array): Plane {
  const front = plan.landmarks.glabella * 3;
  const back = plan.landmarks.occiput * 3;
  const y = positions[front + 1] - positions[back + 1];
  const z = positions[front + 2] - positions[back + 2];
  const length = Math.sqrt(y * y + z * z);
  const offset = (z * positions[front + 1] - y * positions[front + 2]) / length;
  return { nx: 0, ny: z / length, nz: -y / length, offset };
}

interface GirthSearch {
  readonly positions: Float64Array;
  readonly edges: Uint32Array;
  /** The cuts are across x (0) or y (1), between two places on that axis. */
  readonly axis: 0 | 1;
  readonly from: number;
  readonly to: number;
  /** 1: greatest girth, -1: least. */
  readonly sign: 1 | -1;
}

function searchGirth(cut: PlaneCut, { positions, edges, axis, from, to, sign }: GirthSearch) {
  let best = Number.NEGATIVE_INFINITY;
  let level = from;
  for (let i = 0; i < GIRTH_LEVELS; i++) {
    const place = from + ((to - from) * i) / (GIRTH_LEVELS - 1);
    const girth = sign * cutTape(cut, positions, edges, levelPlane(axis, place));
    if (girth <= best) continue;
    best = girth;
    level = place;
  }
  return { girth: sign * best, level };
}

/**
 * Height of the greatest protrusion to the back: mean over the points within a millimetre or two of the maximum, because
 * the plain maximum would jump from vertex to vertex.
 */
function protrusionHeight(positions: Float64Array, vertices: Uint32Array): number {
  const farthest = least(positions, vertices, 2);
  let sum = 0;
  let weighted = 0;
  for (let i = 0; i < vertices.length; i++) {
    const p = vertices[i] * 3;
    const weight = Math.exp((farthest - positions[p + 2]) / PROTRUSION_SOFTNESS);
    sum += weight;
    weighted += weight * positions[p + 1];
  }
  return weighted / sum;
}

const heightOf = (positions: Float64Array, vertex: number) => positions[vertex * 3 + 1];
const lowest = (positions: Float64Array, vertices: Uint32Array) => least(positions, vertices, 1);
const highest = (positions: Float64Array, vertices: Uint32Array) => greatest(positions, vertices, 1);

function least(positions: Float64Array, vertices: Uint32Array, axis: number): number {
  let value = Number.POSITIVE_INFINITY;
  for (let i = 0; i < vertices.length; i++) value = Math.min(value, positions[vertices[i] * 3 + axis]);
  return value;
}

function greatest(positions: Float64Array, vertices: Uint32Array, axis: number): number {
  let value = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < vertices.length; i++) value = Math.max(value, positions[vertices[i] * 3 + axis]);
  return value;
}

function distance(positions: Float64Array, a: number, b: number): number {
  const dx = positions[a * 3] - positions[b * 3];
  const dy = positions[a * 3 + 1] - positions[b * 3 + 1];
  const dz = positions[a * 3 + 2] - positions[b * 3 + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function extent(values: Float64Array, count: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return high - low;
}
