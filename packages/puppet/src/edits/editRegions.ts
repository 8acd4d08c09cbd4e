import { InputError } from '@leib/core';
import { paintedRegions, paintOf } from '../file/paint.js';
import { type PuppetFile, puppetLimits, type SkinRegion } from '../file/puppetFile.js';
import { BOUND_PARTS, type PartBinding, WHOLE } from '../model/partSkeleton.js';
import { checkName } from './editParts.js';
import { freeName } from './partReferences.js';

/** Edits of the skin's regions: a new file from an old one, with paint and parts that still mean what they meant. */

/** A region like the first, for other values. */
export function addRegion(file: PuppetFile): PuppetFile {
  const { regions } = file.skin;
  if (regions.length >= puppetLimits.regions) {
    throw new InputError('skin.regions', `expected at most ${puppetLimits.regions} regions; remove one first`);
  }
  const own = freeName('region', new Set(regions.map(({ name }) => name)));
  return withRegions(file, [...regions, { ...regions[0], name: own }]);
}

/** Other values for a region, or another name, which parts take over. */
export function changeRegion(file: PuppetFile, index: number, changes: Partial<SkinRegion>): PuppetFile {
  const { regions } = file.skin;
  const { name } = regions[index];
  const to = checkName(changes.name ?? name, name, regions, 'region');
  const parts =
    to === name ? file.parts : file.parts.map((part) => (part.region === name ? { ...part, region: to } : part));
  return withRegions({ ...file, parts }, regions.with(index, { ...regions[index], ...changes, name: to }));
}

/** Takes a region away; what was painted with it, and parts that had it, get the first of those that are left. */
export function removeRegion(file: PuppetFile, index: number): PuppetFile {
  const { regions, paint } = file.skin;
  if (regions.length < 2) throw new InputError('skin.regions', 'expected another region beside it; a skin needs one');
  const { name } = regions[index];
  const parts = file.parts.map((part) => (part.region === name ? { ...part, region: null } : part));
  const painted = paint && paintedRegions(paint)?.map((own) => (own === index ? 0 : own > index ? own - 1 : own));
  const next = { ...file, parts, skin: { ...file.skin, paint: painted ? paintOf(painted) : null } };
  return withRegions(next, regions.toSpliced(index, 1));
}

/** Number of the region of each place: as painted, otherwise that of the part that holds it most. */
export function regionsOfPlaces(file: Pick<PuppetFile, 'parts' | 'skin'>, { joints }: PartBinding): Uint8Array {
  const { paint, regions } = file.skin;
  const painted = paint && paintedRegions(paint);
  if (painted && painted.length * BOUND_PARTS === joints.length) return painted;
  const ofPart = file.parts.map(({ region }) =>
    Math.max(
      0,
      regions.findIndex(({ name }) => name === region),
    ),
  );
  return Uint8Array.from({ length: joints.length / BOUND_PARTS }, (_, place) => {
    const joint = joints[place * BOUND_PARTS];
    return joint === WHOLE ? 0 : ofPart[joint - 1];
  });
}

/** The skin painted like this; null: by part again. */
export function paintRegions(file: PuppetFile, regions: Uint8Array | null): PuppetFile {
  return { ...file, skin: { ...file.skin, paint: regions && paintOf(regions) } };
}

function withRegions(file: PuppetFile, regions: SkinRegion[]): PuppetFile {
  return { ...file, skin: { ...file.skin, regions } };
}
