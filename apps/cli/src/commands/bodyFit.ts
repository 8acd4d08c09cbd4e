import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alignToScan, type BodySurface, type FittedBody, fitBody } from '@leib/body';
import { writeObj } from '@leib/formats';
import { readMeshUnit } from '../body/meshUnitOption.js';
import { type NamedBody, readBody } from '../body/readBody.js';
import { bodySexes, isModelName, readModel } from '../body/readModel.js';
import { defineCommand, UsageError } from '../command.js';
import { inWords } from '../files.js';

export const bodyFitCommand = defineCommand({
  name: 'body fit',
  summary: 'betas of a mesh or a scan: any orientation, holes and noise',
  operands: ['meshes'],
  lastRepeats: true,
  options: {
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
  },
  details: [
    'A mesh with the model’s own vertices is fitted by them. Any other OBJ, PLY or glTF is taken for a scan of a standing',
    'person: the body is looked for in any orientation with the arms raised or lowered, then shape, place and the larger',
    'joints are fitted together. The betas can be used as MODEL@NAME-betas.txt in leib body compare and measure.',
  ].join('\n'),
  async run(words, options, output) {
    if (options.model !== undefined && !isModelName(options.model)) {
      throw new UsageError(`--model "${options.model}" is none of ${bodySexes.join(', ')} and no .npz or .pkl file.`);
    }
    if (options.alignment && options.out === undefined) throw new UsageError('--alignment needs --out.');
    const unit = readMeshUnit(options.unit);
    const names = options.model === undefined ? ['female', 'male'] : [options.model];
    const models = await Promise.all(names.map((name) => readModel(name)));
    const results: { body: NamedBody; fit: FittedBody; seconds: number; files: string[] }[] = [];
    for (const word of words) {
      output.progress(`reading ${word} …`);
      const body = await readBody(word, { unit, ...(options.mesh && { mesh: options.mesh }) });
      const startMs = performance.now();
      const onProgress = (share: number) => output.progress(`fitting ${body.name}: ${Math.round(100 * share)} %`);
      const fit = fitOrSay(word, () => fitBody(models, body.surface, { onProgress }));
      const seconds = (performance.now() - startMs) / 1000;
      const files = options.out === undefined ? [] : await writeFit(options.out, body, fit, options.alignment);
      results.push({ body, fit, seconds, files });
    }
    if (options.json) return output.print(JSON.stringify({ bodies: results.map(jsonOf) }));
    for (const { body, fit, seconds } of results) {
      for (const note of body.notes) output.note(note);
      const { mean, p95, usedShare } = fit.residual;
      output.print(
        `${body.name}: ${fit.model.sex}, ${millimetres(mean)} mean and ${millimetres(p95)} at 95 % from the ${fit.method === 'scan' ? 'scan' : 'mesh'}, ${Math.round(100 * usedShare)} % used, ${seconds.toFixed(1)} s`,
      );
      output.print(`  betas ${Array.from(fit.betas, (beta) => beta.toFixed(2)).join(' ')}`);
    }
  },
});

function fitOrSay(word: string, fit: () => FittedBody): FittedBody {
  try {
    return fit();
  } catch (error) {
    throw new Error(`${word}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function writeFit(
  folder: string,
  { name, surface }: NamedBody,
  fit: FittedBody,
  isAligned: boolean,
): Promise<string[]> {
  const stem = name.replace(/[\\/:*?"<>|]+/g, '_');
  const { model, betas, residual } = fit;
  const about = `# ${model.sex}, mean distance ${millimetres(residual.mean)}; ${model.betaNames.join(', ')}`;
  const files = new Map<string, string | Uint8Array>([
    [`${stem}-betas.txt`, `${about}\n${Array.from(betas, (beta) => beta.toFixed(4)).join(' ')}\n`],
    [`${stem}-fit.obj`, objOf(`${name} fit`, fit.surface)],
    [`${stem}-posed.obj`, objOf(`${name} posed`, fit.posed)],
  ]);
  if (isAligned) files.set(`${stem}-alignment.obj`, objOf(`${name} alignment`, alignToScan(fit.posed, surface)));
  try {
    await mkdir(folder, { recursive: true });
    for (const [file, content] of files) await writeFile(join(folder, file), content);
  } catch (error) {
    throw new Error(`${folder}: cannot be written, ${inWords(error)}.`, { cause: error });
  }
  return [...files.keys()];
}

function objOf(name: string, { positions, triangles }: BodySurface): Uint8Array {
  return writeObj({ name, positions, triangles, groups: [] });
}

function jsonOf({ body, fit, seconds, files }: { body: NamedBody; fit: FittedBody; seconds: number; files: string[] }) {
  const { model, method, betas, residual, iterationCount } = fit;
  return {
    name: body.name,
    model: model.sex,
    method,
    betas: Object.fromEntries(model.betaNames.map((name, i) => [name, betas[i]])),
    residual,
    iterations: iterationCount,
    seconds,
    files,
    notes: body.notes,
  };
}

function millimetres(metres: number): string {
  return `${(metres * 1000).toFixed(1)} mm`;
}
