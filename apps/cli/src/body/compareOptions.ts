import { type drawBodies, type NamedVertices, parseBodyDistances, parseNamedVertices } from '@leib/body';
import { type UpAxis, upAxes } from '@leib/formats';
import { UsageError } from '../command.js';
import { named } from '../fileErrors.js';
import { readText } from '../files.js';

/** A picture of --images. */
export interface ImageKind {
  readonly name: string;
  readonly arrangement: Parameters<typeof drawBodies>[1]['arrangement'];
  readonly view: Parameters<typeof drawBodies>[1]['view'];
}

const imageKinds: readonly ImageKind[] = (['row', 'column'] as const).flatMap((arrangement) =>
  (['front', 'left', 'back'] as const).map((view) => ({ name: `${arrangement}-${view}`, arrangement, view })),
);

export function readImageKinds(text = 'all'): readonly ImageKind[] {
  if (text === 'all') return imageKinds;
  if (text === 'none') return [];
  return text.split(',').map((word) => {
    const kind = imageKinds.find(({ name }) => name === word.trim());
    if (kind) return kind;
    const known = imageKinds.map(({ name }) => name).join(', ');
    throw new UsageError('--images', `expected all, none, ${known}, got "${word.trim()}"`);
  });
}

/** Largest width and height of a picture; more would run out of memory. */
const mostPixels = 16384;

export function readResolution(text: string | undefined): { width: number; height: number } | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,5})x(\d{1,5})$/i.exec(text.trim());
  const [width, height] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
  if (Math.min(width, height) >= 16 && Math.max(width, height) <= mostPixels) return { width, height };
  const range = `16x16 to ${mostPixels}x${mostPixels}`;
  throw new UsageError('--resolution', `expected WIDTHxHEIGHT from ${range}, got "${text}"`);
}

const backgrounds = ['transparent', 'grid', 'white'] as const;

export function readBackground(text = 'transparent'): (typeof backgrounds)[number] {
  const known = backgrounds.find((background) => background === text);
  if (known) return known;
  throw new UsageError('--background', `expected ${backgrounds.join(', ')}, got "${text}"`);
}

export function readSpacing(text: string | undefined): number {
  const spacing = text === undefined ? 0.2 : Number(text);
  if (text?.trim() !== '' && spacing >= 0 && spacing <= 100) return spacing;
  throw new UsageError('--spacing', `expected metres from 0 to 100, got "${text}"`);
}

/** Centimetres on the command line, metres inside. */
export function readSameStature(text: string | undefined): number | 'mean' | undefined {
  if (text === undefined || text === 'mean') return text;
  const stature = Number(text) / 100;
  if (stature >= 0.3 && stature <= 3) return stature;
  throw new UsageError('--same-stature', `expected "mean" or centimetres from 30 to 300, got "${text}"`);
}

export function readUpAxis(text: string | undefined): UpAxis | undefined {
  if (text === undefined) return undefined;
  const axis = upAxes.find((each) => each === text);
  if (axis) return axis;
  throw new UsageError('--up', `expected ${upAxes.join(', ')}, got "${text}"`);
}

/** Names separated by commas. */
export function readNames(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Vertices files separated by commas; none for an absent option. */
export async function readVertexFiles(paths: string | undefined): Promise<NamedVertices[]> {
  const files: NamedVertices[] = [];
  for (const path of readNames(paths)) {
    files.push(await named(path, async () => parseNamedVertices(await readText(path))));
  }
  return files;
}

/** The vertices file for meshes of this vertex count; else the first one, which compareBodies() then rejects. */
export function namesFor(files: readonly NamedVertices[], vertexCount: number): NamedVertices | null {
  return (
    files.find((file) => file.vertexCount === vertexCount) ??
    files.find((file) => file.vertexCount === null) ??
    files[0] ??
    null
  );
}

/** A file of distances between vertices that all vertices files name. */
export function readDistances(
  path: string,
  vertexFiles: readonly NamedVertices[],
): Promise<ReturnType<typeof parseBodyDistances>> {
  return named(path, async () => parseBodyDistances(await readText(path), vertexFiles));
}
