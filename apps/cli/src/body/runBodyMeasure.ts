import type { MeshMeasures } from '@leib/body';
import { type CommandRun, UsageError } from '../command.js';
import type { bodyMeasureOptions } from '../commands/bodyMeasure.js';
import { measureBody } from './measureBody.js';
import { readMeshUnit } from './meshUnitOption.js';
import { type NamedBody, readBody } from './readBody.js';

export const runBodyMeasure: CommandRun<typeof bodyMeasureOptions> = async (words, options, output) => {
  const unit = readMeshUnit(options.unit);
  const density = readDensity(options.density);
  const measured: { body: NamedBody; measures: MeshMeasures }[] = [];
  for (const word of words) {
    output.progress(`measuring ${word} …`);
    const body = await readBody(word, { unit, ...(options.mesh && { mesh: options.mesh }) });
    measured.push({ body, measures: await measureBody(body.surface, density === undefined ? {} : { density }) });
  }
  if (options.json) return output.print(JSON.stringify({ bodies: measured.map(jsonOf) }));
  for (const { body, measures } of measured) {
    for (const note of body.notes) output.note(note);
    output.print(tableOf(body.name, measures));
  }
};

function readDensity(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const density = Number(text);
  if (density >= 500 && density <= 2000) return density;
  throw new UsageError('--density', `expected kg/m³ from 500 to 2000, got "${text}"`);
}

function jsonOf({ body, measures }: { body: NamedBody; measures: MeshMeasures }) {
  const { lines, missing, faults } = measures;
  return {
    name: body.name,
    vertices: body.surface.positions.length / 3,
    measures: Object.fromEntries(lines.map(({ name, value, certainty, how }) => [name, { value, certainty, how }])),
    missing,
    ...faults,
    notes: body.notes,
  };
}

function tableOf(name: string, { lines, missing }: MeshMeasures): string {
  const width = Math.max(...lines.map((line) => line.name.length), ...missing.map((each) => each.name.length));
  return [
    name,
    ...lines.map(({ name: measure, value, certainty, how }) => {
      const shown =
        measure === 'weight' ? `${value.toFixed(1).padStart(7)} kg` : `${(value * 100).toFixed(1).padStart(7)} cm`;
      return `  ${measure.padEnd(width)}  ${shown}  ${certainty === 'estimated' ? `estimated: ${how}` : how}`;
    }),
    ...missing.map((each) => `  ${each.name.padEnd(width)}        -     ${each.reason}`),
  ].join('\n');
}
