import { type CommandOptions, defineCommand } from '../command.js';

export const bodyCompareOptions = {
  out: { type: 'string', value: 'DIR', help: 'folder for the results; created if missing' },
  vertices: { type: 'string', value: 'FILE', help: 'lines "Name = index"; several files separated by commas' },
  distances: { type: 'string', value: 'FILE', help: 'lines "From, To, Name"' },
  circumferences: {
    type: 'string',
    value: 'NAMES',
    help: 'circumferences at the heights of these vertices: BellyButton,...',
  },
  front: { type: 'string', value: 'NAME', help: 'vertex at the front middle: turns every body to face the camera' },
  up: {
    type: 'string',
    value: 'AXIS',
    help: 'up axis of the files: x, y, z, -x, ...; default from HeelLeft to HeadTop, else y',
  },
  unit: { type: 'string', value: 'UNIT', help: 'unit of meshes: m, dm, cm, mm; default guessed from their size' },
  mesh: { type: 'string', value: 'NAME', help: 'mesh of a glTF file; default the first' },
  'same-stature': { type: 'string', value: 'CM', help: 'also compare all scaled to this stature, or to their mean' },
  'heat-map': { type: 'string', value: 'BODY', help: 'colour pictures by the distance from this body' },
  dots: { type: 'boolean', help: 'show the named vertices as red dots' },
  background: { type: 'string', value: 'KIND', help: 'transparent (default), grid or white' },
  resolution: { type: 'string', value: 'WxH', help: 'size in pixels; default 400 per metre' },
  spacing: { type: 'string', value: 'METRES', help: 'space between bodies; default 0.2' },
  images: { type: 'string', value: 'KINDS', help: 'all (default), none, or row-front,column-left,...' },
  json: { type: 'boolean', help: 'print the result as one JSON object' },
} as const satisfies CommandOptions;

export const bodyCompareCommand = defineCommand({
  name: 'body compare',
  summary: 'compare any number of bodies in pairs: boxes, distances, circumferences, weight, pictures',
  operands: ['bodies'],
  lastRepeats: true,
  options: bodyCompareOptions,
  details: [
    'A body is a mesh (OBJ, PLY, GLB, VRM, glTF; vertices keep their order) or MODEL@BETAS: female@0.5,-1.2 or',
    'my_smpl.npz@betas.txt, with Leib’s own models or your SMPL, SMPL-H or SMPL-X file. "Take 1=t1.obj" sets a name.',
    'Writes pairs.csv, bodies.csv, comparison.txt and pictures: rows and columns, front, left and back. A vertices file',
    'with the line "# vertexCount = N", or with the vertices of SMPL, is an error for other meshes.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyCompare.js')).runBodyCompare,
});
