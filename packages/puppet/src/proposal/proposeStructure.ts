import { vec3 } from '@leib/core';
import { embedGltfBuffers } from '@leib/formats';
import { graspPartnerOf, graspWith } from '../edits/editStage.js';
import { dropLostReferences } from '../edits/partReferences.js';
import type { OpenedPuppet } from '../file/openPuppet.js';
import type {
  FingerName,
  HandConnection,
  PuppetChain,
  PuppetEffector,
  PuppetFile,
  PuppetPart,
} from '../file/puppetFile.js';
import { createPuppet } from '../file/puppetSchema.js';
import { limbLimits } from '../kinematics/limitPresets.js';
import { readPuppetMesh } from '../mesh/readPuppetMesh.js';
import { fitInfluence } from './fitInfluence.js';
import { type NamedLimb, nameLimbs } from './nameLimbs.js';
import { findPuppetLimbs, type LimbBone, type PuppetLimbs } from './puppetLimbs.js';

type Point = [number, number, number];

/** Free limbs swing after the puppet's motion and come to rest. */
const swing = { frequency: 1.6, damping: 0.25 };

/**
 * A first structure for any model with limbs: bones along them, a chain and an effector for each limb, a hand whose
 * fingers move them, and arms that grasp. Everything else of the file stays as it is, without what named parts that are gone.
 */
export function proposeStructure(file: PuppetFile, limbs: PuppetLimbs): PuppetFile {
  const named = nameLimbs(limbs);
  const names = boneNames(limbs, named);
  const fingers = fingersForLimbs(named);
  const parts = limbs.bones.map((bone, number): PuppetPart => {
    const limb = named.find(({ bones }) => bones.includes(number)) as NamedLimb;
    const isFree = !fingers.has(limb.arc) && limb.kind !== 'spine';
    const parent = bone.parent < 0 ? null : names[bone.parent];
    return partOfBone(limbs, bone, names[number], parent, isFree);
  });
  const tips = named.filter(({ kind }) => kind !== 'spine');
  const chains = tips.map((limb): PuppetChain => {
    const wave = limb.kind === 'tail' ? { speed: 8, kept: 0.8 } : null;
    const own = limb.bones.map((bone) => names[bone]);
    return { name: limb.name, parts: own, root: 'fixed', tip: 'free', solver: 'ccd', wave };
  });
  const effectors = tips.map(
    ({ name, bones }): PuppetEffector => ({ name: `${name} end`, chain: name, point: bones.length, turns: false }),
  );
  const connections = tips.flatMap((limb): HandConnection[] => {
    const finger = fingers.get(limb.arc);
    if (finger === undefined) return [];
    const travel = travelOf(limbs, limb);
    return [{ kind: 'effector', finger, effector: `${limb.name} end`, travel, yaw: 0, distance: 0 }];
  });
  const [first] = file.hands;
  const hand = { ...first, carries: { kind: 'puppet', positionScale: 1, turns: true } as const, connections };
  const hands = [{ ...hand, rotationPoint: limbs.middle }, ...file.hands.slice(1)];
  return withGrasps(dropLostReferences({ ...file, parts, chains, effectors, hands }), limbs, named, names);
}

/** Lips close on things, and so do two arms that can meet; what the file says already stays. */
function withGrasps(
  file: PuppetFile,
  limbs: PuppetLimbs,
  named: readonly NamedLimb[],
  names: readonly string[],
): PuppetFile {
  const arms = (['left', 'right'] as const).map((side) =>
    named.find((limb) => limb.kind === 'arm' && limb.side === side),
  );
  const pairs = file.skin.lips.map(({ upper, lower }) => [upper, lower]);
  const [left, right] = arms;
  if (left && right && canMeet(limbs, left, right))
    pairs.push([left, right].map(({ bones }) => names[bones.at(-1) as number]));
  return pairs.reduce((now, [part, partner]) => {
    const isFree = graspPartnerOf(now, part) === null && graspPartnerOf(now, partner) === null;
    return isFree ? graspWith(now, part, partner) : now;
  }, file);
}

/** Their lengths together reach from one base to the other. */
function canMeet({ bones }: PuppetLimbs, left: NamedLimb, right: NamedLimb): boolean {
  const lengthOf = ({ bones: own }: NamedLimb) =>
    own.reduce((sum, bone) => sum + vec3.distance(bones[bone].from, bones[bone].to), 0);
  return lengthOf(left) + lengthOf(right) > vec3.distance(bones[left.bones[0]].from, bones[right.bones[0]].from);
}

