import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  type BodyEstimator,
  type BodySex,
  type BodySpace,
  type BodySurface,
  buildBodyEstimator,
  checkMeasures,
  createShapedBody,
  estimateBody,
  type GivenMeasures,
  measureNames,
  readBetasJson,
  readPeople,
  shapeBody,
  takeSizes,
  thesisPeople,
} from '@leib/body';
import { InputError } from '@leib/core';
import type { MeshUnit } from '@leib/formats';
import { named, unreadable } from '../fileErrors.js';
import { readText } from '../files.js';
import { readBody } from './readBody.js';
import { readBodySpace } from './readModel.js';

/** A person of a batch and their bodies, by kind. */
export interface BatchPerson {
  readonly id: string;
  readonly sex: BodySex;
  readonly bodies: readonly { readonly name: string; readonly surface: BodySurface }[];
  readonly notes: readonly string[];
}

interface BatchRow {
  readonly id: string;
  readonly sex: BodySex;
  readonly given: GivenMeasures;
}

export interface BatchOptions {
  readonly people: string | undefined;
  readonly bodies: string | undefined;
  readonly takes: readonly (1 | 2 | 3 | 4)[];
  readonly unit: MeshUnit | undefined;
}

const bodyFiles = new Set(['.obj', '.ply', '.glb', '.gltf', '.vrm', '.json']);

/** Reads and builds the bodies of all people, one person at a time. */
export async function* batchPeople(options: BatchOptions): AsyncGenerator<BatchPerson & { readonly count: number }> {
  const rows = await readRows(options);
  const space = await readBodySpace();
  const estimators = new Map<BodySex, BodyEstimator>();
  for (const row of rows) {
    const own = options.bodies === undefined ? [] : await readFolder(join(options.bodies, row.id), space, options.unit);
    const takes = options.people === undefined ? [] : buildTakes(row, options.takes, space, estimators);
    const notes = [...own, ...takes].flatMap((each) => each.notes.map((note) => `${row.id}: ${note}`));
    const bodies = [...own, ...takes].flatMap(({ name, surface }) => (surface ? [{ name, surface }] : []));
    yield { id: row.id, sex: row.sex, bodies, notes, count: rows.length };
  }
}

async function readRows({ people, bodies }: BatchOptions): Promise<BatchRow[]> {
  if (people === 'thesis') return thesisPeople.map(({ id, sex, measures }) => ({ id, sex, given: measures }));
  if (people !== undefined) {
    const text = await readText(people);
    const file = await named(people, async () => readPeople(text, measureNames));
    if (file.refused.length > 0) {
      const [{ id, line, field, reason }] = file.refused;
      throw new InputError(people, `line ${line}, ${id}${field === '' ? '' : `, ${field}`}: ${reason}`);
    }
    return [...file.people];
  }
  const folder = bodies ?? '';
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (ids.length === 0) throw new InputError(folder, 'expected a folder for each person, got none');
  return ids.sort().map((id) => ({ id, sex: 'neutral' as const, given: {} }));
}

interface KindOfBody {
  readonly name: string;
  /** Null where it cannot be built; a note says why. */
  readonly surface: BodySurface | null;
  readonly notes: readonly string[];
}

/** The files of one person; none where there is no such folder. */
async function readFolder(folder: string, space: BodySpace, unit: MeshUnit | undefined): Promise<KindOfBody[]> {
  const files = await readdir(folder).catch(() => []);
  const kinds: KindOfBody[] = [];
  for (const file of files.sort()) {
    const ending = extname(file.replace(/\.gz$/i, '')).toLowerCase();
    if (!bodyFiles.has(ending)) continue;
    const path = join(folder, file);
    if (ending !== '.json') {
      kinds.push(await readBody(path, { unit }));
      continue;
    }
    const text = await readText(path);
    const { sex, betas, model } = await named(path, async () => readBetasJson(text));
    if (model !== undefined) throw new InputError(path, `expected betas of Leib’s own models, got those of ${model}`);
    const shaped = createShapedBody(space[sex]);
    shapeBody(space[sex], betas, shaped);
    const name = file.replace(/(-betas)?\.json$/i, '');
    kinds.push({ name, surface: { positions: shaped.positions, triangles: space[sex].triangles }, notes: [] });
  }
  return kinds;
}

function buildTakes(
  { sex, given }: BatchRow,
  takes: BatchOptions['takes'],
  space: BodySpace,
  estimators: Map<BodySex, BodyEstimator>,
): KindOfBody[] {
  const model = space[sex];
  const estimator = estimators.get(sex) ?? buildBodyEstimator(model);
  estimators.set(sex, estimator);
  return takes.map((take): KindOfBody => {
    const names = measureNames.slice(0, takeSizes[take]).filter((name) => given[name] !== undefined);
    const measures: GivenMeasures = Object.fromEntries(names.map((name) => [name, given[name]]));
    const impossible = checkMeasures(model.measureStatistics, measures).find(
      ({ severity }) => severity === 'impossible',
    );
    const name = `Take ${take}`;
    if (impossible) return { name, surface: null, notes: [`${name} is not built: ${impossible.message}`] };
    const { positions } = estimateBody(estimator, measures).shaped;
    return { name, surface: { positions, triangles: model.triangles }, notes: [] };
  });
}
