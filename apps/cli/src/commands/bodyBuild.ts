import { type CommandOptions, defineCommand } from '../command.js';

export const bodyBuildOptions = {
  measurements: { type: 'string', value: 'FILE', help: 'CSV of people; columns below' },
  take: {
    type: 'string',
    value: 'N',
    help: '1, 2, 3 or 4: use the first 12, 6, 4 or 2 measures; default 1',
  },
  out: { type: 'string', value: 'DIR', help: 'folder for the results; created if missing' },
  mesh: { type: 'boolean', help: 'also write each body as ID.glb' },
  json: { type: 'boolean', help: 'print the result as one JSON object' },
} as const satisfies CommandOptions;

export const bodyBuildCommand = defineCommand({
  name: 'body build',
  summary: 'bodies from tape measures, a file of people in one go',
  operands: [],
  options: bodyBuildOptions,
  details: [
    'Columns: id,sex,stature_cm,weight_kg,crotch_height_cm,arm_length_cm,chest_cm,waist_cm,hip_cm,waist_height_cm,shoulder_breadth_cm,thigh_cm,ankle_cm,hip_height_cm',
    'in any order; sex is f, m or n (neutral). A measure with an empty cell is estimated from the others. Writes',
    'measured.csv (measures of the built bodies), betas.csv, expected.csv (expected value and deviation of measures that',
    'were not given), warnings.csv and refused.csv (rows that were not built). The exit code is 1 if a row is refused.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyBuild.js')).runBodyBuild,
});
