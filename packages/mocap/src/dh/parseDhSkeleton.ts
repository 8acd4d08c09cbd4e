import {
  accept,
  buildSkeleton,
  DEG,
  type Decoded,
  decodeJson,
  type HumanoidBone,
  humanoidBones,
  InputError,
  type RawJoint,
  refuse,
  type Skeleton,
} from '@leib/core';
import type { AngleLayout } from '@leib/core/pack';
import * as v from 'valibot';
import { buildDhLinks } from './buildDhLinks.js';
import { createDhFrames, type DhLink, type DhSkeleton, FRAME_SIZE, frameAt, updateDhFrames } from './dhSkeleton.js';

type AngleDof = AngleLayout['dofs'][number];

/** An axis may pass a joint at this distance, metres: a file has rounded numbers. */
const AXIS_TOLERANCE = 1e-3;

/** Cosine between two axes of one joint that still counts as a right angle. */
const SQUARE_TOLERANCE = 1e-3;

/** A bone shorter than this has no direction, metres. */
const LEAST_LENGTH = 1e-3;

/** Height of the lowest joint above the floor at rest, metres. */
const SOLE_BELOW_JOINTS = 0.02;

const number = v.pipe(v.number(), v.finite());
const linkSchema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  parent: v.nullable(v.string()),
  turns: v.optional(v.boolean()),
  joint: v.optional(v.picklist(humanoidBones)),
  theta: v.optional(number),
  d: v.optional(number),
  a: v.optional(number),
  alpha: v.optional(number),
});
const schema = v.strictObject({
  format: v.literal('leib-dh/1'),
  name: v.string(),
  links: v.pipe(v.array(linkSchema), v.maxLength(1000)),
});

/** One link of a file; angles in degrees, lengths in metres, what is absent is zero. */
export type DhLinkJson = v.InferOutput<typeof linkSchema>;

/** A skeleton's file: leib-dh/1. */
export type DhSkeletonJson = v.InferOutput<typeof schema>;

/** Reads a skeleton (leib-dh/1), or says in one sentence which link is wrong. */
export function parseDhSkeleton(text: string): Decoded<DhSkeleton> {
  const decoded = decodeJson(text, schema);
  return decoded.ok ? readDhSkeleton(decoded.value) : decoded;
}

/** The same from a value of the right shape. */
export function readDhSkeleton({ name, links: rows }: DhSkeletonJson): Decoded<DhSkeleton> {
  const links = readLinks(rows);
  if (!links.ok) return links;
  const read = readJoints(links.value);
  if (!read.ok) return read;
  const { layout, joints } = read.value;
  let skeleton: Skeleton;
  try {
    skeleton = buildSkeleton(joints);
  } catch (error) {
    if (error instanceof InputError) return refuse('links', error.message);
    throw error;
  }
  return accept({ name, layout, skeleton, links: buildDhLinks(layout, skeleton) });
}

/** Links with their parents by number. */
function readLinks(rows: readonly DhLinkJson[]): Decoded<DhLink[]> {
  const links: DhLink[] = [];
  let dofCount = 0;
  for (const [index, row] of rows.entries()) {
    const place = `links[${index}] "${row.name}"`;
    const parent = row.parent === null ? -1 : links.findIndex(({ name }) => name === row.parent);
    if (row.parent !== null && parent < 0) {
      return refuse(place, `expected a parent that stands before it, got "${row.parent}"`);
    }
    if (links.some(({ name }) => name === row.name)) return refuse(place, 'expected a name of its own, got one twice');
    links.push({
      name: row.name,
      parent,
      dof: row.turns === true ? dofCount++ : -1,
      joint: row.joint ?? null,
      theta: (row.theta ?? 0) * DEG,
      d: row.d ?? 0,
      a: row.a ?? 0,
      alpha: (row.alpha ?? 0) * DEG,
    });
  }
  return accept(links);
}

interface ReadJoints {
  readonly layout: AngleLayout;
  readonly joints: readonly RawJoint[];
}

