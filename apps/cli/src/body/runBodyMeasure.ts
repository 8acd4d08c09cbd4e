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
import type { CommandRun } from '../command.js';
import type { bodyMeasureOptions } from '../commands/body.js';
import { readMeshUnit, readNumberOption } from '../options.js';
import { type NamedBody, readBody } from './readBody.js';
import { readBodySpace } from './readModel.js';

export const runBodyMeasure: CommandRun<typeof bodyMeasureOptions> = async (words, options, output) => {
  const unit = readMeshUnit(options.unit);
  const density = readNumberOption('density', options.density, { low: 500, high: 2000, what: 'kg/m³' });
  const measured: { body: NamedBody; measures: MeshMeasures }[] = [];
  for (const word of words) {
    output.progress(`measuring ${word} …`);
    const body = await readBody(word, { unit, ...(options.mesh && { mesh: options.mesh }) });
    measured.push({ body, measures: await measureBody(body.surface, density === undefined ? {} : { density }) });
  }
  if (options.json) return output.print(JSON.stringify({ bodies: measured.map(jsonOf) }));
  for (const { body, measures } of measured) {
    for (const note of body.notes) output.note(note);
    output.print(tableOf(body.name, measures));
  }
};

function jsonOf({ body, measures }: { body: NamedBody; measures: MeshMeasures }) {
  const { lines, missing, faults } = measures;
  return {
    name: body.name,
    vertices: body.surface.positions.length / 3,
    measures: Object.fromEntries(lines.map(({ name, value, certainty, how }) => [name, { value, certainty, how }])),
    missing,
    ...faults,
    notes: body.notes,
  };
}

function tableOf(name: string, { lines, missing }: MeshMeasures): string {
  const width = Math.max(...lines.map((line) => line.name.length), ...missing.map((each) => each.name.length));
  return [
    name,
    ...lines.map(({ name: measure, value, certainty, how }) => {
      const shown =
        measure === 'weight' ? `${value.toFixed(1).padStart(7)} kg` : `${(value * 100).toFixed(1).padStart(7)} cm`;
      return `  ${measure.padEnd(width)}  ${shown}  ${certainty === 'estimated' ? `estimated: ${how}` : how}`;
    }),
    ...missing.map((each) => `  ${each.name.padEnd(width)}        -     ${each.reason}`),
  ].join('\n');
}

/** Largest deviation of the arms from a T-pose, share of their length: about ten degrees. */
const armTolerance = 0.18;

/**
 * Measures a body: at its landmarks where it has our topology and is in the T-pose, facing +Z; else as any mesh.
 * @param options.density kg/m³; with a density the body is always measured as any mesh
 */
async function measureBody(surface: BodySurface, options: { readonly density?: number }): Promise<MeshMeasures> {
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
