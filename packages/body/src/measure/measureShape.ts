import { MEASURE_COUNT, type MeasureName, measureIndex } from './measureNames.js';
import type { MeasurePlan } from './measurePlan.js';
import { createPlaneCut, cutEdges, type PlaneCut, pullTape } from './planeCut.js';
import { BODY_DENSITY, surfaceVolume } from './surfaceVolume.js';

/** Scratch of measureShape(), and by-products that traceMeasures() draws. One per caller. */
export interface MeasureScratch {
  readonly cut: PlaneCut;
  /** Vertices with the arms lowered; only those of plan.loweredVertices differ from the T-pose. */
  readonly loweredPositions: Float64Array;
  /** Level or place at which each measure was taken: metres, for levels above the floor of the mesh's own frame. */
  readonly levels: Float64Array;
  /** Between which two places a girth is looked for. */
  readonly range: Float64Array;
}

export function createMeasureScratch(plan: MeasurePlan, vertexCount: number): MeasureScratch {
  return {
    cut: createPlaneCut(plan.edgeCapacity),
    loweredPositions: new Float64Array(vertexCount * 3),
    levels: new Float64Array(MEASURE_COUNT),
    range: new Float64Array(2),
  };
}

/** How far below horizontal the arms hang to be measured, radians: nearly at the sides, clear of the trunk. */
export const HANGING_ANGLE = (82 * Math.PI) / 180;
const COS_HANGING = Math.cos(HANGING_ANGLE);
const SIN_HANGING = Math.sin(HANGING_ANGLE);

/** Sitting, the seat is a little below the level of the crotch: mean of ANSUR II, metres. */
export const SEAT_BELOW_CROTCH = 0.009;

/** Levels tried for the greatest or least girth of a limb. */
export const GIRTH_LEVELS = 12;

/** Points of the buttocks count for the hip height by how close they come to the farthest one, metres. */
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
 * measureNames, metres and kilograms. Nothing allocates: regressors call this thousands of times.
 */
export function measureShape(
  plan: MeasurePlan,
  scratch: MeasureScratch,
  positions: Float64Array,
  joints: Float64Array,
  out: Float64Array,
): void {
  const { landmarks } = plan;
  const { cut, levels, loweredPositions: lowered } = scratch;
  const floor = lowest(positions, plan.soleVertices);
  lowerArms(plan, positions, joints, lowered);

  out[STATURE] = highest(positions, plan.crownVertices) - floor;
  out[WEIGHT] = surfaceVolume(positions, plan.triangles) * BODY_DENSITY;
  out[CROTCH_HEIGHT] = lowest(positions, plan.crotchVertices) - floor;
  out[SITTING_HEIGHT] = out[STATURE] - out[CROTCH_HEIGHT] + SEAT_BELOW_CROTCH;
  out[WAIST_HEIGHT] = heightOf(positions, landmarks.navel) - floor;
  out[HIP_HEIGHT] = protrusionHeight(positions, plan.buttockVertices) - floor;
  out[CERVICALE_HEIGHT] = heightOf(positions, landmarks.cervicale) - floor;
  out[SUPRASTERNALE_HEIGHT] = heightOf(positions, landmarks.suprasternale) - floor;
  out[CHEST_HEIGHT] = heightOf(lowered, landmarks.nipples[0]) - floor;
  out[KNEE_HEIGHT] = heightOf(positions, landmarks.kneecaps[0]) - floor;
  out[ACROMIAL_HEIGHT] = heightOf(lowered, landmarks.acromia[0]) - floor;
  out[BIACROMIAL_BREADTH] = distance(lowered, landmarks.acromia[0], landmarks.acromia[1]);
  out[ARM_LENGTH] = distance(lowered, landmarks.acromia[0], landmarks.stylia[0]);
  out[SHOULDER_BREADTH] = greatest(lowered, plan.deltoidVertices, 0) - least(lowered, plan.deltoidMirrors, 0);
  out[HAND_LENGTH] = distance(positions, landmarks.stylia[0], landmarks.middleFingertips[0]);
  out[FOOT_LENGTH] = greatest(positions, plan.leftFootVertices, 2) - least(positions, plan.leftFootVertices, 2);

  levels[CHEST] = heightOf(lowered, landmarks.nipples[0]);
  levelGirth(scratch, lowered, plan.chestEdges, 1, CHEST, out);
  levels[UNDER_BUST] = heightOf(lowered, landmarks.underBusts[0]);
  levelGirth(scratch, lowered, plan.underBustEdges, 1, UNDER_BUST, out);
  levels[WAIST] = heightOf(positions, landmarks.navel);
  levelGirth(scratch, positions, plan.waistEdges, 1, WAIST, out);
  out[WAIST_BREADTH] = extent(cut.u, cut.count);
  out[WAIST_DEPTH] = extent(cut.v, cut.count);
  levels[HIP] = out[HIP_HEIGHT] + floor;
  levelGirth(scratch, positions, plan.hipEdges, 1, HIP, out);
  out[HIP_BREADTH] = extent(cut.u, cut.count);
  out[BUTTOCK_DEPTH] = extent(cut.v, cut.count);
  levels[THIGH] = heightOf(positions, landmarks.glutealFolds[0]);
  levelGirth(scratch, positions, plan.leftThighEdges, 1, THIGH, out);
  levels[LOWER_THIGH] = heightOf(positions, landmarks.kneecapTops[0]);
  levelGirth(scratch, positions, plan.leftKneeEdges, 1, LOWER_THIGH, out);
  cutNeck(plan, cut, positions, joints);
  out[NECK] = cut.tapeLength[0];
  cutHead(plan, cut, positions);
  out[HEAD] = cut.tapeLength[0];

  const { range } = scratch;
  const ankleY = joints[plan.leftFootJoint * 3 + 1];
  const shinLength = joints[plan.leftLowerLegJoint * 3 + 1] - ankleY;
  range[0] = ankleY + 0.04 * shinLength;
  range[1] = ankleY + 0.3 * shinLength;
  searchGirth(scratch, positions, plan.leftAnkleEdges, 1, -1, ANKLE, out);
  range[0] = ankleY + 0.5 * shinLength;
  range[1] = ankleY + 0.85 * shinLength;
  searchGirth(scratch, positions, plan.leftCalfEdges, 1, 1, CALF, out);

  const elbowX = joints[plan.leftLowerArmJoint * 3];
  const upperLength = elbowX - joints[plan.leftUpperArmJoint * 3];
  range[0] = elbowX - 0.65 * upperLength;
  range[1] = elbowX - 0.35 * upperLength;
  searchGirth(scratch, positions, plan.leftUpperArmEdges, 0, 1, UPPER_ARM, out);
  const wristX = positions[landmarks.stylia[0] * 3];
  const lowerLength = wristX - elbowX;
  range[0] = elbowX + 0.1 * lowerLength;
  range[1] = elbowX + 0.4 * lowerLength;
  searchGirth(scratch, positions, plan.leftForearmEdges, 0, 1, FOREARM, out);
  levels[WRIST] = wristX;
  levelGirth(scratch, positions, plan.leftForearmEdges, 0, WRIST, out);
}

