import { type CommandOptions, defineCommand } from '../command.js';

export const bodyMeasureOptions = {
  unit: { type: 'string', value: 'UNIT', help: 'of meshes: m, dm, cm, mm; by their size when absent' },
  mesh: { type: 'string', value: 'NAME', help: 'which mesh of a glTF file; the first when absent' },
  density: { type: 'string', value: 'KG/M3', help: 'for the weight; 1010 when absent' },
  json: { type: 'boolean', help: 'print one JSON object; metres and kilograms' },
} as const satisfies CommandOptions;

export const bodyMeasureCommand = defineCommand({
  name: 'body measure',
  summary: 'stature, weight, heights, tapes and breadths of any body mesh',
  operands: ['bodies'],
  lastRepeats: true,
  options: bodyMeasureOptions,
  details: [
    'A body is a mesh (OBJ, PLY, GLB, VRM, glTF), Y up, upright, legs a little apart; or MODEL@BETAS as in leib body',
    'compare. Bodies of Leib’s own topology in their T-pose are measured at their landmarks, others by what their mesh',
    'shows; what it does not show is named with the reason. docs/body-measures.md says what each measure is.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyMeasure.js')).runBodyMeasure,
});
