import { MEASURE_COUNT, type MeasureName, measureDefinitions, measureIndex } from './measureNames.js';
import type { MeasurePlan } from './measurePlan.js';
import { headPlane, type MeasureScratch, measureShape, neckPlane } from './measureShape.js';
import { cutTape, levelPlane, type PlaneCut } from './planeCut.js';
import type { MeasureLine } from './tapeAround.js';

/** A body of the plan's topology after measureShape(). */
interface TracedShape {
  readonly plan: MeasurePlan;
  readonly scratch: MeasureScratch;
  readonly positions: Float64Array;
  readonly joints: Float64Array;
}

type Line = Pick<MeasureLine, 'points' | 'isClosed' | 'anchors'>;
type Lines = readonly (readonly [MeasureName, Line])[];

/**
 * All measures of a body of the plan's topology, each with its line on the T-posed surface: tapes as closed lines,
 * heights as plumb lines to the floor, lengths and breadths from point to point. For drawing.
 */
export function traceMeasures(
  plan: MeasurePlan,
  scratch: MeasureScratch,
  positions: Float64Array,
  joints: Float64Array,
): MeasureLine[] {
  const values = new Float64Array(MEASURE_COUNT);
  measureShape(plan, scratch, positions, joints, values);
  const shape: TracedShape = { plan, scratch, positions, joints };
  const girths = new Map(traceGirths(shape));
  const lines = new Map([...girths, ...traceHeights(shape), ...traceLengths(shape), ...traceBreadths(girths)]);
  return measureDefinitions.map(({ name, definition }, index) => ({
    name,
    value: values[index],
    how: definition,
    certainty: name === 'sittingHeight' ? 'estimated' : 'measured',
    ...(lines.get(name) ?? { points: new Float64Array(0), isClosed: false, anchors: null }),
  }));
}

function traceGirths({ plan, scratch, positions, joints }: TracedShape): Lines {
  const { cut, levels, loweredPositions: lowered } = scratch;
  const trace = (name: MeasureName, edges: Uint32Array, from: Float64Array, axis: 0 | 1) => {
    cutTape(cut, from, edges, levelPlane(axis, levels[measureIndex(name)]));
    return [name, tapeLine(cut, edges, positions)] as const;
  };
  const lines: (readonly [MeasureName, Line])[] = [
    trace('chest', plan.chestEdges, lowered, 1),
    trace('underBust', plan.underBustEdges, lowered, 1),
    trace('waist', plan.waistEdges, positions, 1),
    trace('hip', plan.hipEdges, positions, 1),
    trace('thigh', plan.leftThighEdges, positions, 1),
    trace('lowerThigh', plan.leftKneeEdges, positions, 1),
    trace('ankle', plan.leftAnkleEdges, positions, 1),
    trace('calf', plan.leftCalfEdges, positions, 1),
    trace('upperArm', plan.leftUpperArmEdges, positions, 0),
    trace('forearm', plan.leftForearmEdges, positions, 0),
    trace('wrist', plan.leftForearmEdges, positions, 0),
  ];
  cutTape(cut, positions, plan.neckEdges, neckPlane(plan, positions, joints));
  lines.push(['neck', tapeLine(cut, plan.neckEdges, positions)]);
  cutTape(cut, positions, plan.headEdges, headPlane(plan, positions));
  lines.push(['head', tapeLine(cut, plan.headEdges, positions)]);
  return lines;
}

function traceHeights({ plan, positions }: TracedShape): Lines {
  const { landmarks } = plan;
  const floorY = positions[extremeVertex(positions, plan.soleVertices, 1, -1) * 3 + 1];
  const plumb = (name: MeasureName, vertex: number) => {
    const [x, y, z] = positions.subarray(vertex * 3, vertex * 3 + 3);
    return [name, { points: Float64Array.of(x, floorY, z, x, y, z), isClosed: false, anchors: null }] as const;
  };
  return [
    plumb('stature', extremeVertex(positions, plan.crownVertices, 1, 1)),
    plumb('crotchHeight', extremeVertex(positions, plan.crotchVertices, 1, -1)),
    plumb('waistHeight', landmarks.navel),
    plumb('hipHeight', extremeVertex(positions, plan.buttockVertices, 2, -1)),
    plumb('cervicaleHeight', landmarks.cervicale),
    plumb('suprasternaleHeight', landmarks.suprasternale),
    plumb('chestHeight', landmarks.nipples[0]),
    plumb('kneeHeight', landmarks.kneecaps[0]),
    plumb('acromialHeight', landmarks.acromia[0]),
  ];
}

