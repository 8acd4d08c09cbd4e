import { type BodyComparison, type BodyToCompare, compareBodies, comparisonTables, drawBodies } from '@leib/body';
import { InputError } from '@leib/core';
import { type CommandOutput, type CommandRun, UsageError } from '../command.js';
import type { bodyCompareOptions } from '../commands/body.js';
import { writeFolder } from '../files.js';
import { readMeshUnit } from '../options.js';
import {
  namesFor,
  readBackground,
  readDistances,
  readImageKinds,
  readNames,
  readResolution,
  readSameStature,
  readSpacing,
  readUpAxis,
  readVertexFiles,
} from './compareOptions.js';
import { encodePicture } from './encodePicture.js';
import { readBody } from './readBody.js';

export const runBodyCompare: CommandRun<typeof bodyCompareOptions> = async (words, options, output) => {
  const out = options.out;
  if (out === undefined) throw new UsageError('--out', 'expected a value, got nothing; see leib body compare --help');
  const images = readImageKinds(options.images);
  const resolution = readResolution(options.resolution);
  const drawing = {
    spacing: readSpacing(options.spacing),
    background: readBackground(options.background),
    hasDots: options.dots,
    ...(resolution && { resolution }),
  };
  const sameStature = readSameStature(options['same-stature']);
  const up = readUpAxis(options.up);
  const unit = readMeshUnit(options.unit);
  const circumferences = readNames(options.circumferences);
  if (options.vertices === undefined) {
    for (const name of ['distances', 'circumferences', 'front', 'dots'] as const) {
      if (options[name]) throw new UsageError(`--${name}`, 'expected --vertices with it, got none');
    }
  }
  const vertexFiles = await readVertexFiles(options.vertices);
  const distances = options.distances === undefined ? [] : await readDistances(options.distances, vertexFiles);
  const bodies: BodyToCompare[] = [];
  const notes: string[] = [];
  for (const word of words) {
    output.progress(`reading ${word} …`);
    const { name, surface, notes: own } = await readBody(word, { unit, ...(options.mesh && { mesh: options.mesh }) });
    notes.push(...own);
    const vertexCount = surface.positions.length / 3;
    bodies.push({ name: uniqueName(name, bodies), surface, names: namesFor(vertexFiles, vertexCount) });
  }
  if (vertexFiles.some(({ vertexCount }) => vertexCount === null)) checkSameCount(bodies);
  const heatReference = findReference(options['heat-map'], bodies);

  output.progress('comparing …');
  const common = { distances, circumferences, ...(options.front && { front: options.front }), ...(up && { up }) };
  const runs: { suffix: string; comparison: BodyComparison }[] = [
    { suffix: '', comparison: compareBodies(bodies, common) },
  ];
  if (sameStature !== undefined) {
    runs.push({ suffix: '-same-stature', comparison: compareBodies(bodies, { ...common, stature: sameStature }) });
  }
  const files = new Map<string, Uint8Array | string>();
  for (const { suffix, comparison } of runs) {
    const tables = comparisonTables(comparison);
    files.set(`pairs${suffix}.csv`, tables.pairsCsv);
    files.set(`bodies${suffix}.csv`, tables.bodiesCsv);
    files.set(`comparison${suffix}.txt`, tables.text);
    for (const { name, arrangement, view } of images) {
      output.progress(`drawing ${name}${suffix} …`);
      const heat = heatReference === undefined ? {} : { heatReference };
      files.set(
        `${name}${suffix}.svg`,
        encodePicture(drawBodies(comparison.bodies, { ...drawing, ...heat, arrangement, view })),
      );
    }
  }
  await writeFolder(out, files);
  const { comparison } = runs[0];
  const allNotes = [...new Set([...notes, ...runs.flatMap((run) => run.comparison.notes)])];
  if (options.json) return output.print(JSON.stringify(summaryOf(out, files, runs, allNotes)));
  report(output, comparison, out, files, allNotes);
};

/** A vertices file without a vertex count fits one topology only. */
function checkSameCount(bodies: readonly BodyToCompare[]): void {
  const uncounted = bodies.filter(({ names }) => names?.vertexCount === null);
  const [first, other] = [uncounted[0], uncounted.find((body) => countOf(body) !== countOf(uncounted[0]))];
  if (other === undefined) return;
  throw new InputError(
    other.name,
    `expected ${countOf(first)} vertices as in ${first.name}, got ${countOf(other)}; use one vertices file with "# vertexCount = N" for each`,
  );
}

function countOf({ surface }: BodyToCompare): number {
  return surface.positions.length / 3;
}

function uniqueName(wanted: string, bodies: readonly BodyToCompare[]): string {
  let name = wanted;
  for (let copy = 2; bodies.some((body) => body.name === name); copy++) name = `${wanted} (${copy})`;
  return name;
}

function findReference(wanted: string | undefined, bodies: readonly BodyToCompare[]): number | undefined {
  if (wanted === undefined) return undefined;
  const index = bodies.findIndex(({ name }) => name === wanted);
  if (index >= 0) return index;
  const known = bodies.map(({ name }) => `"${name}"`).join(', ');
  throw new UsageError('--heat-map', `expected ${known}, got "${wanted}"`);
}

function summaryOf(
  out: string,
  files: ReadonlyMap<string, unknown>,
  runs: readonly { suffix: string; comparison: BodyComparison }[],
  notes: readonly string[],
) {
  const [plain, scaled] = runs.map(({ comparison: { bodies, measures, values, pairs } }) => ({
    measures,
    bodies: bodies.map(({ name, surface, scale }, i) => ({
      name,
      vertices: surface.positions.length / 3,
      scale,
      values: values[i],
    })),
    pairs: pairs.map(({ first, second, ...rest }) => ({
      first: bodies[first].name,
      second: bodies[second].name,
      ...rest,
    })),
  }));
  return { out, files: [...files.keys()], ...plain, ...(scaled && { sameStature: scaled }), notes };
}

function report(
  output: CommandOutput,
  comparison: BodyComparison,
  out: string,
  files: ReadonlyMap<string, unknown>,
  notes: readonly string[],
): void {
  for (const note of notes) output.note(note);
  const pictures = [...files.keys()].filter((name) => name.endsWith('.svg')).length;
  output.print(
    `${out}: ${comparison.bodies.length} bodies, ${comparison.pairs.length} pairs, ${comparison.measures.length} measures, ${pictures} pictures`,
  );
}
