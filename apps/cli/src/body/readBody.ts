import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type BodySurface, createShapedBody, shapeBody } from '@leib/body';
import { InputError } from '@leib/core';
import { type GltfMeshOptions, guessMeshUnit, type MeshUnit, meshUnits, readMesh } from '@leib/formats';
import { named } from '../fileErrors.js';
import { readInput, readText } from '../files.js';
import { isModelName, readModel } from './readModel.js';

/** A body of the command line. */
export interface NamedBody {
  readonly name: string;
  /** Metres. */
  readonly surface: BodySurface;
  /** Assumptions made while reading, for the user. */
  readonly notes: readonly string[];
}

export interface ReadBodyOptions extends GltfMeshOptions {
  /** Unit of meshes; absent: guessed from their size. */
  readonly unit?: MeshUnit | undefined;
}

/**
 * Reads a body from a word of the command line: a mesh file, or `MODEL@BETAS` with a model (female, male, neutral, or
 * the user's SMPL file) and its betas (numbers, or a text file of them). `Name=` in front sets its name, which else is
 * that of the file.
 */
export async function readBody(word: string, options: ReadBodyOptions = {}): Promise<NamedBody> {
  const { label, source } = splitLabel(word);
  const at = existsSync(source) ? -1 : source.lastIndexOf('@');
  const model = at < 0 ? source : source.slice(0, at);
  if (isModelName(model)) {
    const betas = at < 0 ? '' : source.slice(at + 1);
    return { name: label ?? nameOf(existsSync(betas) ? betas : source), ...(await shapeModel(model, betas)) };
  }
  const bytes = await readInput(source);
  const mesh = await named(source, () => readMesh(bytes, options));
  const unit = options.unit ?? guessMeshUnit(mesh.positions);
  const positions = unit === 'm' ? mesh.positions : mesh.positions.map((value) => value * meshUnits[unit]);
  const isGuess = unit !== 'm' && options.unit === undefined;
  return {
    name: label ?? nameOf(source),
    surface: { positions, triangles: mesh.triangles },
    notes: isGuess ? [`${source}: the unit is assumed to be ${unit}; set another with --unit`] : [],
  };
}

async function shapeModel(name: string, betasText: string): Promise<Omit<NamedBody, 'name'>> {
  const betas = await readBetas(betasText);
  const model = await readModel(name, Math.max(betas.length, 10));
  const shaped = createShapedBody(model);
  shapeBody(model, betas, shaped);
  const isMore = betas.length > model.betaCount;
  return {
    surface: { positions: shaped.positions, triangles: model.triangles },
    notes: isMore
      ? [`${name}: expected at most ${model.betaCount} betas, got ${betas.length}; the rest is ignored`]
      : [],
  };
}

/** Splits `Take 1=bodies/t1.obj`. A word with a slash before the `=`, and the name of an existing file, has no label. */
function splitLabel(word: string): { label: string | null; source: string } {
  const at = word.indexOf('=');
  const isLabel = at > 0 && !/[/\\]/.test(word.slice(0, at)) && !existsSync(word);
  return isLabel ? { label: word.slice(0, at).trim(), source: word.slice(at + 1) } : { label: null, source: word };
}

function nameOf(path: string): string {
  const base = basename(path).replace(/\.gz$/i, '');
  return base.slice(0, base.length - extname(base).length) || base;
}

/** Largest number of betas; SMPL-X has 300. */
const mostBetas = 400;

/**
 * Betas from the command line: numbers separated by commas, or a text file of numbers separated by commas, blanks or line
 * breaks (`#` begins a comment).
 */
async function readBetas(text: string): Promise<number[]> {
  const isFile = existsSync(text);
  const content = isFile ? await readText(text) : text;
  const words = content
    .replace(/#.*$/gm, '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  const betas = words.map((word, i) => {
    const value = Number(word);
    if (/^[-+.\deE]+$/.test(word) && Number.isFinite(value)) return value;
    const got = JSON.stringify(word.slice(0, 24));
    if (isFile) throw new InputError(`${text}, beta ${i + 1}`, `expected a number, got ${got}`);
    if (i > 0) throw new InputError(`beta ${i + 1}`, `expected a number, got ${got}`);
    throw new InputError('betas', `expected numbers or a file, got ${JSON.stringify(text)}`);
  });
  if (betas.length > mostBetas) throw new InputError('betas', `expected at most ${mostBetas}, got ${betas.length}`);
  return betas;
}
