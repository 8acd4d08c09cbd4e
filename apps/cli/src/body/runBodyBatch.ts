import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BodyKinds,
  type BodySex,
  barChartSvg,
  type ComparedPerson,
  chartOfMeasures,
  chartOfPairs,
  chartOfPeople,
  compareBodies,
  comparisonTables,
  drawBodies,
  kindsLabel,
  type NamedVertices,
  parseBodyDistances,
  parseNamedVertices,
  peopleCsv,
  summarisePeople,
  summaryCsv,
  thesisDistances,
  thesisVertices,
} from '@leib/body';
import { InputError } from '@leib/core';
import { type CommandRun, UsageError } from '../command.js';
import type { bodyBatchOptions } from '../commands/body.js';
import { createFileNames } from '../fileNames.js';
import { writeFolder } from '../files.js';
import { readMeshUnit } from '../options.js';
import { batchPeople } from './batchPeople.js';
import {
  type ImageKind,
  namesFor,
  readBackground,
  readDistances,
  readImageKinds,
  readNames,
  readVertexFiles,
} from './compareOptions.js';
import { encodePicture } from './encodePicture.js';

type Files = Map<string, string | Uint8Array>;

export const runBodyBatch: CommandRun<typeof bodyBatchOptions> = async (_words, options, output) => {
  const { out, people, bodies } = options;
  if (out === undefined) throw new UsageError('--out', 'expected a value, got nothing; see leib body batch --help');
  if (people === undefined && bodies === undefined) {
    throw new UsageError('--people', 'expected --people or --bodies, got neither');
  }
  const images = readImageKinds(options.images ?? 'none');
  const drawing = { background: readBackground(options.background), hasDots: options.dots ?? false };
  const given = readPairs(options.pairs);
  const vertexFiles = options.vertices === undefined ? await knownVertices() : await readVertexFiles(options.vertices);
  const comparing = {
    distances:
      options.distances === undefined
        ? knownDistances(vertexFiles)
        : await readDistances(options.distances, vertexFiles),
    circumferences: readNames(options.circumferences),
    ...frontOf(options.front, vertexFiles),
  };
  const compared: ComparedPerson[] = [];
  const folderNameOf = createFileNames();
  const notes: string[] = [];
  const unit = readMeshUnit(options.unit);
  for await (const person of batchPeople({ people, bodies, takes: readTakes(options.takes), unit })) {
    output.progress(`${compared.length + 1} of ${person.count}: ${person.id}`);
    notes.push(...person.notes);
    if (person.bodies.length < 2) {
      notes.push(`${person.id}: expected two bodies or more, got ${person.bodies.length}; left out`);
      continue;
    }
    const comparison = compareBodies(
      person.bodies.map((body) => ({ ...body, names: namesFor(vertexFiles, body.surface.positions.length / 3) })),
      comparing,
    );
    notes.push(...comparison.notes.map((note) => `${person.id}: ${note}`));
    const each = { id: person.id, sex: person.sex, comparison };
    compared.push(each);
    await writeFolder(join(out, folderNameOf(person.id)), filesOfPerson(each, images, drawing));
  }
  if (compared.length === 0) throw new InputError(people ?? bodies ?? '', 'expected people with two bodies, got none');
  const pairs = given ?? usualPairs(compared);
  const files = filesOfAll(compared, pairs);
  await writeFolder(out, files);
  if (options.json) {
    const summary = pairs
      .flatMap((kinds) => summarisePeople(compared, kinds))
      .map(({ measure, ...rest }) => ({
        ...rest,
        measure: measure.name,
      }));
    return output.print(JSON.stringify({ out, people: compared.length, files: [...files.keys()], summary, notes }));
  }
  for (const note of notes) output.note(note);
  const charts = [...files.keys()].filter((name) => name.endsWith('.svg')).length;
  output.print(`${out}: ${compared.length} people, ${pairs.map(kindsLabel).join(', ')}; ${charts} charts`);
};

function filesOfPerson(
  { comparison }: ComparedPerson,
  images: readonly ImageKind[],
  drawing: { readonly background: 'transparent' | 'grid' | 'white'; readonly hasDots: boolean },
): Files {
  const tables = comparisonTables(comparison);
  const files: Files = new Map([
    ['pairs.csv', tables.pairsCsv],
    ['bodies.csv', tables.bodiesCsv],
    ['comparison.txt', tables.text],
  ]);
  for (const { name, arrangement, view } of images) {
    files.set(`${name}.svg`, encodePicture(drawBodies(comparison.bodies, { ...drawing, arrangement, view })));
  }
  return files;
}

const sexGroups: readonly (readonly [BodySex, string])[] = [
  ['female', 'women'],
  ['male', 'men'],
  ['neutral', 'people'],
];

function filesOfAll(people: readonly ComparedPerson[], pairs: readonly BodyKinds[]): Files {
  const files: Files = new Map([
    ['people.csv', peopleCsv(people, pairs)],
    ['summary.csv', summaryCsv(people, pairs)],
  ]);
  for (const [sex, whose] of sexGroups) {
    const group = people.filter((person) => person.sex === sex);
    if (group.length === 0) continue;
    pairs.forEach((kinds, i) => {
      files.set(`chart-${whose}-${i + 1}-measures.svg`, barChartSvg(chartOfMeasures(group, kinds, whose)));
    });
    files.set(`chart-${whose}-people.svg`, barChartSvg(chartOfPeople(group, pairs, whose)));
    files.set(`chart-${whose}-pairs.svg`, barChartSvg(chartOfPairs(group, pairs, whose)));
  }
  return files;
}

/** Each kind with the next, in the order in which bodies come. */
function usualPairs(people: readonly ComparedPerson[]): BodyKinds[] {
  const kinds = [...new Set(people.flatMap(({ comparison }) => comparison.bodies.map(({ name }) => name)))];
  return kinds.slice(1).map((second, i) => ({ first: kinds[i], second }));
}

function readPairs(text: string | undefined): BodyKinds[] | null {
  if (text === undefined) return null;
  return text.split(',').map((pair) => {
    const [first, second, more] = pair.split(':').map((kind) => kind.trim());
    if (first && second && more === undefined) return { first, second };
    throw new UsageError('--pairs', `expected FIRST:SECOND, got "${pair.trim()}"`);
  });
}

function readTakes(text = '1,2,3,4'): (1 | 2 | 3 | 4)[] {
  return readNames(text).map((word) => {
    const take = ([1, 2, 3, 4] as const).find((each) => String(each) === word);
    if (take) return take;
    throw new UsageError('--takes', `expected 1, 2, 3 or 4, separated by commas, got "${word}"`);
  });
}

/** The same places on Leib's own body and on SMPL. */
async function knownVertices(): Promise<NamedVertices[]> {
  const own = await readFile(fileURLToPath(import.meta.resolve('@leib/body/leib-vertices.txt')), 'utf8');
  return [parseNamedVertices(own), parseNamedVertices(thesisVertices)];
}

/** The distances of the thesis; none where vertices of other names are given. */
function knownDistances(vertexFiles: readonly NamedVertices[]) {
  const known = parseBodyDistances(thesisDistances, []);
  return known.filter(({ from, to }) => vertexFiles.every(({ indices }) => indices.has(from) && indices.has(to)));
}

function frontOf(front: string | undefined, vertexFiles: readonly NamedVertices[]): { front?: string } {
  const name = front ?? 'BellyButton';
  const isKnown = vertexFiles.every(({ indices }) => indices.has(name));
  return front !== undefined || isKnown ? { front: name } : {};
}
