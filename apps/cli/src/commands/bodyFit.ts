import { bodySexes } from '../body/modelNames.js';
import { type CommandOptions, defineCommand } from '../command.js';

export const bodyFitOptions = {
  model: {
    type: 'string',
    value: 'MODEL',
    help: `${bodySexes.join(', ')}, your SMPL file; the better of female and male when absent`,
  },
  out: { type: 'string', value: 'DIR', help: 'folder for NAME-betas.txt, NAME-fit.obj (T-pose) and NAME-posed.obj' },
  alignment: { type: 'boolean', help: 'also NAME-alignment.obj: every vertex brought onto the scan' },
  unit: { type: 'string', value: 'UNIT', help: 'of meshes: m, dm, cm, mm; by their size when absent' },
  mesh: { type: 'string', value: 'NAME', help: 'which mesh of a glTF file; the first when absent' },
  json: { type: 'boolean', help: 'print one JSON object; metres' },
} as const satisfies CommandOptions;

export const bodyFitCommand = defineCommand({
  name: 'body fit',
  summary: 'betas of a mesh or a scan: any orientation, holes and noise',
  operands: ['meshes'],
  lastRepeats: true,
  options: bodyFitOptions,
  details: [
    'A mesh with the model’s own vertices is fitted by them. Any other OBJ, PLY or glTF is taken for a scan of a standing',
    'person: the body is looked for in any orientation with the arms raised or lowered, then shape, place and the larger',
    'joints are fitted together. The betas can be used as MODEL@NAME-betas.txt in leib body compare and measure.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyFit.js')).runBodyFit,
});
