import {
  type BodyComparison,
  type BodyKinds,
  type BodyPicture,
  type BodySex,
  type BodyToCompare,
  type ComparedPerson,
  chartOfMeasures,
  chartOfPeople,
  compareBodies,
  comparisonTables,
  drawBodies,
  type NamedVertices,
  parseBodyDistances,
  parseNamedVertices,
  peopleCsv,
  thesisDistances,
  thesisVertices,
} from '@leib/body';
import ownVertices from '@leib/body/leib-vertices.txt?raw';
import { InputError } from '@leib/core';
import { averageBody, type TakeChoice } from '../bodySpec.js';
import type {
  CompareRequest,
  PeopleCharts,
  PeopleRequest,
  PictureRequest,
  ShownComparison,
  TextFile,
} from './bodyServiceTypes.js';
import type { BodyBuilder, BuiltBody } from './createBodyBuilder.js';
import { findOther, type OtherTools } from './showOther.js';

/** Vertex that turns bodies to the front, where it is named. */
const FRONT = 'BellyButton';

/** Takes the same measures on all of the room's bodies, in the T-pose where they can be posed. */
export function compareShown(request: CompareRequest, first: BuiltBody, tools: OtherTools): ShownComparison {
  const { comparison, places, notes } = compareAll(request, first, tools);
  return {
    bodies: comparison.bodies.map(({ name }) => name),
    measures: comparison.measures,
    values: comparison.values,
    notes: [...notes, ...comparison.notes],
    places,
    dots: comparison.bodies.map(({ names }) => names && Uint32Array.from(new Set(names.indices.values()))),
    ...comparisonTables(comparison),
  };
}

/** All bodies in one orthographic picture. */
export function drawShown(
  request: CompareRequest,
  first: BuiltBody,
  tools: OtherTools,
  { hasHeatMap, ...picture }: PictureRequest,
): BodyPicture {
  const { comparison } = compareAll(request, first, tools);
  return drawBodies(comparison.bodies, { ...picture, ...(hasHeatMap && { heatReference: 0 }) });
}

interface Compared {
  readonly comparison: BodyComparison;
  readonly places: readonly string[];
  readonly notes: readonly string[];
}

function compareAll(request: CompareRequest, first: BuiltBody, tools: OtherTools): Compared {
  const vertexFiles = [
    ...request.vertices.map((file) => parsed(file, parseNamedVertices)),
    parseNamedVertices(ownVertices),
    parseNamedVertices(thesisVertices),
  ];
  const notes: string[] = [];
  const found = request.others.flatMap((other) => {
    const body = findOther(request, other, tools);
    if (typeof body !== 'string') return [body];
    notes.push(body);
    return [];
  });
  const { positions } = first.shaped;
  const bodies: BodyToCompare[] = [];
  for (const { name, surface } of [
    { name: request.body.name, surface: { positions, triangles: first.model.triangles } },
    ...found,
  ]) {
    const names = vertexFiles.find(({ vertexCount }) => isFor(vertexCount, surface.positions.length / 3)) ?? null;
    bodies.push({ name: uniqueName(name, bodies), surface, names });
  }
  const unnamed = bodies.filter(({ names }) => names === null);
  for (const { name, surface } of unnamed) {
    const count = surface.positions.length / 3;
    notes.push(`${name}: no vertices file for ${count} vertices; distances are left out, open one to take them.`);
  }
  // Distances are taken on every body or on none.
  const used = unnamed.length > 0 ? [] : bodies.flatMap(({ names }) => names ?? []);
  const places = namesOfAll(used);
  const { distances: file } = request;
  const distances = file ?? { name: 'the thesis’s distances', text: thesisDistances };
  const isTaken = used.length > 0 && (file !== null || places.includes(FRONT));
  const comparison = compareBodies(bodies, {
    distances: isTaken ? parsed(distances, (text) => parseBodyDistances(text, used)) : [],
    circumferences: request.circumferences.filter((place) => places.includes(place)),
    ...(places.includes(FRONT) && { front: FRONT }),
    ...(request.sameStature && { stature: heightOf(positions) }),
  });
  return { comparison, places, notes };
}

/** A file without a vertex count is for any mesh. */
const isFor = (expected: number | null, count: number) => expected === null || expected === count;

function parsed<Value>({ name, text }: TextFile, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (error) {
    throw new InputError(name, (error as Error).message, { cause: error });
  }
}

function namesOfAll([first, ...others]: readonly NamedVertices[]): string[] {
  if (!first) return [];
  return [...first.indices.keys()].filter((name) => others.every(({ indices }) => indices.has(name)));
}

function uniqueName(wanted: string, bodies: readonly BodyToCompare[]): string {
  let name = wanted;
  for (let copy = 2; bodies.some((body) => body.name === name); copy++) name = `${wanted} (${copy})`;
  return name;
}

function heightOf(positions: Float64Array): number {
  let top = 0;
  for (let at = 1; at < positions.length; at += 3) top = Math.max(top, positions[at]);
  return top;
}

const groups: readonly (readonly [BodySex, string])[] = [
  ['female', 'women'],
  ['male', 'men'],
  ['neutral', 'people'],
];

const kindOf = (take: TakeChoice) => (take === 'any' ? 'All measures' : `Take ${take}`);

/** Builds two takes of each person and compares them: the thesis's charts for all of its participants. */
export async function comparePeopleTakes(
  { people, first, second }: PeopleRequest,
  builder: BodyBuilder,
  onProgress: (share: number) => void,
): Promise<PeopleCharts> {
  const names = parseNamedVertices(ownVertices);
  const distances = parseBodyDistances(thesisDistances, [names]);
  const kinds: BodyKinds = { first: kindOf(first), second: kindOf(second) };
  const compared: ComparedPerson[] = [];
  const notes: string[] = [];
  for (const [i, { id, sex, given }] of people.entries()) {
    const bodies = [first, second].flatMap((take): BodyToCompare[] => {
      const { body, findings } = builder.build({ ...averageBody(sex, take), name: id, measures: given });
      if (!body) {
        notes.push(`${id}: ${findings.find(({ severity }) => severity === 'impossible')?.message ?? 'not built'}`);
        return [];
      }
      const { positions } = body.shaped;
      return [{ name: kindOf(take), surface: { positions, triangles: body.model.triangles }, names }];
    });
    if (bodies.length === 2) {
      compared.push({ id, sex, comparison: compareBodies(bodies, { distances, front: 'BellyButton' }) });
    }
    onProgress((i + 1) / people.length);
    // Lets the worker answer other calls between two people.
    await new Promise((resolve) => setTimeout(resolve));
  }
  const charts = groups.flatMap(([sex, whose]) => {
    const group = compared.filter((person) => person.sex === sex);
    return group.length === 0 ? [] : [chartOfMeasures(group, kinds, whose), chartOfPeople(group, [kinds], whose)];
  });
  return { charts, csv: peopleCsv(compared, [kinds]), notes };
}
