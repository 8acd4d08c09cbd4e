import {
  type BodyKinds,
  type BodySex,
  type BodyToCompare,
  type ComparedPerson,
  chartOfMeasures,
  chartOfPeople,
  compareBodies,
  parseBodyDistances,
  parseNamedVertices,
  peopleCsv,
  thesisDistances,
} from '@leib/body';
import ownVertices from '@leib/body/leib-vertices.txt?raw';
import { averageBody, type TakeChoice } from '../bodySpec.js';
import type { PeopleCharts, PeopleRequest } from './bodyServiceTypes.js';
import type { BodyBuilder } from './createBodyBuilder.js';

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
