import { type CommandOptions, defineCommand } from '../command.js';

export const bodyMeasureOptions = {
  unit: { type: 'string', value: 'UNIT', help: 'unit of meshes: m, dm, cm, mm; default guessed from their size' },
  mesh: { type: 'string', value: 'NAME', help: 'mesh of a glTF file; default the first' },
  density: { type: 'string', value: 'KG/M3', help: 'density for the weight; default 1010' },
  json: { type: 'boolean', help: 'print one JSON object; metres and kilograms' },
} as const satisfies CommandOptions;

export const bodyMeasureCommand = defineCommand({
  name: 'body measure',
  summary: 'measure stature, weight, heights, girths and breadths of any body mesh',
  operands: ['bodies'],
  lastRepeats: true,
  options: bodyMeasureOptions,
  details: [
    'A body is a mesh (OBJ, PLY, GLB, VRM, glTF), Y up, upright, legs a little apart; or MODEL@BETAS as in leib body',
    'compare. Bodies of Leib’s own topology in the T-pose are measured at their landmarks, other meshes by their outlines;',
    'measures that a mesh does not show are listed with the reason. Definitions are in docs/body-measures.md.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyMeasure.js')).runBodyMeasure,
});
