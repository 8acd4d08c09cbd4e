import { requiredBones } from '@leib/core';
import { statureOfSkeleton } from '../convert/bodyHeights.js';
import { axisName } from '../upAxis.js';
import type { BvhMotion, BvhReport } from './motionFromBvh.js';

/** One thing that a BVH file does not say and that was taken for true, in words. */
export interface BvhAssumption {
  readonly what: 'up' | 'unit' | 'rest' | 'names';
  /** A few words: "+Z up". */
  readonly short: string;
  /** A sentence that says why. */
  readonly sentence: string;
  /** False where the user should look. */
  readonly isSure: boolean;
}

/** What was assumed about a file: up, unit, rest pose and names. For people; the same is in the report for programs. */
export function bvhAssumptions({ motion, report }: BvhMotion): BvhAssumption[] {
  return [upOf(report), unitOf(report, statureOfSkeleton(motion.skeleton)), restOf(report), namesOf(report)];
}

const upReasons = {
  given: 'as given',
  frames: 'the body stands that way in most frames',
  floor: 'the body lies, and its floor is at zero along that axis',
  rest: 'the rest pose stands that way, and the frames do not tell',
  convention: 'the usual axis; the file has no body that tells',
} as const;

function upOf({ up, isMirrored }: BvhReport): BvhAssumption {
  const mirrored = isMirrored ? '; left and right were exchanged, and are put right' : '';
  const short = `${axisName(up.axis)} up${isMirrored ? ', mirrored' : ''}`;
  return {
    what: 'up',
    short,
    sentence: `${axisName(up.axis)} is up: ${upReasons[up.from]}${mirrored}.`,
    isSure: up.isSure,
  };
}

function unitOf({ unit }: BvhReport, stature: number): BvhAssumption {
  const person = `the body is ${stature.toFixed(2)} m tall`;
  if (!unit.isGuessed) {
    const sentence = `One unit is ${unit.scale} m, as given: ${person}.`;
    return { what: 'unit', short: `${unit.scale} m per unit`, sentence, isSure: true };
  }
  if (unit.name.startsWith('unknown')) {
    const sentence = `No unit gives a person’s size: ${person}, as most people are.`;
    return { what: 'unit', short: 'unknown unit', sentence, isSure: false };
  }
  return { what: 'unit', short: unit.name, sentence: `One unit is one ${unit.name}: ${person} then.`, isSure: true };
}

function restOf({ rest: { from, isGiven, whyNotOffsets } }: BvhReport): BvhAssumption {
  const why = isGiven
    ? 'as given'
    : whyNotOffsets === null
      ? 'they are a body at rest'
      : `in the OFFSETs ${whyNotOffsets}`;
  if (from === 'offsets') {
    const isSure = isGiven || whyNotOffsets === null;
    return { what: 'rest', short: 'rest pose of the file', sentence: `The OFFSETs are the rest pose: ${why}.`, isSure };
  }
  const [short, what] =
    from === 'frames'
      ? ['rest pose from the frames', 'The rest pose was worked out from all frames']
      : [`frame ${from} as rest pose`, `Frame ${from}, a T-pose, is the rest pose`];
  return { what: 'rest', short, sentence: `${what}: ${why}.`, isSure: true };
}

function namesOf({ mapping: { convention, bones, guessed, missing } }: BvhReport): BvhAssumption {
  const absent = missing.filter((bone) => requiredBones.includes(bone));
  const found = `${Object.keys(bones).length} bones found`;
  const family = convention === 'unknown' ? 'Names of no known program' : `Names of ${convention}`;
  const guesses = guessed.length > 0 ? `, ${guessed.length} of them guessed` : '';
  const lacks = absent.length > 0 ? `; missing: ${absent.join(', ')}` : '';
  const short =
    absent.length > 0
      ? `${absent.length} bones missing`
      : convention === 'unknown'
        ? 'names guessed'
        : `${convention} names`;
  return { what: 'names', short, sentence: `${family}: ${found}${guesses}${lacks}.`, isSure: absent.length === 0 };
}