/**
 * Lets the arms hang by linear blend skinning: the whole arm turns rigidly about the shoulder joint, so a vertex needs
 * only the share that all bones of the arm hold together.
 */
export function lowerArms(
  plan: MeasurePlan,
  positions: Float64Array,
  joints: Float64Array,
  lowered: Float64Array,
): void {
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

/** Cuts the neck across its axis, from the neck joint to the head joint. */
export function cutNeck(plan: MeasurePlan, cut: PlaneCut, positions: Float64Array, joints: Float64Array): void {
  const neck = plan.neckJoint * 3;
  const head = plan.headJoint * 3;
  const y = joints[head + 1] - joints[neck + 1];
  const z = joints[head + 2] - joints[neck + 2];
  const length = Math.sqrt(y * y + z * z);
  const front = plan.landmarks.infrathyroid * 3;
  cut.plane[0] = 0;
  cut.plane[1] = y / length;
  cut.plane[2] = z / length;
  cut.plane[3] = (y * positions[front + 1] + z * positions[front + 2]) / length;
  cutEdges(cut, positions, plan.neckEdges);
  pullTape(cut);
}

/** Cuts the head through brow and back of the head. */
export function cutHead(plan: MeasurePlan, cut: PlaneCut, positions: Float64Array): void {
  const front = plan.landmarks.glabella * 3;
  const back = plan.landmarks.occiput * 3;
  const y = positions[front + 1] - positions[back + 1];
  const z = positions[front + 2] - positions[back + 2];
  const length = Math.sqrt(y * y + z * z);
  cut.plane[0] = 0;
  cut.plane[1] = z / length;
  cut.plane[2] = -y / length;
  cut.plane[3] = (z * positions[front + 1] - y * positions[front + 2]) / length;
  cutEdges(cut, positions, plan.headEdges);
  pullTape(cut);
}

/** Girth of a cut across axis x or y at the place that was set for this measure. */
function levelGirth(
  { cut, levels }: MeasureScratch,
  positions: Float64Array,
  edges: Uint32Array,
  axis: 0 | 1,
  measure: number,
  out: Float64Array,
): void {
  cut.plane[0] = 1 - axis;
  cut.plane[1] = axis;
  cut.plane[2] = 0;
  cut.plane[3] = levels[measure];
  cutEdges(cut, positions, edges);
  pullTape(cut);
  out[measure] = cut.tapeLength[0];
}

/** Greatest (sign 1) or least (sign -1) girth across axis x or y between the two places in scratch.range. */
function searchGirth(
  { cut, levels, range }: MeasureScratch,
  positions: Float64Array,
  edges: Uint32Array,
  axis: 0 | 1,
  sign: 1 | -1,
  measure: number,
  out: Float64Array,
): void {
  cut.plane[0] = 1 - axis;
  cut.plane[1] = axis;
  cut.plane[2] = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < GIRTH_LEVELS; i++) {
    cut.plane[3] = range[0] + ((range[1] - range[0]) * i) / (GIRTH_LEVELS - 1);
    cutEdges(cut, positions, edges);
    pullTape(cut);
    const girth = sign * cut.tapeLength[0];
    if (girth <= best) continue;
    best = girth;
    levels[measure] = cut.plane[3];
  }
  out[measure] = sign * best;
}

/**
 * Height of the greatest protrusion to the back. The plain maximum would jump from vertex to vertex; points within a
 * millimetre or two of it are averaged instead, which a flat buttock needs anyway.
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
