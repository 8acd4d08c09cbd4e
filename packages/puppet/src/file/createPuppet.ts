import { parse } from 'valibot';
import type { MeshPlacement } from '../mesh/meshPlacement.js';
import { jointSchema } from './jointSchema.js';
import type { PuppetFile, PuppetJoint } from './puppetFile.js';
import { puppetSchema } from './puppetSchema.js';

/** A joint that turns by a quarter to all sides and stays where it is put: what a new part begins with. */
export const freeJoint: PuppetJoint = parse(jointSchema, {});

/** A puppet without parts for a model: what a new one begins with. `uri` as in the file. */
export function createPuppet(name: string, uri: string | null, placement: MeshPlacement): PuppetFile {
  const { scale, rotation, position } = placement;
  return { ...parse(puppetSchema, { format: 'leib-puppet/1' }), name, mesh: { uri, scale, rotation, position } };
}
