import type { BaseMesh } from './baseMesh.ts';
import { keptBones, type SourceRig } from './rig.ts';
import { solveLinear } from './solveLinear.ts';
import { addTarget, BASE_VERTEX_COUNT, BODY_VERTEX_COUNT, usedTargets } from './targets.ts';

/** The neutral adult in MakeHuman's own standing pose, decimetres. */
export interface NeutralBody {
  /** BODY_VERTEX_COUNT x 3. */
  readonly positions: Float64Array;
  /** Joint of each kept bone. keptBones x 3. */
  readonly joints: Float64Array;
  /** Tips of the last bones, for directions: by source joint name. */
  readonly tips: ReadonlyMap<string, readonly number[]>;
}

const tipNames = ['L', 'R'].flatMap((side) => [1, 2, 3, 4, 5].map((digit) => `finger${digit}-3.${side}____tail`));

/**
 * Mixes the used targets. The joints are means of helper vertices, and one target has helpers that differ from the
 * CC0 release: so the joints are read on the mix of the others, and then carried over by the skin around them.
 */
export function mixNeutralBody(mesh: BaseMesh, rig: SourceRig, targets: Buffer): NeutralBody {
  const positions = mesh.positions.slice(0, BODY_VERTEX_COUNT * 3);
  const checked = mesh.positions.slice(0, BASE_VERTEX_COUNT * 3);
  const macros = usedTargets.filter(({ kind }) => kind === 'macro');
  const checkedMacros = macros.filter(({ areHelpersChecked }) => areHelpersChecked);
  const checkedWeight = checkedMacros.reduce((sum, { weight }) => sum + weight, 0);
  for (const target of macros) addTarget(positions, targets, target, target.weight);
  for (const target of checkedMacros) addTarget(checked, targets, target, target.weight / checkedWeight);
  const jointOf = (name: string) => carryPoint(meanOf(checked, rig.joints[name]), checked, positions);
  const joints = new Float64Array(keptBones.length * 3);
  keptBones.forEach((kept, index) => {
    for (const name of kept.joints) {
      jointOf(name).forEach((value, k) => {
        joints[index * 3 + k] += value / kept.joints.length;
      });
    }
  });
  // The face is set last: the joints belong to the resting head.
  for (const target of usedTargets) if (target.kind === 'face') addTarget(positions, targets, target, target.weight);
  return { positions, joints, tips: new Map(tipNames.map((name) => [name, jointOf(name)])) };
}

function meanOf(positions: Float64Array, vertices: readonly number[]): number[] {
  const mean = [0, 0, 0];
  for (const vertex of vertices) for (let k = 0; k < 3; k++) mean[k] += positions[vertex * 3 + k] / vertices.length;
  return mean;
}

/** Skin vertices that carry a point, and how firmly their affine map is held to a translation. */
const CARRIER_COUNT = 96;
const CARRIER_RIDGE = 0.01;

/** Moves a point as the nearest skin moves from one body to another: weighted least-squares affine map. */
function carryPoint(point: readonly number[], from: Float64Array, to: Float64Array): number[] {
  const near: { vertex: number; distance: number }[] = [];
  for (let vertex = 0; vertex < BODY_VERTEX_COUNT; vertex++) {
    const at = vertex * 3;
    near.push({
      vertex,
      distance: Math.hypot(from[at] - point[0], from[at + 1] - point[1], from[at + 2] - point[2]),
    });
  }
  near.sort((a, b) => a.distance - b.distance || a.vertex - b.vertex);
  const reach = near[CARRIER_COUNT].distance;
  const normal = [0, 1, 2, 3].map(() => [0, 0, 0, 0]);
  const right = [0, 1, 2, 3].map(() => [0, 0, 0]);
  let total = 0;
  for (const { vertex, distance } of near.slice(0, CARRIER_COUNT)) {
    const weight = Math.exp(-2 * (distance / reach) ** 2);
    total += weight;
    const basis = [1, 0, 0, 0];
    for (let k = 0; k < 3; k++) basis[k + 1] = from[vertex * 3 + k] - point[k];
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) normal[i][j] += weight * basis[i] * basis[j];
      for (let k = 0; k < 3; k++) right[i][k] += weight * basis[i] * (to[vertex * 3 + k] - from[vertex * 3 + k]);
    }
  }
  for (let i = 1; i < 4; i++) normal[i][i] += CARRIER_RIDGE * total;
  const displacement = solveLinear(normal, right)[0];
  return point.map((value, k) => value + displacement[k]);
}
