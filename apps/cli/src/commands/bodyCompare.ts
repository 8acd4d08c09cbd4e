import { type CommandOptions, defineCommand } from '../command.js';

export const bodyCompareOptions = {
  out: { type: 'string', value: 'DIR', help: 'folder for the results; made where it is missing' },
  vertices: { type: 'string', value: 'FILE', help: '"Name = index" lines; several files with commas between them' },
  distances: { type: 'string', value: 'FILE', help: '"From, To, Name" lines' },
  circumferences: { type: 'string', value: 'NAMES', help: 'tapes at the heights of these vertices: BellyButton,...' },
  front: { type: 'string', value: 'NAME', help: 'vertex on the front middle: turns every body to face the camera' },
  up: { type: 'string', value: 'AXIS', help: 'up in the files: x, y, z, -x, ...; from HeelLeft to HeadTop, else y' },
  unit: { type: 'string', value: 'UNIT', help: 'of meshes: m, dm, cm, mm; by their size when absent' },
  mesh: { type: 'string', value: 'NAME', help: 'which mesh of a glTF file; the first when absent' },
  'same-stature': { type: 'string', value: 'CM', help: 'also compare all scaled to this stature, or to their mean' },
  'heat-map': { type: 'string', value: 'BODY', help: 'colour pictures by the distance from this body' },
  dots: { type: 'boolean', help: 'show the named vertices as red dots' },
  background: { type: 'string', value: 'KIND', help: 'transparent (when absent), grid or white' },
  resolution: { type: 'string', value: 'WxH', help: 'pixels; 400 a metre when absent' },
  spacing: { type: 'string', value: 'METRES', help: 'between bodies; 0.2 when absent' },
  images: { type: 'string', value: 'KINDS', help: 'all (when absent), none, or row-front,column-left,...' },
  json: { type: 'boolean', help: 'print everything as one JSON object' },
} as const satisfies CommandOptions;

export const bodyCompareCommand = defineCommand({
  name: 'body compare',
  summary: 'any number of bodies, every pair: boxes, distances, tapes, weight, pictures',
  operands: ['bodies'],
  lastRepeats: true,
  options: bodyCompareOptions,
  details: [
    'A body is a mesh (OBJ, PLY, GLB, VRM, glTF; vertices keep their order) or MODEL@BETAS: female@0.5,-1.2 or',
    'my_smpl.npz@betas.txt, with Leib’s own models or your SMPL, SMPL-H or SMPL-X file. "Take 1=t1.obj" names it.',
    'Writes pairs.csv, bodies.csv, comparison.txt and pictures: rows and columns, front, left and back. A vertices file',
    'that says "# vertexCount = N", or has SMPL’s places, refuses meshes of another number of vertices.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyCompare.js')).runBodyCompare,
});
