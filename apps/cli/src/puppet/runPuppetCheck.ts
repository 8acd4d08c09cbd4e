import { buildPuppetModel, inspectPuppet, type OpenedPuppet, type PuppetFile } from '@leib/puppet';
import type { CommandRun } from '../command.js';
import type { puppetCheckOptions } from '../commands/puppet.js';
import { readPuppet } from './readPuppet.js';

export const runPuppetCheck: CommandRun<typeof puppetCheckOptions> = async ([source], { json }, output) => {
  const read = await readPuppet(source);
  const { unreachedPlaces, warnings } = inspectPuppet(await buildPuppetModel(read.file, read.mesh));
  const summary = { puppet: source, ...summarise(read), unreachedPlaces, warnings };
  if (json) return output.print(JSON.stringify(summary));
  for (const line of describe(read, summary)) output.print(line);
  for (const warning of [...summary.mesh.notes, ...warnings]) output.note(warning);
};

function summarise({ file, mesh, report }: OpenedPuppet) {
  return {
    name: file.name,
    format: file.format,
    parts: file.parts.map(({ name, parent, shape }) => ({ name, parent, kind: shape.kind })),
    chains: file.chains.map(({ name, parts, solver }) => ({ name, parts: parts.length, solver })),
    effectors: file.effectors.map(({ name }) => name),
    hands: file.hands.map(({ name, connections, carries }) => ({
      name,
      carries: carries.kind,
      connections: connections.length,
    })),
    regions: file.skin.regions.map(({ name }) => name),
    mesh: {
      vertices: mesh.vertexPositions.length / 3,
      places: mesh.placeCount,
      triangles: mesh.vertexTriangles.length / 3,
      notes: report.notes,
    },
  };
}

function describe({ file }: OpenedPuppet, { name, mesh }: ReturnType<typeof summarise>): string[] {
  const bones = file.parts.filter(({ shape }) => shape.kind === 'bone').length;
  return [
    `${name}: ${file.format}`,
    `mesh       ${mesh.vertices} vertices at ${mesh.places} places, ${mesh.triangles} triangles`,
    `parts      ${file.parts.length} (${bones} bones, ${file.parts.length - bones} boxes)${listed(file.parts)}`,
    `chains     ${file.chains.length}${listed(file.chains)}`,
    `effectors  ${file.effectors.length}${listed(file.effectors)}`,
    ...file.hands.map(({ name: hand, connections, carries }) => {
      return `hand       "${hand}": ${connections.length} connections, carries ${carried(carries)}`;
    }),
    `skin       ${file.skin.regions.length} regions${listed(file.skin.regions)}, ${file.skin.layers.length} layers on top`,
  ];
}

function carried(carries: PuppetFile['hands'][number]['carries']): string {
  if (carries.kind === 'part') return `part "${carries.part}"`;
  return carries.kind === 'puppet' ? 'the whole puppet' : 'nothing';
}

function listed(entries: readonly { readonly name: string }[]): string {
  return entries.length === 0 ? '' : `: ${entries.map(({ name }) => name).join(', ')}`;
}
