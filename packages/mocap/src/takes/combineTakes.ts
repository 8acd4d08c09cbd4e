import {
  createPose,
  createQuat,
  createVec3,
  InputError,
  isSameSkeleton,
  type Motion,
  motionDuration,
  type Skeleton,
} from '@leib/core';
import { countFrames } from '@leib/formats';
import { transferMotion } from '../transfer/stepTransfer.js';
import { buildTransfer } from '../transfer/transferModel.js';
import { bonesOfGroups, type Combination, type CombinationLayer, type CombinationPiece } from './combination.js';
import { findTimeOffset, type TimeOffset } from './findTimeOffset.js';
import { buildLayerJoints, createLayerWork, layGroups, type PlacedLayer } from './layGroups.js';
import { createPieceSampler, endOfPiece, type PlacedPiece, placeAt, samplePieces } from './placedPiece.js';

/** A time that was found by comparing movements. */
export interface FoundAlignment extends TimeOffset {
  /** "layers[0]". */
  readonly place: string;
  /** Seconds by which what the file says was moved. */
  readonly movedSeconds: number;
}

export interface CombinedTakes {
  readonly motion: Motion;
  readonly alignments: readonly FoundAlignment[];
  /** What the user should look at: alignments that are not sure. */
  readonly notes: readonly string[];
}

/** Stretch over which a piece is compared with the one before it, seconds, where its blend is not longer. */
const compareSeconds = 1;

/**
 * Puts takes together to one movement, on the skeleton of the first piece's take; takes of other bodies are
 * transferred to it with contacts kept. Throws InputError with the place in the file.
 */
export function combineTakes(combination: Combination, takes: ReadonlyMap<string, Take>): CombinedTakes {
  const alignments: FoundAlignment[] = [];
  const motionOf = createMotionReader(combination, takes);
  const first = motionOf(combination.pieces[0].take, 'pieces[0].take');
  const { skeleton } = first;
  const hz = combination.hz ?? first.hz;
  const pieces = placePieces(combination, motionOf, alignments);
  const durationSeconds = endOfPiece(pieces[pieces.length - 1]);
  const base = renderPieces(combination.name, skeleton, pieces, hz, durationSeconds);
  const layers = combination.layers.map((layer, i) =>
    placeLayer(layer, `layers[${i}]`, { combination, motionOf, base, alignments }),
  );
  return {
    motion: renderLayers(base, layers, durationSeconds),
    alignments,
    notes: alignments.filter(({ isSure }) => !isSure).map(describeUnsure),
  };
}

type MotionReader = (take: string, place: string) => Motion;

/** Takes by name, on the first take's skeleton and floor. Each is transferred once. */
function createMotionReader(combination: Combination, takes: ReadonlyMap<string, Take>): MotionReader {
  const motions = new Map<string, Motion>();
  const firstTake = takes.get(combination.pieces[0].take);
  return (name, place) => {
    const known = motions.get(name);
    if (known !== undefined) return known;
    const take = takes.get(name);
    if (take === undefined || firstTake === undefined) {
      throw new InputError(place, `expected a take that was loaded, got "${name}"`);
    }
    const { skeleton } = firstTake.motion;
    const isSame = isSameSkeleton(take.motion.skeleton, skeleton);
    const model = isSame ? null : buildTransfer(take.motion.skeleton, skeleton, { floorY: take.floorY });
    const onSkeleton = model === null ? { ...take.motion, skeleton } : transferMotion(model, take.motion);
    const motion = raised(onSkeleton, firstTake.floorY - take.floorY);
    motions.set(name, motion);
    return motion;
  };
}

function raised(motion: Motion, height: number): Motion {
  if (height === 0) return motion;
  return { ...motion, rootPositions: motion.rootPositions.map((value, i) => (i % 3 === 1 ? value + height : value)) };
}

function placePieces({ pieces, groups }: Combination, motionOf: MotionReader, alignments: FoundAlignment[]) {
  const placed: PlacedPiece[] = [];
  pieces.forEach((piece, i) => {
    const place = `pieces[${i}]`;
    const motion = motionOf(piece.take, `${place}.take`);
    const range = readRange(piece, motion, place);
    const last = placed.at(-1);
    if (last === undefined) {
      placed.push({ motion, ...range, start: 0, blend: 0, turn: createQuat(), move: createVec3() });
      return;
    }
    checkBlend(piece, range, last, place);
    let { from } = range;
    if (piece.align !== undefined) {
      const begin = last.to - piece.blend;
      const guess = begin - from;
      const found = findTimeOffset(last.motion, motion, {
        bones: bonesOfGroups(piece.align.groups, groups),
        fixedFrom: Math.max(last.from, last.to - Math.max(compareSeconds, piece.blend)),
        fixedTo: last.to,
        guess,
        within: piece.align.within,
      });
      from = Math.min(Math.max(0, begin - found.offsetSeconds), range.to - piece.blend);
      alignments.push({ ...found, place, movedSeconds: from - range.from });
    }
    const start = endOfPiece(last) - piece.blend;
    placed.push({
      motion,
      from,
      to: range.to,
      start,
      blend: piece.blend,
      ...placeAfter(piece, placed, motion, from, start),
    });
  });
  return placed;
}

