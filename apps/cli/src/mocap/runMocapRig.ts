import { basename, extname } from 'node:path';
import { requireDecoded } from '@leib/core';
import { type MeshScene, type MeshUnit, readMeshScene } from '@leib/formats';
import { parseRigPoints, proposeScenePoints, rigPointsText, rigScene, writeRiggedGlb } from '@leib/mocap';
import { type CommandRun, UsageError } from '../command.js';
import type { mocapRigOptions } from '../commands/mocap.js';
import { named } from '../fileErrors.js';
import { readText, writeOutput } from '../files.js';
import { readMeshUnit } from '../options.js';
import { readWhole } from '../readWhole.js';

type RigPointsFile = ReturnType<typeof proposeScenePoints>;

export const runMocapRig: CommandRun<typeof mocapRigOptions> = async (_operands, options, output) => {
  const { mesh: meshPath, joints, propose, out } = options;
  if (meshPath === undefined) throw new UsageError('--mesh', 'expected a mesh, got nothing; see leib mocap rig --help');
  if (out === undefined) throw new UsageError('--out', 'expected a file, got nothing; see leib mocap rig --help');
  if (propose && joints !== undefined) throw new UsageError('--propose', 'expected no --joints with it, got both');
  const kind = extname(out).toLowerCase();
  if (kind !== '.glb' && !(propose && kind === '.json')) {
    throw new UsageError('--out', `expected a name that ends in .glb${propose ? ' or .json' : ''}, got "${out}"`);
  }
  const unit = readMeshUnit(options.unit) ?? null;
  const { bytes } = await readWhole(meshPath, { what: 'mesh', extensions: ['glb', 'gltf', 'vrm', 'obj', 'ply'] });
  const scene = await named(meshPath, async () => readMeshScene(bytes));
  const points = propose
    ? await named(meshPath, async () => proposeScenePoints(scene, unit))
    : await readPoints(joints, unit);
  if (kind === '.json') {
    await writeOutput(out, rigPointsText(points as RigPointsFile));
    return output.print(options.json ? JSON.stringify({ mesh: meshPath, out, points: points?.points }) : out);
  }
  const startMs = performance.now();
  const onProgress = (share: number) => output.progress(`${meshPath}: ${Math.round(share * 100)} %`);
  const rigged = await named(joints ?? meshPath, async () => rigScene(scene, points, { onProgress }));
  const seconds = (performance.now() - startMs) / 1000;
  await writeOutput(out, writeRiggedGlb(rigged, basename(meshPath, extname(meshPath))));
  const figures = figuresOf(scene, rigged);
  if (options.json) return output.print(JSON.stringify({ mesh: meshPath, out, ...figures, seconds }));
  for (const warning of figures.warnings) output.note(warning);
  output.print(`${out}: ${figures.vertices} vertices on ${figures.bones.length} bones, ${seconds.toFixed(1)} s`);
};

async function readPoints(path: string | undefined, unit: MeshUnit | null): Promise<RigPointsFile | null> {
  if (path === undefined) return null;
  const file = requireDecoded(parseRigPoints(await readText(path)), path);
  return { ...file, unit: unit ?? file.unit };
}

function figuresOf(scene: MeshScene, { rig, placement, scene: body }: ReturnType<typeof rigScene>) {
  return {
    vertices: body.positions.length / 3,
    triangles: body.triangles.length / 3,
    bones: rig.bones,
    derived: rig.derived,
    unit: placement.unit,
    marks: (scene.positions.length - body.positions.length) / 3,
    warnings: rig.warnings,
  };
}