function traceLengths({ plan, scratch, positions }: TracedShape): Lines {
  const { landmarks } = plan;
  const { loweredPositions: lowered } = scratch;
  const between = (name: MeasureName, from: number, to: number) => [name, vertexLine([from, to], positions)] as const;
  const crotch = extremeVertex(positions, plan.crotchVertices, 1, -1);
  const shoulders = [
    extremeVertex(lowered, plan.deltoidVertices, 0, 1),
    extremeVertex(lowered, plan.deltoidMirrors, 0, -1),
  ];
  const [heel, toe] = ([-1, 1] as const).map((sign) => extremeVertex(positions, plan.leftFootVertices, 2, sign));
  return [
    between('sittingHeight', crotch, extremeVertex(positions, plan.crownVertices, 1, 1)),
    between('armLength', landmarks.acromia[0], landmarks.stylia[0]),
    between('biacromialBreadth', landmarks.acromia[0], landmarks.acromia[1]),
    between('shoulderBreadth', shoulders[0], shoulders[1]),
    between('handLength', landmarks.stylia[0], landmarks.middleFingertips[0]),
    between('footLength', heel, toe),
  ];
}

/** Breadths and depths lie on the tape of the same level, between its outermost corners. */
function traceBreadths(girths: ReadonlyMap<MeasureName, Line>): Lines {
  const across = (name: MeasureName, girth: MeasureName, axis: 0 | 2): Lines => {
    const tape = girths.get(girth);
    return tape ? [[name, outermost(tape, axis)]] : [];
  };
  return [
    ...across('waistBreadth', 'waist', 0),
    ...across('waistDepth', 'waist', 2),
    ...across('hipBreadth', 'hip', 0),
    ...across('buttockDepth', 'hip', 2),
  ];
}

function tapeLine(cut: PlaneCut, edges: Uint32Array, positions: Float64Array) {
  const { cornerCount } = cut;
  const vertices = new Uint32Array(cornerCount * 2);
  const shares = new Float64Array(cornerCount);
  for (let i = 0; i < cornerCount; i++) {
    const corner = cut.hull.corners[i];
    vertices[i * 2] = edges[cut.edges[corner] * 2];
    vertices[i * 2 + 1] = edges[cut.edges[corner] * 2 + 1];
    shares[i] = cut.shares[corner];
  }
  const anchors = { vertices, shares };
  return { points: placeAnchors(anchors, positions), isClosed: true, anchors };
}

function vertexLine(on: readonly number[], positions: Float64Array) {
  const anchors = {
    vertices: Uint32Array.from(on.flatMap((vertex) => [vertex, vertex])),
    shares: new Float64Array(on.length),
  };
  return { points: placeAnchors(anchors, positions), isClosed: false, anchors };
}

/** Positions of the anchored points of a line on a surface of the same topology, in any pose. count x 3. */
export function placeAnchors(anchors: NonNullable<MeasureLine['anchors']>, positions: Float64Array): Float64Array {
  const { vertices, shares } = anchors;
  const points = new Float64Array(shares.length * 3);
  for (let i = 0; i < shares.length; i++) {
    const a = vertices[i * 2] * 3;
    const b = vertices[i * 2 + 1] * 3;
    for (let k = 0; k < 3; k++)
      points[i * 3 + k] = positions[a + k] + shares[i] * (positions[b + k] - positions[a + k]);
  }
  return points;
}

function outermost(line: Line, axis: 0 | 2): Line {
  const { points } = line;
  let [low, high] = [0, 0];
  for (let i = 0; i * 3 < points.length; i++) {
    if (points[i * 3 + axis] < points[low * 3 + axis]) low = i;
    if (points[i * 3 + axis] > points[high * 3 + axis]) high = i;
  }
  const pick = [low, high];
  const anchors = line.anchors && {
    vertices: Uint32Array.from(pick.flatMap((i) => [...(line.anchors?.vertices.subarray(i * 2, i * 2 + 2) ?? [])])),
    shares: Float64Array.from(pick, (i) => line.anchors?.shares[i] ?? 0),
  };
  const at = pick.flatMap((i) => [...points.subarray(i * 3, i * 3 + 3)]);
  return { points: Float64Array.from(at), isClosed: false, anchors };
}

function extremeVertex(positions: Float64Array, vertices: Uint32Array, axis: number, sign: 1 | -1): number {
  let best = vertices[0];
  for (const vertex of vertices) {
    if (sign * positions[vertex * 3 + axis] > sign * positions[best * 3 + axis]) best = vertex;
  }
  return best;
}
