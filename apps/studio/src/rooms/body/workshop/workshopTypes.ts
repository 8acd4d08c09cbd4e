import type { BodySex, ExpectedMeasure, MeasureFinding, MeasureName } from '@leib/body';
import type { BodySpec, OtherSpec } from '../bodySpec.js';

/** What is the same for everybody, told once. */
export interface WorkshopInfo {
  readonly triangles: Uint32Array;
  /** One colour a vertex, linear: a plain suit. */
  readonly suit: Float32Array;
  /** The same for a second body. */
  readonly otherSuit: Float32Array;
  readonly betaNames: readonly string[];
  /** Mean and deviation of each measure over everybody of a sex. */
  readonly usual: Readonly<Record<BodySex, readonly ExpectedMeasure[]>>;
  /** The ten-slider view: betas = toBetas x components, betaCount x count. */
  readonly pca: Readonly<Record<BodySex, { readonly count: number; readonly toBetas: Float64Array }>>;
}

export type ShownPose = 'relaxed' | 'tPose';

export interface ShowRequest {
  readonly body: BodySpec;
  readonly other: OtherSpec | null;
  readonly pose: ShownPose;
  readonly sameStature: boolean;
}

/** A tape or plumb line. Anchored points lie on edges, a + share (b - a), and so follow the skin. */
export interface ShownLine {
  readonly name: MeasureName;
  readonly isClosed: boolean;
  /** Where the line does not follow the skin: count x 3, metres. */
  readonly points: Float32Array;
  readonly anchors: { readonly vertices: Uint32Array; readonly shares: Float32Array } | null;
}

/** A body as it is drawn and measured. */
export interface ShownBody {
  readonly name: string;
  readonly betas: readonly number[];
  /** The same through ten sliders. */
  readonly components: readonly number[];
  /** In the pose that was asked for, metres. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** In the order of measureNames, metres and kilograms. */
  readonly measured: Float64Array;
  readonly lines: readonly ShownLine[];
}

export interface ShownOther {
  readonly name: string;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** null: the triangles of our own bodies. */
  readonly triangles: Uint32Array | null;
  /** Scaled like the body itself; null for what its mesh does not show. */
  readonly measured: readonly (number | null)[];
  /** Of each vertex of the first body from the same one of this, metres; null for another topology. */
  readonly distances: Float32Array | null;
  readonly meanDistance: number;
  readonly maxDistance: number;
  readonly notes: readonly string[];
}

export interface Shown {
  /** What is impossible or odd about the given measures. */
  readonly findings: readonly MeasureFinding[];
  /** Most likely value and deviation of each measure. */
  readonly expected: readonly ExpectedMeasure[];
  /** null: nothing was built, because of a finding. */
  readonly body: ShownBody | null;
  readonly other: ShownOther | null;
  /** Why there is no second body though one was asked for. */
  readonly otherProblem: string | null;
  /** What building took, milliseconds. */
  readonly buildMs: number;
}

/** A file that was opened to be compared with. */
export interface OpenedFile {
  readonly name: string;
  readonly kind: 'mesh' | 'model';
  readonly betaCount: number;
  readonly vertexCount: number;
}

export const writtenKinds = ['glb', 'vrm', 'obj', 'betasJson', 'betasCsv', 'measuresCsv'] as const;
export type WrittenKind = (typeof writtenKinds)[number];
