import type { MeasureLine } from './measureLine.js';
import { MEASURE_COUNT, type MeasureName, measureDefinitions, measureIndex } from './measureNames.js';
import type { MeasurePlan } from './measurePlan.js';
import { cutHead, cutNeck, type MeasureScratch, measureShape } from './measureShape.js';
import { cutEdges, type PlaneCut, pullTape } from './planeCut.js';

/**
 * All measures of a body of the plan's topology, each with its line on the T-posed surface: tapes as closed lines,
 * heights as plumb lines to the floor, lengths and breadths from point to point. For drawing; it allocates.
 */
export function traceMeasures(
  plan: MeasurePlan,
  scratch: MeasureScratch,
  positions: Float64Array,
  joints: Float64Array,
): MeasureLine[] {
  const values = new Float64Array(MEASURE_COUNT);
  measureShape(plan, scratch, positions, joints, values);
  const { landmarks } = plan;
  const { cut, levels, loweredPositions } = scratch;
  const floor = extremeVertex(positions, plan.soleVertices, 1, -1);
  const lines = new Map<MeasureName, Pick<MeasureLine, 'points' | 'isClosed' | 'anchors'>>();

  const tape = (name: MeasureName, edges: Uint32Array, cutIt: () => void) => {
    cutIt();
    lines.set(name, tapeLine(cut, edges, positions));
  };
  const level = (name: MeasureName, edges: Uint32Array, from: Float64Array, axis: 0 | 1) =>
    tape(name, edges, () => {
      cut.plane.set([1 - axis, axis, 0, levels[measureIndex(name)]]);
      cutEdges(cut, from, edges);
      pullTape(cut);
    });
  level('chest', plan.chestEdges, loweredPositions, 1);
  level('underBust', plan.underBustEdges, loweredPositions, 1);
  level('waist', plan.waistEdges, positions, 1);
  level('hip', plan.hipEdges, positions, 1);
  level('thigh', plan.leftThighEdges, positions, 1);
  level('lowerThigh', plan.leftKneeEdges, positions, 1);
  level('ankle', plan.leftAnkleEdges, positions, 1);
  level('calf', plan.leftCalfEdges, positions, 1);
  level('upperArm', plan.leftUpperArmEdges, positions, 0);
  level('forearm', plan.leftForearmEdges, positions, 0);
  level('wrist', plan.leftForearmEdges, positions, 0);
  tape('neck', plan.neckEdges, () => cutNeck(plan, cut, positions, joints));
  tape('head', plan.headEdges, () => cutHead(plan, cut, positions));

  const plumb = (name: MeasureName, vertex: number) => {
    const [x, y, z] = positions.subarray(vertex * 3, vertex * 3 + 3);
    const points = Float64Array.of(x, positions[floor * 3 + 1], z, x, y, z);
    lines.set(name, { points, isClosed: false, anchors: null });
  };
  const seat = extremeVertex(positions, plan.buttockVertices, 2, -1);
  plumb('stature', extremeVertex(positions, plan.crownVertices, 1, 1));
  plumb('crotchHeight', extremeVertex(positions, plan.crotchVertices, 1, -1));
  plumb('waistHeight', landmarks.navel);
  plumb('hipHeight', seat);
  plumb('cervicaleHeight', landmarks.cervicale);
  plumb('suprasternaleHeight', landmarks.suprasternale);
  plumb('chestHeight', landmarks.nipples[0]);
  plumb('kneeHeight', landmarks.kneecaps[0]);
  plumb('acromialHeight', landmarks.acromia[0]);

  const between = (name: MeasureName, ...vertices: number[]) => lines.set(name, vertexLine(vertices, positions));
  const crown = extremeVertex(positions, plan.crownVertices, 1, 1);
  between('sittingHeight', extremeVertex(positions, plan.crotchVertices, 1, -1), crown);
  between('armLength', landmarks.acromia[0], landmarks.stylia[0]);
  between('biacromialBreadth', ...landmarks.acromia);
  between(
    'shoulderBreadth',
    extremeVertex(loweredPositions, plan.deltoidVertices, 0, 1),
    extremeVertex(loweredPositions, plan.deltoidMirrors, 0, -1),
  );
  between('handLength', landmarks.stylia[0], landmarks.middleFingertips[0]);
  between(
    'footLength',
    extremeVertex(positions, plan.leftFootVertices, 2, -1),
    extremeVertex(positions, plan.leftFootVertices, 2, 1),
  );
  // Breadths and depths lie on the tape of the same level, between its outermost corners.
  const across = (name: MeasureName, girth: MeasureName, axis: 0 | 2) => {
    const source = lines.get(girth);
    if (source) lines.set(name, outermost(source, axis));
  };
  across('waistBreadth', 'waist', 0);
  across('waistDepth', 'waist', 2);
  across('hipBreadth', 'hip', 0);
  across('buttockDepth', 'hip', 2);

  return measureDefinitions.map(({ name, definition }, index) => ({
    name,
    value: values[index],
    how: definition,
    certainty: name === 'sittingHeight' ? 'estimated' : 'measured',
    ...(lines.get(name) ?? { points: new Float64Array(0), isClosed: false, anchors: null }),
  }));
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

/** Where the anchored points of a line are on a surface of the same topology, in any pose. count x 3. */
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

function outermost(line: Pick<MeasureLine, 'points' | 'isClosed' | 'anchors'>, axis: 0 | 2) {
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
