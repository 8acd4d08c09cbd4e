import { join } from 'node:path';
import {
  type BodyEstimator,
  buildBodyEstimator,
  checkMeasures,
  conditionalMeasures,
  csvLine,
  type ExpectedMeasure,
  estimateBody,
  measureColumns,
  measureIndex,
  measureNames,
  type Person,
  readPeople,
  takeSizes,
  writeBetasCsv,
} from '@leib/body';
import { InputError } from '@leib/core';
import { writeGltfMesh } from '@leib/formats';
import { type CommandRun, UsageError } from '../command.js';
import type { bodyBuildOptions } from '../commands/body.js';
import { named } from '../fileErrors.js';
import { createFileNames } from '../fileNames.js';
import { makeFolder, readInput } from '../files.js';
import { withOutputFolder } from '../outputFile.js';
import { readBodySpace } from './readModel.js';

interface BuiltPerson {
  readonly person: Person;
  readonly body: ReturnType<typeof estimateBody>;
  readonly expected: readonly ExpectedMeasure[];
}

export const runBodyBuild: CommandRun<typeof bodyBuildOptions> = async (
  _words,
  { measurements, take, out, mesh, json },
  output,
) => {
  if (measurements === undefined)
    throw new UsageError('--measurements', 'expected a value, got nothing; see leib body build --help');
  if (out === undefined) throw new UsageError('--out', 'expected a value, got nothing; see leib body build --help');
  const names = measureNames.slice(0, takeSizes[readTake(take)]);
  const bytes = await readInput(measurements);
  const file = await named(measurements, async () => readPeople(new TextDecoder().decode(bytes), names));
  for (const column of file.unknownColumns) output.note(`${measurements}: unknown column "${column}" ignored`);
  const space = await readBodySpace();
  const estimators = new Map<string, BodyEstimator>();
  const refused = [...file.refused];
  const warnings: typeof refused = [];
  const built: BuiltPerson[] = [];
  const fileNameOf = createFileNames();
  await makeFolder(out);
  // All at once: a build that is ended leaves what an earlier one has made.
  await withOutputFolder(out, async (write) => {
    for (const [i, person] of file.people.entries()) {
      output.progress(`${i + 1} of ${file.people.length}: ${person.id}`);
      const model = space[person.sex];
      const findings = checkMeasures(model.measureStatistics, person.given);
      const impossible = findings.find(({ severity }) => severity === 'impossible');
      const rowOf = ({ name, message }: { name: string; message: string }) => ({
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
        const name = fileNameOf(person.id);
        if (name !== person.id) output.note(`${person.id}: its mesh is ${name}.glb`);
        await write(`${name}.glb`, glb);
      }
    }
    refused.sort((a, b) => a.line - b.line);
    await write('measured.csv', measuredCsv(built));
    const betas = built.map(({ person: { id, sex }, body }) => ({ name: id, sex, betas: [...body.betas] }));
    await write('betas.csv', writeBetasCsv(betas));
    await write('expected.csv', expectedCsv(built));
    await write('warnings.csv', findingsCsv(warnings));
    await write('refused.csv', findingsCsv(refused));
  });
  const summary = { out, built: built.length, refused: refused.length, warnings: warnings.length };
  if (json) output.print(JSON.stringify({ ...summary, refusedPeople: refused, warningsAbout: warnings }));
  else output.print(`${out}: ${built.length} bodies built, ${warnings.length} warnings, ${refused.length} refused`);
  if (refused.length > 0) {
    const [{ id, field, reason }] = refused;
    const first = `${id}${field === '' ? '' : `, ${field}`}: ${reason.replace(/\.$/, '')}`;
    const count = `${refused.length} of ${refused.length + built.length} people refused`;
    throw new InputError(measurements, `${count} (${first}); see ${join(out, 'refused.csv')}`);
  }
};

function readTake(text = '1'): 1 | 2 | 3 | 4 {
  const take = ([1, 2, 3, 4] as const).find((each) => String(each) === text);
  if (take) return take;
  throw new UsageError('--take', `expected 1, 2, 3 or 4, got "${text}"`);
}

function measuredCsv(built: readonly BuiltPerson[]): string {
  const header = csvLine(['id', 'sex', ...measureColumns.map(({ column }) => column)]);
  return built.reduce((text, { person, body: { measured } }) => {
    const values = measureColumns.map(({ name }) =>
      name === 'weight' ? measured[measureIndex(name)].toFixed(3) : (measured[measureIndex(name)] * 100).toFixed(3),
    );
    return text + csvLine([person.id, person.sex[0], ...values]);
  }, header);
}

/** Expected value and deviation of the measures that were not given. */
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

function findingsCsv(rows: ReturnType<typeof readPeople>['refused']): string {
  return rows.reduce(
    (text, { id, line, field, reason }) => text + csvLine([id, line, field, reason]),
    csvLine(['id', 'line', 'field', 'reason']),
  );
}
