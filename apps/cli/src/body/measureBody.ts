import {
  type BodyModel,
  type BodySurface,
  buildMeasurePlan,
  createMeasureScratch,
  defaultLandmarks,
  findSurfaceFaults,
  hasTopologyOf,
  type MeasureMeshOptions,
  type MeshMeasures,
  measureMesh,
  regressJoints,
  traceMeasures,
} from '@leib/body';
import { readBodySpace } from './readModel.js';

/** How far the arms of a T-pose may hang or lean, as parts of their length: about ten degrees. */
const armTolerance = 0.18;

/**
 * Measures a body: at its own landmarks where it is one of ours in its T-pose, facing +Z; else by what any mesh shows.
 */
export async function measureBody(surface: BodySurface, options: MeasureMeshOptions): Promise<MeshMeasures> {
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
