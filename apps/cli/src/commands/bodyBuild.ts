import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BodyEstimator,
  buildBodyEstimator,
  checkMeasures,
  conditionalMeasures,
  csvLine,
  type EstimatedBody,
  type ExpectedMeasure,
  estimateBody,
  measureColumns,
  measureIndex,
  measureNames,
  type Person,
  type RefusedPerson,
  readPeople,
  takeSizes,
} from '@leib/body';
import { writeGltfMesh } from '@leib/formats';
import { named } from '../body/named.js';
import { readBodySpace } from '../body/readModel.js';
import { defineCommand, UsageError } from '../command.js';
import { inWords, readInput } from '../files.js';

interface BuiltPerson {
  readonly person: Person;
  readonly body: EstimatedBody;
  readonly expected: readonly ExpectedMeasure[];
}

export const bodyBuildCommand = defineCommand({
  name: 'body build',
  summary: 'bodies from tape measures, a file of people in one go',
  operands: [],
  options: {
    measurements: { type: 'string', value: 'FILE', help: 'CSV of people; columns below' },
    take: {
      type: 'string',
      value: 'N',
      help: '1, 2, 3 or 4: the first 12, 6, 4 or 2 measures are used; 1 when absent',
    },
    out: { type: 'string', value: 'DIR', help: 'folder for the results; made where it is missing' },
    mesh: { type: 'boolean', help: 'also write each body as ID.glb' },
    json: { type: 'boolean', help: 'print what was done as one JSON object' },
  },
  details: [
    `Columns: id,sex,${measureColumns.map(({ column }) => column).join(',')}`,
    'in any order; sex is f or m (or n, between the two); an empty cell is not given, and the body has what is most',
    'likely then. Writes measured.csv (taken on the built bodies), betas.csv, expected.csv (measures that were not',
    'given: most likely value and deviation), warnings.csv and refused.csv; the exit code is 1 where somebody is refused.',
  ].join('\n'),
  async run(_words, { measurements, take, out, mesh, json }, output) {
    if (measurements === undefined) throw new UsageError('--measurements is missing; see leib body build --help.');
    if (out === undefined) throw new UsageError('--out is missing; see leib body build --help.');
    const names = measureNames.slice(0, takeSizes[readTake(take)]);
    const bytes = await readInput(measurements);
    const file = await named(measurements, async () => readPeople(new TextDecoder().decode(bytes), names));
    for (const column of file.unknownColumns) output.note(`the column "${column}" is not known and was not used.`);
    const space = await readBodySpace();
    const estimators = new Map<string, BodyEstimator>();
    const refused = [...file.refused];
    const warnings: RefusedPerson[] = [];
    const built: BuiltPerson[] = [];
    await makeFolder(out);
    for (const [i, person] of file.people.entries()) {
      output.progress(`${i + 1} of ${file.people.length}: ${person.id}`);
      const model = space[person.sex];
      const findings = checkMeasures(model.measureStatistics, person.given);
      const impossible = findings.find(({ severity }) => severity === 'impossible');
      const rowOf = ({ name, message }: { name: string; message: string }): RefusedPerson => ({
        id: person.id,
        line: person.line,
        field: measureColumns.find((column) => column.name === name)?.column ?? name,
        reason: message,
      });
      if (impossible) {
        refused.push(rowOf(impossible));
        continue;
      }
      const estimator = estimators.get(person.sex) ?? buildBodyEstimator(model);
      estimators.set(person.sex, estimator);
      const body = estimateBody(estimator, person.given);
      warnings.push(...findings.map(rowOf));
      built.push({ person, body, expected: conditionalMeasures(model.measureStatistics, person.given) });
      if (mesh) {
        const { positions } = body.shaped;
        const glb = writeGltfMesh({ name: person.id, positions, triangles: model.triangles, groups: [] });
        await write(join(out, `${person.id.replace(/[^\p{L}\p{N}._ -]/gu, '_')}.glb`), glb);
      }
    }
    refused.sort((a, b) => a.line - b.line);
    await write(join(out, 'measured.csv'), measuredCsv(built));
    await write(join(out, 'betas.csv'), betasCsv(built));
    await write(join(out, 'expected.csv'), expectedCsv(built));
    await write(join(out, 'warnings.csv'), findingsCsv(warnings));
    await write(join(out, 'refused.csv'), findingsCsv(refused));
    const summary = { out, built: built.length, refused: refused.length, warnings: warnings.length };
    if (json) output.print(JSON.stringify({ ...summary, refusedPeople: refused, warningsAbout: warnings }));
    else output.print(`${out}: ${built.length} bodies built, ${warnings.length} warnings, ${refused.length} refused`);
    if (refused.length > 0) {
      const [{ id, field, reason }] = refused;
      const first = `${id}${field === '' ? '' : `, ${field}`}: ${reason.replace(/\.$/, '')}`;
      throw new Error(
        `${refused.length} of ${refused.length + built.length} people refused (${first}); see ${join(out, 'refused.csv')}.`,
      );
    }
  },
});

function readTake(text = '1'): 1 | 2 | 3 | 4 {
  const take = ([1, 2, 3, 4] as const).find((each) => String(each) === text);
  if (take) return take;
  throw new UsageError(`--take "${text}" is not 1, 2, 3 or 4.`);
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new Error(`${path}: cannot be made, ${inWords(error)}.`, { cause: error });
  }
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (error) {
    throw new Error(`${path}: cannot be written, ${inWords(error)}.`, { cause: error });
  }
}

function letterOf({ sex }: Person): string {
  return sex[0];
}

function measuredCsv(built: readonly BuiltPerson[]): string {
  const header = csvLine(['id', 'sex', ...measureColumns.map(({ column }) => column)]);
  return built.reduce((text, { person, body: { measured } }) => {
    const values = measureColumns.map(({ name }) =>
      name === 'weight' ? measured[measureIndex(name)].toFixed(3) : (measured[measureIndex(name)] * 100).toFixed(3),
    );
    return text + csvLine([person.id, letterOf(person), ...values]);
  }, header);
}

function betasCsv(built: readonly BuiltPerson[]): string {
  const count = built[0]?.body.betas.length ?? 0;
  const header = csvLine(['id', 'sex', ...Array.from({ length: count }, (_, k) => `beta${k + 1}`)]);
  return built.reduce(
    (text, { person, body }) =>
      text + csvLine([person.id, letterOf(person), ...Array.from(body.betas, (beta) => beta.toFixed(5))]),
    header,
  );
}

/** What was not given: how the people who were measured vary around it. */
function expectedCsv(built: readonly BuiltPerson[]): string {
  const shown = (name: string, value: number) => (name === 'weight' ? value : value * 100).toFixed(2);
  let text = csvLine(['id', 'measure', 'unit', 'most_likely', 'deviation']);
  for (const { person, expected } of built) {
    for (const { name, mean, deviation } of expected) {
      if (deviation === 0) continue;
      const unit = name === 'weight' ? 'kg' : 'cm';
      text += csvLine([person.id, name, unit, shown(name, mean), shown(name, deviation)]);
    }
  }
  return text;
}

function findingsCsv(rows: readonly RefusedPerson[]): string {
  return rows.reduce(
    (text, { id, line, field, reason }) => text + csvLine([id, line, field, reason]),
    csvLine(['id', 'line', 'field', 'reason']),
  );
}
