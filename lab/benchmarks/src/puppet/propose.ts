import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  bindParts,
  createPuppet,
  findPuppetLimbs,
  type PuppetMesh,
  type PuppetPart,
  proposeStructure,
  readPuppetMesh,
} from '@leib/puppet';
import type { BenchResult } from '../report.js';

type Point = readonly [number, number, number];
type Line = readonly [Point, Point];

/** Avatars with skeletons of their own, beside the repository. */
const avatars = resolve('../shared/wild/avatars');

/**
 * A first structure for avatars, from their surfaces alone, beside the bones that they have: time from mesh to bound puppet,
 * and distances as shares of the model's longest side. One result for each avatar with a skeleton.
 */
export async function benchPropose(): Promise<BenchResult[]> {
  const nothing = { ours: Number.NaN, unit: 'us', peers: {}, ratio: {}, bytesPerCall: null } as const;
  if (!existsSync(avatars)) {
    return [{ ...nothing, name: 'puppet/propose', skipped: 'expected avatars in ../shared/wild/avatars, got none' }];
  }
  const results: BenchResult[] = [];
  for (const name of readdirSync(avatars).filter((file) => file.endsWith('.glb'))) {
    const read = await readPuppetMesh(new Uint8Array(readFileSync(resolve(avatars, name))), null);
    const start = performance.now();
    const { parts } = proposeStructure(createPuppet(name, name, read.placement), findPuppetLimbs(read.mesh));
    const binding = bindParts(read.mesh, parts);
    const ours = (performance.now() - start) * 1000;
    const real = realBones(read.mesh, read.placement);
    const bound = binding.joints.filter((joint, slot) => slot % 4 === 0 && joint > 0).length;
    const facts = {
      parts: parts.length,
      'places that a part holds, %': (100 * bound) / read.mesh.placeCount,
      ...(real.length === 0 ? {} : distances(parts, real, Math.max(...read.report.size))),
    };
    results.push({ ...nothing, name: `puppet/propose/${name.replace('.glb', '')}`, ours, facts });
  }
  return results;
}

/** Lines from each joint of the file's skins to its parent, model space. */
function realBones(
  { scene }: PuppetMesh,
  { scale, position }: { readonly scale: number; readonly position: Point },
): Line[] {
  if (scene === null) return [];
  const nodes = (scene.json.nodes ?? []) as { readonly children?: readonly number[] }[];
  const skins = (scene.json.skins ?? []) as { readonly joints: readonly number[] }[];
  const joints = new Set(skins.flatMap((skin) => skin.joints));
  const at = (node: number): Point => {
    const [x, y, z] = scene.worlds[node].subarray(12, 15);
    return [scale * x + position[0], scale * y + position[1], scale * z + position[2]];
  };
  return nodes.flatMap(({ children = [] }, node) =>
    joints.has(node) ? children.filter((child) => joints.has(child)).map((child): Line => [at(node), at(child)]) : [],
  );
}

function distances(parts: readonly PuppetPart[], real: readonly Line[], size: number): Record<string, number> {
  const proposed = parts.flatMap(({ shape }): Line[] => (shape.kind === 'bone' ? [[shape.from, shape.to]] : []));
  const along = ([a, b]: Line, share: number): Point =>
    [0, 1, 2].map((k) => a[k] + share * (b[k] - a[k])) as [number, number, number];
  const nearest = (point: Point, lines: readonly Line[]) => Math.min(...lines.map((line) => distanceTo(point, line)));
  const off = proposed.flatMap((line) => Array.from({ length: 11 }, (_, n) => nearest(along(line, n / 10), real)));
  const missed = real.map((line) => nearest(along(line, 0.5), proposed));
  const percent = (values: number[], share: number) =>
    (100 * [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]) / size;
  return {
    'proposed to real bones, median %': percent(off, 0.5),
    'proposed to real bones, p95 %': percent(off, 0.95),
    'real to proposed bones, median %': percent(missed, 0.5),
    'real to proposed bones, p90 %': percent(missed, 0.9),
  };
}

function distanceTo(point: Point, [a, b]: Line): number {
  const way = [0, 1, 2].map((k) => b[k] - a[k]);
  const off = [0, 1, 2].map((k) => point[k] - a[k]);
  const lengthSq = way[0] ** 2 + way[1] ** 2 + way[2] ** 2 || 1e-12;
  const share = Math.min(1, Math.max(0, (off[0] * way[0] + off[1] * way[1] + off[2] * way[2]) / lengthSq));
  return Math.hypot(off[0] - share * way[0], off[1] - share * way[1], off[2] - share * way[2]);
}