/** A part for a bone of a limb. */
export function partOfBone(
  { volume }: PuppetLimbs,
  bone: LimbBone,
  name: string,
  parent: string | null,
  isFree: boolean,
): PuppetPart {
  const { from, to } = bone;
  const shape: PuppetPart['shape'] = { kind: 'bone', from, to, influence: fitInfluence(volume.grid, bone) };
  const spring = isFree ? swing : null;
  return {
    name,
    parent,
    shape,
    joint: { limits: limbLimits(from, to), weight: 1, maxStep: null, spring },
    region: null,
  };
}

/** The limb's name, and a number from the body outwards where it has several bones. */
export function boneNames({ bones }: PuppetLimbs, named: readonly NamedLimb[]): string[] {
  const names = bones.map(() => '');
  for (const limb of named) {
    limb.bones.forEach((bone, index) => {
      names[bone] = limb.bones.length === 1 ? limb.name : `${limb.name} ${index + 1}`;
    });
  }
  return names;
}

/**
 * As a hand lies in a puppet: the thumb and the little finger are its arms, the middle finger its head; index and ring
 * finger are its legs. Limbs that find no finger swing freely.
 */
function fingersForLimbs(named: readonly NamedLimb[]): Map<number, FingerName> {
  const free: FingerName[] = ['middle', 'thumb', 'little', 'index', 'ring'];
  const wishes: readonly [(limb: NamedLimb) => boolean, FingerName][] = [
    [({ kind }) => kind === 'head', 'middle'],
    [({ kind, side }) => kind === 'arm' && side === 'left', 'thumb'],
    [({ kind, side }) => kind === 'arm' && side === 'right', 'little'],
    [({ kind, side }) => kind === 'leg' && side === 'left', 'index'],
    [({ kind, side }) => kind === 'leg' && side === 'right', 'ring'],
  ];
  const fingers = new Map<number, FingerName>();
  const tips = named.filter(({ kind }) => kind !== 'spine');
  const give = (limb: NamedLimb | undefined, finger: FingerName) => {
    if (!limb || fingers.has(limb.arc) || !free.includes(finger)) return;
    fingers.set(limb.arc, finger);
    free.splice(free.indexOf(finger), 1);
  };
  for (const [isWished, finger] of wishes) {
    give(
      tips.find((limb) => isWished(limb) && !fingers.has(limb.arc)),
      finger,
    );
  }
  for (const limb of tips) give(limb, free[0]);
  return fingers;
}

/** Where a limb's end goes at full bend: forward and up for legs, up for hanging arms, forward and down for a head. */
function travelOf({ bones }: PuppetLimbs, limb: NamedLimb): Point {
  const [first, last] = [bones[limb.bones[0]], bones[limb.bones[limb.bones.length - 1]]];
  const way: Point = [last.to[0] - first.from[0], last.to[1] - first.from[1], last.to[2] - first.from[2]];
  const length = Math.hypot(...way) || 1;
  const towards: Point = limb.kind === 'tail' ? [1, 0, 0] : limb.kind === 'head' ? [0, -0.3, 1] : [0, 0.6, 0.8];
  // Square to the limb, so that the end swings round its joint and does not pull on it.
  const along = (towards[0] * way[0] + towards[1] * way[1] + towards[2] * way[2]) / (length * length);
  const across = towards.map((value, k) => value - along * way[k]);
  const scale = (0.7 * length) / (Math.hypot(...across) || 1);
  return [across[0] * scale, across[1] * scale, across[2] * scale];
}

/**
 * A puppet for a model that has none: bones along its limbs, and fingers that move them. `fileName` becomes the model's
 * uri; `readBeside` reads data of a glTF that lies outside of it. Throws InputError in one sentence.
 */
export async function proposePuppet(
  bytes: Uint8Array,
  fileName: string,
  readBeside: (uri: string) => Promise<Uint8Array>,
): Promise<OpenedPuppet> {
  const { mesh, placement, report } = await readPuppetMesh(await embedGltfBuffers(bytes, readBeside), null);
  const name =
    fileName
      .replace(/\.[^.]*$/, '')
      .trim()
      .slice(0, 64)
      .trim() || 'puppet';
  const file = proposeStructure(createPuppet(name, fileName, placement), findPuppetLimbs(mesh));
  const fingers = new Set(file.hands[0].connections.map(({ finger }) => finger)).size;
  const proposal = `The model holds no puppet: bones were proposed, ${file.parts.length} in all, and ${fingers} fingers move them.`;
  return { file, mesh, report: { ...report, notes: [...report.notes, proposal] } };
}
