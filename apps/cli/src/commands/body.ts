import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';
import { bodySexes } from '../words.js';

const unitOption = {
  type: 'string',
  value: 'UNIT',
  help: 'unit of meshes: m, dm, cm, mm; default guessed from their size',
} as const;
const meshOption = { type: 'string', value: 'NAME', help: 'mesh of a glTF file; default the first' } as const;
const folderOption = { type: 'string', value: 'DIR', help: 'folder for the results; created if missing' } as const;
const jsonOption = { type: 'boolean', help: 'print the result as one JSON object' } as const;
const dotsOption = { type: 'boolean', help: 'show the named vertices as red dots' } as const;
const backgroundOption = { type: 'string', value: 'KIND', help: 'transparent (default), grid or white' } as const;

export const bodyBuildOptions = {
  measurements: { type: 'string', value: 'FILE', help: 'CSV of people; columns below' },
  take: {
    type: 'string',
    value: 'N',
    help: '1, 2, 3 or 4: use the first 12, 6, 4 or 2 measures; default 1',
  },
  out: folderOption,
  mesh: { type: 'boolean', help: 'also write each body as ID.glb' },
  json: jsonOption,
} as const satisfies CommandOptions;

const bodyBuildCommand = defineCommand({
  name: 'body build',
  summary: 'bodies from tape measures, a file of people in one go',
  options: bodyBuildOptions,
  details: [
    'Columns: id,sex,stature_cm,weight_kg,crotch_height_cm,arm_length_cm,chest_cm,waist_cm,hip_cm,waist_height_cm,shoulder_breadth_cm,thigh_cm,ankle_cm,hip_height_cm',
    'in any order; sex is f, m or n (neutral). A measure with an empty cell is estimated from the others. Writes',
    'measured.csv (measures of the built bodies), betas.csv, expected.csv (expected value and deviation of measures that',
    'were not given), warnings.csv and refused.csv (rows that were not built). The exit code is 1 if a row is refused.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyBuild.js')).runBodyBuild,
});

export const bodyWordsOptions = {
  sex: { type: 'string', value: 'SEX', help: 'female, male or neutral (default): the people that words compare with' },
  name: { type: 'string', value: 'NAME', help: 'name of the body; default "From words"' },
  out: { type: 'string', value: 'FILE', help: 'write leib-betas/1, which the studio’s Body room opens' },
  json: { type: 'boolean', help: 'print betas, measures and ratings as one JSON object' },
} as const satisfies CommandOptions;

const bodyWordsCommand = defineCommand({
  name: 'body words',
  summary: 'a body from rated words: tall=2 slim=1 broadShoulders=-1',
  operands: ['ratings'],
  lastRepeats: true,
  options: bodyWordsOptions,
  details: [
    'A rating is WORD=NUMBER from -2 (not at all) to 2 (very); 0 is as most people are, and words that are left out have no',
    'effect. Words: tall, petite, lanky, stocky, heavy, slim, longLegs, longArms, highWaist, broadShoulders, bigChest,',
    'roundBelly, wideHips, strongThighs, slenderAnkles, hourglass, pearShaped, vShaped. What each means is stated by us and',
    'listed in docs/body.md; how measures go together is ANSUR II’s. Prints the betas, the measures of the body, and how well',
    'each word describes it.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyWords.js')).runBodyWords,
});

export const bodyMeasureOptions = {
  unit: unitOption,
  mesh: meshOption,
  density: { type: 'string', value: 'KG/M3', help: 'density for the weight; default 1010' },
  json: { type: 'boolean', help: 'print one JSON object; metres and kilograms' },
} as const satisfies CommandOptions;

const bodyMeasureCommand = defineCommand({
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
  unit: unitOption,
  mesh: meshOption,
  json: { type: 'boolean', help: 'print one JSON object; metres' },
} as const satisfies CommandOptions;

const bodyFitCommand = defineCommand({
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

export const bodyCompareOptions = {
  out: folderOption,
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
  unit: unitOption,
  mesh: meshOption,
  'same-stature': { type: 'string', value: 'CM', help: 'also compare all scaled to this stature, or to their mean' },
  'heat-map': { type: 'string', value: 'BODY', help: 'colour pictures by the distance from this body' },
  dots: dotsOption,
  background: backgroundOption,
  resolution: { type: 'string', value: 'WxH', help: 'size in pixels; default 400 per metre' },
  spacing: { type: 'string', value: 'METRES', help: 'space between bodies; default 0.2' },
  images: { type: 'string', value: 'KINDS', help: 'all (default), none, or row-front,column-left,...' },
  json: jsonOption,
} as const satisfies CommandOptions;

const bodyCompareCommand = defineCommand({
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

export const bodyBatchOptions = {
  out: folderOption,
  people: { type: 'string', value: 'FILE', help: 'CSV of people as for leib body build, or "thesis" for its twenty' },
  bodies: { type: 'string', value: 'DIR', help: 'folder with a folder for each person: DIR/ID/Fit.obj, ...' },
  takes: { type: 'string', value: 'TAKES', help: 'takes that are built from --people; default 1,2,3,4' },
  pairs: { type: 'string', value: 'PAIRS', help: 'kinds to compare in charts: "Alignment:Fit,Fit:Take 4"' },
  vertices: { type: 'string', value: 'FILE', help: 'lines "Name = index"; default those of Leib’s body and of SMPL' },
  distances: { type: 'string', value: 'FILE', help: 'lines "From, To, Name"; default the twelve of the thesis' },
  circumferences: { type: 'string', value: 'NAMES', help: 'circumferences at the heights of these vertices' },
  front: { type: 'string', value: 'NAME', help: 'vertex at the front middle; default BellyButton' },
  unit: unitOption,
  images: { type: 'string', value: 'KINDS', help: 'all, none (default), or row-front,column-left,...' },
  dots: dotsOption,
  background: backgroundOption,
  json: jsonOption,
} as const satisfies CommandOptions;

const bodyBatchCommand = defineCommand({
  name: 'body batch',
  summary: 'compare the bodies of every person of a study: tables, pictures and charts',
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

/** Commands for bodies as shapes. */
export const bodyCommands: CommandGroup = {
  name: 'body',
  summary: 'bodies as shapes: build from measures or words, measure, fit, compare',
  commands: [
    bodyBuildCommand,
    bodyWordsCommand,
    bodyMeasureCommand,
    bodyFitCommand,
    bodyCompareCommand,
    bodyBatchCommand,
  ],
};
