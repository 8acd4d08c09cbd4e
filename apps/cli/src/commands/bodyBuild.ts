import { type CommandOptions, defineCommand } from '../command.js';

export const bodyBuildOptions = {
  measurements: { type: 'string', value: 'FILE', help: 'CSV of people; columns below' },
  take: {
    type: 'string',
    value: 'N',
    help: '1, 2, 3 or 4: the first 12, 6, 4 or 2 measures are used; 1 when absent',
  },
  out: { type: 'string', value: 'DIR', help: 'folder for the results; made where it is missing' },
  mesh: { type: 'boolean', help: 'also write each body as ID.glb' },
  json: { type: 'boolean', help: 'print what was done as one JSON object' },
} as const satisfies CommandOptions;

export const bodyBuildCommand = defineCommand({
  name: 'body build',
  summary: 'bodies from tape measures, a file of people in one go',
  operands: [],
  options: bodyBuildOptions,
  details: [
    'Columns: id,sex,stature_cm,weight_kg,crotch_height_cm,arm_length_cm,chest_cm,waist_cm,hip_cm,waist_height_cm,shoulder_breadth_cm,thigh_cm,ankle_cm,hip_height_cm',
    'in any order; sex is f or m (or n, between the two); an empty cell is not given, and the body has what is most',
    'likely then. Writes measured.csv (taken on the built bodies), betas.csv, expected.csv (measures that were not',
    'given: most likely value and deviation), warnings.csv and refused.csv; the exit code is 1 where somebody is refused.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyBuild.js')).runBodyBuild,
});
