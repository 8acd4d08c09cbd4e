import { type CommandOptions, defineCommand } from '../command.js';

export const bodyBatchOptions = {
  out: { type: 'string', value: 'DIR', help: 'folder for the results; created if missing' },
  people: { type: 'string', value: 'FILE', help: 'CSV of people as for leib body build, or "thesis" for its twenty' },
  bodies: { type: 'string', value: 'DIR', help: 'folder with a folder for each person: DIR/ID/Fit.obj, ...' },
  takes: { type: 'string', value: 'TAKES', help: 'takes that are built from --people; default 1,2,3,4' },
  pairs: { type: 'string', value: 'PAIRS', help: 'kinds to compare in charts: "Alignment:Fit,Fit:Take 4"' },
  vertices: { type: 'string', value: 'FILE', help: 'lines "Name = index"; default those of Leib’s body and of SMPL' },
  distances: { type: 'string', value: 'FILE', help: 'lines "From, To, Name"; default the twelve of the thesis' },
  circumferences: { type: 'string', value: 'NAMES', help: 'circumferences at the heights of these vertices' },
  front: { type: 'string', value: 'NAME', help: 'vertex at the front middle; default BellyButton' },
  unit: { type: 'string', value: 'UNIT', help: 'unit of meshes: m, dm, cm, mm; default guessed from their size' },
  images: { type: 'string', value: 'KINDS', help: 'all, none (default), or row-front,column-left,...' },
  dots: { type: 'boolean', help: 'show the named vertices as red dots' },
  background: { type: 'string', value: 'KIND', help: 'transparent (default), grid or white' },
  json: { type: 'boolean', help: 'print the result as one JSON object' },
} as const satisfies CommandOptions;

export const bodyBatchCommand = defineCommand({
  name: 'body batch',
  summary: 'compare the bodies of every person of a study: tables, pictures and charts',
  operands: [],
  options: bodyBatchOptions,
  details: [
    'The bodies of a person are the takes built from the row in --people ("Take 1" ... "Take 4"), and the files in DIR/ID: a',
    'mesh (OBJ, PLY, GLB, glTF) or leib-betas/1 (JSON), each named after its file. Writes for each person ID/pairs.csv,',
    'bodies.csv, comparison.txt and pictures; for all of them people.csv (one row for each person, pair and measure),',
    'summary.csv, and charts as SVG: for each pair the difference of every measure with a bar for each person, by sex, and the',
    'mean differences by person and by measure. Without --pairs each kind is compared with the next one.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyBatch.js')).runBodyBatch,
});
