import type { LipModel } from './lipPairs.js';
import type { PlaceGraph } from './placeGraph.js';

/** The skin: a mass at every place, hung on its inner place and on its neighbours. Made by buildSkin(). */
export interface SkinModel {
  readonly placeCount: number;
  /** Seconds of one substep. */
  readonly substep: number;
  /** Metres per second squared. */
  readonly gravity: readonly [number, number, number];
  /** Share of its weight that each place does not carry by itself. placeCount entries. */
  readonly looseness: Float64Array;
  /** Kilograms. placeCount entries. */
  readonly masses: Float64Array;
  /** No place is farther from its inner place, metres. placeCount entries. */
  readonly maxDistances: Float64Array;
  /** From inside to outside: layers of fat, then the skin itself. At least one. */
  readonly layers: readonly MassLayer[];
  readonly edges: SkinEdges;
  readonly lips: LipModel;
  readonly furs: readonly FurModel[];
}

/** Masses that hang on what lies below them: the inner model, or the layer before. */
export interface MassLayer {
  /** Share of the distance to what lies below that a substep takes away from this mass. placeCount entries. */
  readonly pulls: Float64Array;
  /** Of the change of that distance: damping. placeCount entries. */
  readonly drags: Float64Array;
  /** The same for the mass below, the other way; null: what lies below is not a mass. */
  readonly counterPulls: Float64Array | null;
  readonly counterDrags: Float64Array | null;
}

/** Springs between neighbours, each once: those of place i are first[i] .. first[i + 1] - 1. */
export interface SkinEdges {
  readonly first: PlaceGraph['first'];
  /** Where the numbers of the other end begin: three times its place. */
  readonly ends: Int32Array;
  /** Share of the difference between both ends' offsets that a substep takes away at the place, and at the end. */
  readonly ownShares: Float32Array;
  readonly endShares: Float32Array;
  /** Newtons per metre. */
  readonly stiffness: Float64Array;
}

/** A tip above every place, as far out as the fur is long. */
export interface FurModel {
  readonly length: number;
  readonly pull: number;
  readonly drag: number;
}

/** Offsets of masses from their inner places, world directions, metres. placeCount x 3 each. */
export interface MassOffsets {
  now: Float64Array;
  /** One substep ago: the difference is the speed. */
  before: Float64Array;
}

/** How what carries the masses moves. placeCount x 3 each. */
export interface CarrierMotion {
  /** World positions at the last frame, and where they arrive at the end of this one; beginCarriers() changes them over. */
  places: Float64Array;
  arriving: Float64Array;
  /** Way of the last substep that was made. */
  readonly strides: Float64Array;
  /** Way since that substep. */
  readonly pending: Float64Array;
  /** Way of one substep in this frame. */
  readonly paces: Float64Array;
}

/** Carriers and what hangs on them. */
export interface CarriedMasses {
  readonly motion: CarrierMotion;
  readonly hung: readonly MassOffsets[];
}

export interface FurState extends MassOffsets {
  /** Tips in world space. placeCount x 3. */
  readonly tips: Float64Array;
  readonly carriers: CarrierMotion;
}

/** Where the skin is. One per puppet. */
export interface SkinState {
  /** Places of the skin, world space, metres. placeCount x 3: what is drawn. */
  readonly positions: Float64Array;
  /** One per layer of the model; the last is the skin. */
  readonly layers: readonly MassOffsets[];
  readonly carriers: CarrierMotion;
  /** The inner places with the layers that hang on them, then the tips of each fur: the same objects as in the other fields. */
  readonly carried: readonly CarriedMasses[];
  /** Way that gravity adds in one substep. placeCount x 3. */
  readonly falls: Float64Array;
  /** From the lower to the upper lip of each pair, unit vectors. pairs x 3. */
  readonly lipDirections: Float64Array;
  /** How far each pair may close before only its gap is left, metres. */
  readonly lipSpares: Float64Array;
  /** How far each pair was open when it was looked at last, metres. */
  readonly lipOpenings: Float64Array;
  readonly furs: readonly FurState[];
  /** Seconds since the last substep, less than one. */
  lead: number;
  /** Seconds for which nothing has moved. */
  stillSeconds: number;
  /** Nothing moves, and nothing is worked out until the inner model moves. */
  isAsleep: boolean;
  /** False before the first frame. */
  isPlaced: boolean;
  /** Distance of the skin from its inner places: mean and largest, metres. */
  meanOffset: number;
  maxOffset: number;
}

export function createSkinState(model: SkinModel): SkinState {
  const { lips } = model;
  const size = model.placeCount * 3;
  const carriers = createCarriers(size);
  const layers = model.layers.map(() => createOffsets(size));
  const furs = model.furs.map(
    (): FurState => ({ ...createOffsets(size), tips: new Float64Array(size), carriers: createCarriers(size) }),
  );
  return {
    positions: new Float64Array(size),
    layers,
    carriers,
    carried: [{ motion: carriers, hung: layers }, ...furs.map((fur) => ({ motion: fur.carriers, hung: [fur] }))],
    falls: new Float64Array(size),
    lipDirections: new Float64Array(lips.pairCount * 3),
    lipSpares: new Float64Array(lips.pairCount),
    lipOpenings: new Float64Array(lips.pairCount),
    furs,
    lead: 0,
    stillSeconds: 0,
    isAsleep: false,
    isPlaced: false,
    meanOffset: 0,
    maxOffset: 0,
  };
}

function createOffsets(size: number): MassOffsets {
  return { now: new Float64Array(size), before: new Float64Array(size) };
}

function createCarriers(size: number): CarrierMotion {
  const create = () => new Float64Array(size);
  return { places: create(), arriving: create(), strides: create(), pending: create(), paces: create() };
}