/** In the middle of the overlap the hips of both pieces are at the same place and head the same way. */
function placeAfter(
  { place, blend }: CombinationPiece,
  before: readonly PlacedPiece[],
  motion: Motion,
  from: number,
  start: number,
): Pick<PlacedPiece, 'turn' | 'move'> {
  if (place === 'recorded') return { turn: createQuat(), move: createVec3() };
  const goal = createPose(motion.skeleton);
  samplePieces(createPieceSampler(motion.skeleton, before), start + blend / 2, goal);
  return placeAt(goal, motion, from + blend / 2);
}

function readRange(
  { from = 0, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  motion: Motion,
  place: string,
): { from: number; to: number } {
  const duration = motionDuration(motion);
  // Half a frame of slack: times are typed by people.
  const slack = 0.5 / motion.hz;
  const key = to !== undefined && to > duration + slack ? 'to' : from > duration + slack ? 'from' : null;
  if (key !== null) {
    const got = key === 'to' ? to : from;
    throw new InputError(`${place}.${key}`, `expected at most ${short(duration)}, the take's length, got ${got}`);
  }
  return { from: Math.min(from, duration), to: Math.min(to ?? duration, duration) };
}

function checkBlend(
  { blend }: CombinationPiece,
  { from, to }: { readonly from: number; readonly to: number },
  last: PlacedPiece,
  place: string,
): void {
  const most = Math.min(to - from, last.to - last.from - last.blend);
  if (blend > most + 1e-9) {
    throw new InputError(
      `${place}.blend`,
      `expected at most ${short(most)} s, what the two pieces have left to overlap, got ${short(blend)}`,
    );
  }
}

interface LayerSurroundings {
  readonly combination: Combination;
  readonly motionOf: MotionReader;
  /** The pieces, rendered. */
  readonly base: Motion;
  readonly alignments: FoundAlignment[];
}

function placeLayer(layer: CombinationLayer, place: string, surroundings: LayerSurroundings): PlacedLayer {
  const { combination, motionOf, base, alignments } = surroundings;
  const motion = motionOf(layer.take, `${place}.take`);
  const { from, to } = readRange(layer, motion, place);
  const members = buildLayerJoints(motion.skeleton, bonesOfGroups(layer.groups, combination.groups));
  let start = layer.at;
  if (layer.align !== undefined) {
    const found = findTimeOffset(base, motion, {
      bones: bonesOfGroups(layer.align.groups, combination.groups),
      fixedFrom: Math.max(0, start),
      fixedTo: Math.min(motionDuration(base), start + to - from),
      guess: start - from,
      within: layer.align.within,
    });
    start = found.offsetSeconds + from;
    alignments.push({ ...found, place, movedSeconds: start - layer.at });
  }
  return { motion, from, to, start, blend: layer.blend, orientation: layer.orientation, ...members };
}

function renderPieces(
  name: string,
  skeleton: Skeleton,
  pieces: readonly PlacedPiece[],
  hz: number,
  durationSeconds: number,
): Motion {
  const sourceNumbers = pieces.reduce((sum, { motion }) => sum + motion.localRotations.length, 0);
  const numbersPerFrame = skeleton.jointCount * 4 + 3;
  const frameCount = countFrames({ seconds: durationSeconds, hz, sourceNumbers, numbersPerFrame });
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  const sampler = createPieceSampler(skeleton, pieces);
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    samplePieces(sampler, frame / hz, pose);
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  return { name, skeleton, hz, frameCount, rootPositions, localRotations };
}

/** Layers in the order of the file: later ones over earlier ones. */
function renderLayers(base: Motion, layers: readonly PlacedLayer[], durationSeconds: number): Motion {
  if (layers.length === 0) return base;
  const { skeleton, frameCount, hz } = base;
  const size = skeleton.jointCount * 4;
  const localRotations = new Float64Array(frameCount * size);
  const work = createLayerWork(skeleton);
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    pose.rootPosition.set(base.rootPositions.subarray(frame * 3, frame * 3 + 3));
    pose.localRotations.set(base.localRotations.subarray(frame * size, (frame + 1) * size));
    for (const layer of layers) layGroups(layer, work, frame / hz, durationSeconds, pose);
    localRotations.set(pose.localRotations, frame * size);
  }
  return { ...base, localRotations };
}

function describeUnsure({ place, correlation, rivalCorrelation, rivalSeconds, movedSeconds }: FoundAlignment): string {
  const rival = rivalCorrelation > 0 ? `, ${short(rivalCorrelation)} at ${short(rivalSeconds)} s as the next best` : '';
  return (
    `${place}.align: expected one clear match, got a correlation of ${short(correlation)}${rival}; it was moved by ` +
    `${short(movedSeconds)} s, look at the result or give the time by hand`
  );
}

/** A recorded movement that pieces are cut from. */
export interface Take {
  readonly name: string;
  readonly motion: Motion;
  /** Where it comes from: the file, or the device that it was recorded with. */
  readonly source: string;
  /** Height of the floor in it, metres. */
  readonly floorY: number;
}

/** A number as a person reads it. */
function short(value: number): string {
  return String(Number(value.toFixed(3)));
}
