import { InputError } from '@leib/core';
import type { PuppetFile, PuppetPart, SkinSettings } from '../file/puppetFile.js';
import { endOf } from '../model/partSkeleton.js';
import { findPart } from './editParts.js';

type Lip = SkinSettings['lips'][number];

/** A new grasp holds on when its parts have come together by this share. */
const CLOSED = 0.4;
/** A file holds no more. */
const MOST_GRASPS = 8;

/** The part that closes on things together with this one; null: none. */
export function graspPartnerOf({ stage }: PuppetFile, part: string): string | null {
  const grasp = stage.grasps.find(({ parts }) => parts.includes(part));
  return grasp?.parts.find((name) => name !== part) ?? null;
}

/** The part closes on things with one other part, and with no other any more; null: it does not grasp. */
export function graspWith(file: PuppetFile, part: string, partner: string | null): PuppetFile {
  const others = file.stage.grasps.filter(({ parts }) => !parts.includes(part));
  if (partner === null) return { ...file, stage: { ...file.stage, grasps: others } };
  for (const name of [part, partner]) findPart(file, name);
  if (part === partner) throw new InputError('grasp', `expected two parts, got "${part}" twice`);
  if (others.length >= MOST_GRASPS) {
    throw new InputError('grasp', `expected at most ${MOST_GRASPS} grasps, got one more; take another away first`);
  }
  const grasps = [...others, { parts: [part, partner], closed: CLOSED }];
  return { ...file, stage: { ...file.stage, grasps } };
}

/** Bubbles come out of the end of this part; null: out of none. */
export function blowFrom(file: PuppetFile, part: string | null): PuppetFile {
  const bubbles = part === null ? null : { part, point: pointOf(findPart(file, part)) };
  return { ...file, stage: { ...file.stage, bubbles } };
}

/**
 * Changes the lips of a number, or adds them where the number is new. They make a mouth: it grasps and bites what it closes
 * on, and bubbles come out of it where they come from no other part.
 */
export function setLip(file: PuppetFile, index: number, lip: Lip): PuppetFile {
  const { lips } = file.skin;
  const old: Lip | undefined = lips[index];
  const next = { ...file, skin: { ...file.skin, lips: old ? lips.with(index, lip) : [...lips, lip] } };
  if (old?.upper === lip.upper && old.lower === lip.lower) return next;
  const wasMouth = old !== undefined && graspPartnerOf(file, old.upper) === old.lower;
  const mouth = graspWith(wasMouth ? graspWith(next, old.upper, null) : next, lip.upper, lip.lower);
  const { bubbles } = file.stage;
  const isTaken = bubbles !== null && bubbles.part !== old?.upper && bubbles.part !== old?.lower;
  return isTaken ? mouth : blowFrom(mouth, lip.lower);
}

function pointOf(part: PuppetPart): [number, number, number] {
  const [x, y, z] = endOf(part);
  return [x, y, z];
}
