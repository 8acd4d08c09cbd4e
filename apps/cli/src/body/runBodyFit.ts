import { basename } from 'node:path';
import {
  alignmentAtRest,
  alignToScan,
  type BodySurface,
  createShapedBody,
  type FittedBody,
  fitBody,
  shapeBody,
  writeBetasJson,
  writeBodyGlb,
} from '@leib/body';
import { writeObj } from '@leib/formats';
import { type CommandRun, UsageError } from '../command.js';
import type { bodyFitOptions } from '../commands/body.js';
import { named } from '../fileErrors.js';
import { createFileNames } from '../fileNames.js';
import { makeFolder, writeFolder } from '../files.js';
import { readMeshUnit } from '../options.js';
import { bodySexes } from '../words.js';
import { type NamedBody, readBody } from './readBody.js';
import { isModelName, readModel } from './readModel.js';

export const runBodyFit: CommandRun<typeof bodyFitOptions> = async (words, options, output) => {
  if (options.model !== undefined && !isModelName(options.model)) {
    const known = `${bodySexes.join(', ')} or a .npz or .pkl file`;
    throw new UsageError('--model', `expected ${known}, got "${options.model}"`);
  }
  if (options.alignment && options.out === undefined)
    throw new UsageError('--alignment', 'expected --out with it, got none');
  const unit = readMeshUnit(options.unit);
  // What cannot be written is said before the work.
  if (options.out !== undefined) await makeFolder(options.out);
  const names = options.model === undefined ? ['female', 'male'] : [options.model];
  const models = await Promise.all(names.map((name) => readModel(name)));
  const fileNameOf = createFileNames();
  const results: { body: NamedBody; fit: FittedBody; seconds: number; files: string[] }[] = [];
  for (const word of words) {
    output.progress(`reading ${word} …`);
    const body = await readBody(word, { unit, ...(options.mesh && { mesh: options.mesh }) });
    const startMs = performance.now();
    const onProgress = (share: number) => output.progress(`fitting ${body.name}: ${Math.round(100 * share)} %`);
    const fit = await named(word, () => fitBody(models, body.surface, { onProgress }));
    const seconds = (performance.now() - startMs) / 1000;
    const files =
      options.out === undefined ? [] : await writeFit(options.out, fileNameOf(body.name), { body, fit }, options);
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
};

async function writeFit(
  folder: string,
  stem: string,
  { body: { name, surface }, fit }: { readonly body: NamedBody; readonly fit: FittedBody },
  { model: modelName, alignment }: { readonly model?: string | undefined; readonly alignment?: boolean | undefined },
): Promise<string[]> {
  const { model, betas, residual } = fit;
  const about = `# ${model.sex}, mean distance ${millimetres(residual.mean)}; ${model.betaNames.join(', ')}`;
  const shaped = createShapedBody(model);
  shapeBody(model, betas, shaped);
  // Betas of the user's own model mean nothing without it.
  const isOwn = modelName !== undefined && !bodySexes.some((sex) => sex === modelName);
  const betasFile = { name, sex: model.sex, betas: [...betas], ...(isOwn && { model: basename(modelName) }) };
  const files = new Map<string, string | Uint8Array>([
    [`${stem}-betas.json`, writeBetasJson(betasFile, model.betaNames)],
    [`${stem}.vrm`, writeBodyGlb(model, shaped, { name, isVrm: true })],
    [`${stem}-betas.txt`, `${about}\n${Array.from(betas, (beta) => beta.toFixed(4)).join(' ')}\n`],
    [`${stem}-fit.obj`, objOf(`${name} fit`, fit.surface)],
    [`${stem}-posed.obj`, objOf(`${name} posed`, fit.posed)],
  ]);
  if (alignment) {
    const aligned = alignToScan(fit.posed, surface);
    files.set(`${stem}-alignment.obj`, objOf(`${name} alignment`, aligned));
    files.set(`${stem}-scanned.vrm`, writeBodyGlb(model, alignmentAtRest(fit, aligned), { name, isVrm: true }));
  }
  await writeFolder(folder, files);
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
