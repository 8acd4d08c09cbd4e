import {
  type BodyModel,
  type BodySurface,
  buildMeasurePlan,
  createMeasureScratch,
  defaultLandmarks,
  findSurfaceFaults,
  hasTopologyOf,
  type MeshMeasures,
  measureMesh,
  regressJoints,
  traceMeasures,
} from '@leib/body';
import { readBodySpace } from './readModel.js';

/** Largest deviation of the arms from a T-pose, share of their length: about ten degrees. */
const armTolerance = 0.18;

/**
 * Measures a body: at its landmarks where it has our topology and is in the T-pose, facing +Z; else as any mesh.
 * @param options.density kg/m³; with a density the body is always measured as any mesh
 */
export async function measureBody(surface: BodySurface, options: { readonly density?: number }): Promise<MeshMeasures> {
  const { neutral } = await readBodySpace();
  if (options.density !== undefined || !hasTopologyOf(neutral, surface) || !isInTPose(neutral, surface)) {
    return measureMesh(surface, options);
  }
  const plan = buildMeasurePlan(neutral, defaultLandmarks);
  const lines = traceMeasures(
    plan,
    createMeasureScratch(plan, neutral.vertexCount),
    surface.positions,
    jointsOf(neutral, surface),
  );
  return { lines, missing: [], faults: findSurfaceFaults(surface) };
}

function isInTPose(model: BodyModel, surface: BodySurface): boolean {
  const joints = jointsOf(model, surface);
  const place = (bone: (typeof model.jointNames)[number]) => model.jointNames.indexOf(bone) * 3;
  return (['left', 'right'] as const).every((side) => {
    const [shoulder, hand] = [place(`${side}UpperArm`), place(`${side}Hand`)];
    const [x, y, z] = [0, 1, 2].map((k) => joints[hand + k] - joints[shoulder + k]);
    const outwards = side === 'left' ? x : -x;
    return outwards > 0 && Math.max(Math.abs(y), Math.abs(z)) < armTolerance * outwards;
  });
}

function jointsOf(model: BodyModel, { positions }: BodySurface): Float64Array {
  const joints = new Float64Array(model.jointNames.length * 3);
  regressJoints(model, positions, joints);
  return joints;
}
