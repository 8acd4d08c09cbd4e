import type { MeshMeasures } from '@leib/body';
import type { CommandRun } from '../command.js';
import type { bodyMeasureOptions } from '../commands/body.js';
import { readMeshUnit, readNumberOption } from '../options.js';
import { measureBody } from './measureBody.js';
import { type NamedBody, readBody } from './readBody.js';

export const runBodyMeasure: CommandRun<typeof bodyMeasureOptions> = async (words, options, output) => {
  const unit = readMeshUnit(options.unit);
  const density = readNumberOption('density', options.density, { low: 500, high: 2000, what: 'kg/m³' });
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
