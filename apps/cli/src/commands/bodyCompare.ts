import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BodyComparison,
  type BodyToCompare,
  bodiesCsv,
  compareBodies,
  comparisonText,
  drawBodies,
  type NamedVertices,
  pairsCsv,
  parseBodyDistances,
  parseNamedVertices,
} from '@leib/body';
import {
  readBackground,
  readImageKinds,
  readNames,
  readResolution,
  readSameStature,
  readSpacing,
  readUpAxis,
} from '../body/compareOptions.js';
import { encodePng } from '../body/encodePng.js';
import { readMeshUnit } from '../body/meshUnitOption.js';
import { named } from '../body/named.js';
import { readBody } from '../body/readBody.js';
import { type CommandOutput, defineCommand, UsageError } from '../command.js';
import { inWords, readInput } from '../files.js';

export const bodyCompareCommand = defineCommand({
  name: 'body compare',
  summary: 'any number of bodies, every pair: boxes, distances, tapes, weight, pictures',
  operands: ['bodies'],
  lastRepeats: true,
  options: {
    out: { type: 'string', value: 'DIR', help: 'folder for the results; made where it is missing' },
    vertices: { type: 'string', value: 'FILE', help: '"Name = index" lines; several files with commas between them' },
    distances: { type: 'string', value: 'FILE', help: '"From, To, Name" lines' },
    circumferences: { type: 'string', value: 'NAMES', help: 'tapes at the heights of these vertices: BellyButton,...' },
    front: { type: 'string', value: 'NAME', help: 'vertex on the front middle: turns every body to face the camera' },
    up: { type: 'string', value: 'AXIS', help: 'up in the files: x, y, z, -x, ...; from HeelLeft to HeadTop, else y' },
    unit: { type: 'string', value: 'UNIT', help: 'of meshes: m, dm, cm, mm; by their size when absent' },
    mesh: { type: 'string', value: 'NAME', help: 'which mesh of a glTF file; the first when absent' },
    'same-stature': { type: 'string', value: 'CM', help: 'also compare all scaled to this stature, or to their mean' },
    'heat-map': { type: 'string', value: 'BODY', help: 'colour pictures by the distance from this body' },
    dots: { type: 'boolean', help: 'show the named vertices as red dots' },
    background: { type: 'string', value: 'KIND', help: 'transparent (when absent), grid or white' },
    resolution: { type: 'string', value: 'WxH', help: 'pixels; 400 a metre when absent' },
    spacing: { type: 'string', value: 'METRES', help: 'between bodies; 0.2 when absent' },
    images: { type: 'string', value: 'KINDS', help: 'all (when absent), none, or row-front,column-left,...' },
    json: { type: 'boolean', help: 'print everything as one JSON object' },
  },
  details: [
    'A body is a mesh (OBJ, PLY, GLB, VRM, glTF; vertices keep their order) or MODEL@BETAS: female@0.5,-1.2 or',
    'my_smpl.npz@betas.txt, with Leib’s own models or your SMPL, SMPL-H or SMPL-X file. "Take 1=t1.obj" names it.',
    'Writes pairs.csv, bodies.csv, comparison.txt and pictures: rows and columns, front, left and back. A vertices file',
    'that says "# vertexCount = N", or has SMPL’s places, refuses meshes of another number of vertices.',
  ].join('\n'),
  async run(words, options, output) {
    const out = options.out;
    if (out === undefined) throw new UsageError('--out is missing; see leib body compare --help.');
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
        if (options[name]) throw new UsageError(`--${name} needs --vertices.`);
      }
    }
    const vertexFiles = await readVertexFiles(options.vertices);
    const distances =
      options.distances === undefined
        ? []
        : await named(options.distances, async () =>
            parseBodyDistances(new TextDecoder().decode(await readInput(options.distances ?? '')), vertexFiles),
          );
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
      files.set(`pairs${suffix}.csv`, pairsCsv(comparison));
      files.set(`bodies${suffix}.csv`, bodiesCsv(comparison));
      files.set(`comparison${suffix}.txt`, comparisonText(comparison));
      for (const { name, arrangement, view } of images) {
        output.progress(`drawing ${name}${suffix} …`);
        const heat = heatReference === undefined ? {} : { heatReference };
        files.set(
          `${name}${suffix}.png`,
          encodePng(drawBodies(comparison.bodies, { ...drawing, ...heat, arrangement, view })),
        );
      }
    }
    await writeAll(out, files);
    const { comparison } = runs[0];
    const allNotes = [...new Set([...notes, ...runs.flatMap((run) => run.comparison.notes)])];
    if (options.json) return output.print(JSON.stringify(summaryOf(out, files, runs, allNotes)));
    report(output, comparison, out, files, allNotes);
  },
});

async function readVertexFiles(paths: string | undefined): Promise<NamedVertices[]> {
  const files: NamedVertices[] = [];
  for (const path of readNames(paths)) {
    files.push(await named(path, async () => parseNamedVertices(new TextDecoder().decode(await readInput(path)))));
  }
  return files;
}

/** The file that is made for meshes of so many vertices; where none is, the first, so that comparing says what is wrong. */
function namesFor(files: readonly NamedVertices[], vertexCount: number): NamedVertices | null {
  return (
    files.find((file) => file.vertexCount === vertexCount) ??
    files.find((file) => file.vertexCount === null) ??
    files[0] ??
    null
  );
}

/** A vertices file that does not say what it is for cannot be for two kinds of mesh. */
function checkSameCount(bodies: readonly BodyToCompare[]): void {
  const unsaid = bodies.filter(({ names }) => names?.vertexCount === null);
  const [first, other] = [unsaid[0], unsaid.find((body) => countOf(body) !== countOf(unsaid[0]))];
  if (other === undefined) return;
  throw new Error(
    `${first.name} has ${countOf(first)} vertices and ${other.name} ${countOf(other)}: one vertices file cannot be for both; say "# vertexCount = N" in one file for each.`,
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
  throw new UsageError(`--heat-map "${wanted}" is not one of ${bodies.map(({ name }) => `"${name}"`).join(', ')}.`);
}

async function writeAll(folder: string, files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, content] of files) await writeFile(join(folder, name), content);
  } catch (error) {
    throw new Error(`${folder}: cannot be written, ${inWords(error)}.`, { cause: error });
  }
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
  const pictures = [...files.keys()].filter((name) => name.endsWith('.png')).length;
  output.print(
    `${out}: ${comparison.bodies.length} bodies, ${comparison.pairs.length} pairs, ${comparison.measures.length} measures, ${pictures} pictures`,
  );
}