/** The joints at rest and the axes that the links turn about, with everything checked that solving relies on. */
function readJoints(links: readonly DhLink[]): Decoded<ReadJoints> {
  const rest = createDhFrames(links);
  updateDhFrames(rest, links, [0, 0, 0], new Float64Array(links.length));
  const positionOf = (link: number) => [...rest.frames.subarray(frameAt(rest, link) + 9, frameAt(rest, link) + 12)];
  const boneLinks = new Map<HumanoidBone, number>([['hips', -1]]);
  const joints: RawJoint[] = [{ name: 'hips', bone: 'hips', parent: null, offset: [0, 0, 0] }];
  const dofs: AngleDof[] = [];
  for (const [index, link] of links.entries()) {
    const place = `links[${index}] "${link.name}"`;
    const bone = boneBefore(links, link.parent);
    const start = positionOf(boneLinks.get(bone) ?? -1);
    if (link.dof >= 0) {
      const at = frameAt(rest, link.parent);
      const dof = readAxis(link, bone, rest.frames, at);
      const refused = refusalOfAxis(dofs, dof, distanceToAxis(rest.frames, at, start), links, index);
      if (refused !== null) return refuse(place, refused);
      dofs.push(dof);
    }
    if (link.joint === null) continue;
    if (boneLinks.has(link.joint)) return refuse(place, `expected each joint once, got ${link.joint} again`);
    boneLinks.set(link.joint, index);
    const offset = positionOf(index).map((value, i) => value - start[i]) as [number, number, number];
    if (Math.hypot(...offset) < LEAST_LENGTH) {
      return refuse(
        place,
        `expected a length from ${bone} to ${link.joint}, got ${Math.hypot(...offset).toFixed(4)} m`,
      );
    }
    joints.push({ name: link.joint, bone: link.joint, parent: bone, offset });
  }
  const hipsCount = dofs.filter(({ bone }) => bone === 'hips').length;
  if (hipsCount !== 3) return refuse('links', `expected three links that turn the hips, got ${hipsCount}`);
  const lowest = Math.min(...[...boneLinks.values()].map((link) => positionOf(link)[1]));
  joints[0] = { ...joints[0], offset: [0, SOLE_BELOW_JOINTS - lowest, 0] };
  return accept({ layout: { dofs }, joints });
}

/** The bone that a link after the given one turns: that of the last joint on the way there. */
function boneBefore(links: readonly DhLink[], parent: number): HumanoidBone {
  for (let link = parent; link >= 0; link = links[link].parent) {
    const { joint } = links[link];
    if (joint !== null) return joint;
  }
  return 'hips';
}

function readAxis(link: DhLink, bone: HumanoidBone, frames: Float64Array, at: number): AngleDof {
  return { name: link.name, bone, axis: [frames[at + 6], frames[at + 7], frames[at + 8]] };
}

function distanceToAxis(frames: Float64Array, at: number, point: readonly number[]): number {
  const [x, y, z] = point.map((value, i) => value - frames[at + FRAME_SIZE - 3 + i]);
  const along = x * frames[at + 6] + y * frames[at + 7] + z * frames[at + 8];
  return Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along));
}

function refusalOfAxis(
  dofs: readonly AngleDof[],
  { bone, axis }: AngleDof,
  distance: number,
  links: readonly DhLink[],
  index: number,
): string | null {
  if (distance > AXIS_TOLERANCE) {
    return `expected an axis through the joint of ${bone}, got one that passes it at ${distance.toFixed(4)} m`;
  }
  const before = dofs.filter((dof) => dof.bone === bone);
  if (before.length === 3) return `expected at most three links that turn ${bone}, got a fourth`;
  const last = before.at(-1);
  if (last === undefined) return null;
  if (!isBehind(links, index, last.name))
    return `expected it behind "${last.name}", which turns ${bone} too, got another branch`;
  const cosine = last.axis[0] * axis[0] + last.axis[1] * axis[1] + last.axis[2] * axis[2];
  if (Math.abs(cosine) < SQUARE_TOLERANCE) return null;
  return `expected an axis square to that of "${last.name}", got ${(Math.acos(Math.min(1, Math.max(-1, cosine))) / DEG).toFixed(1)} degrees`;
}

function isBehind(links: readonly DhLink[], index: number, name: string): boolean {
  for (let link = links[index].parent; link >= 0; link = links[link].parent) if (links[link].name === name) return true;
  return false;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits)) + 0;

/** The file of a skeleton, one link a line: degrees and metres. */
export function dhSkeletonText({ name, links }: DhSkeleton): string {
  const rows = links.map((link) => {
    const numbers = {
      theta: rounded(link.theta / DEG, 6),
      d: rounded(link.d, 5),
      a: rounded(link.a, 5),
      alpha: rounded(link.alpha / DEG, 6),
    };
    const row: DhLinkJson = {
      name: link.name,
      parent: link.parent < 0 ? null : links[link.parent].name,
      ...(link.dof < 0 ? {} : { turns: true }),
      ...(link.joint === null ? {} : { joint: link.joint }),
      ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== 0)),
    };
    return `    ${JSON.stringify(row)}`;
  });
  return `{\n  "format": "leib-dh/1",\n  "name": ${JSON.stringify(name)},\n  "links": [\n${rows.join(',\n')}\n  ]\n}\n`;
}
