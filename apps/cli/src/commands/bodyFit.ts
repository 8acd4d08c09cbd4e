import { bodySexes } from '../body/modelNames.js';
import { type CommandOptions, defineCommand } from '../command.js';

export const bodyFitOptions = {
  model: {
    type: 'string',
    value: 'MODEL',
    help: `${bodySexes.join(', ')} or your SMPL file; default the better of female and male`,
  },
  out: { type: 'string', value: 'DIR', help: 'folder for NAME-betas.json, NAME.vrm, NAME-fit.obj, ...; see below' },
  alignment: {
    type: 'boolean',
    help: 'also write NAME-alignment.obj, every vertex on the scan, and NAME-scanned.vrm, the same as an avatar',
  },
  unit: { type: 'string', value: 'UNIT', help: 'unit of meshes: m, dm, cm, mm; default guessed from their size' },
  mesh: { type: 'string', value: 'NAME', help: 'mesh of a glTF file; default the first' },
  json: { type: 'boolean', help: 'print one JSON object; metres' },
} as const satisfies CommandOptions;

export const bodyFitCommand = defineCommand({
  name: 'body fit',
  summary: 'fit betas to a mesh or scan of any orientation, with holes and noise',
  operands: ['meshes'],
  lastRepeats: true,
  options: bodyFitOptions,
  details: [
    'A mesh with the model’s own vertices is fitted by them. Any other OBJ, PLY or glTF is treated as a scan of a standing',
    'person: first the orientation is found, with arms raised or lowered, then shape, position and the larger joints are',
    'fitted together. Writes NAME-betas.json, which the studio’s Body room opens, NAME.vrm, the body with a rig as an avatar,',
    'NAME-betas.txt for MODEL@NAME-betas.txt in leib body compare and measure, NAME-fit.obj (T-pose) and NAME-posed.obj.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyFit.js')).runBodyFit,
});
