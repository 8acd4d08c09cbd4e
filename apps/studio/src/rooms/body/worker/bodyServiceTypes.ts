import type { BodySex, ExpectedMeasure, MeasureFinding, MeasureName } from '@leib/body';
import type { BodySpec, OtherSpec } from '../bodySpec.js';

/** Data of the body space that does not depend on the body. Sent once. */
export interface BodySpaceInfo {
  readonly triangles: Uint32Array;
  /** Colours of the suit, one per vertex, linear. */
  readonly suit: Float32Array;
  /** The same for a second body. */
  readonly otherSuit: Float32Array;
  readonly betaNames: readonly string[];
  /** Mean and deviation of each measure, by sex. */
  readonly usual: Readonly<Record<BodySex, readonly ExpectedMeasure[]>>;
  /** The PCA view: betas = toBetas x components. betaCount x count. */
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
  /** Points of a line without anchors, metres. count x 3. */
  readonly points: Float32Array;
  readonly anchors: { readonly vertices: Uint32Array; readonly shares: Float32Array } | null;
}

/** A built body, posed and measured. */
export interface ShownBody {
  readonly name: string;
  readonly betas: readonly number[];
  /** Components of the PCA view. */
  readonly components: readonly number[];
  /** In the requested pose, metres. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** In the order of measureNames, metres and kilograms. */
  readonly measured: Float64Array;
  readonly lines: readonly ShownLine[];
}

/** A part of the dressed body in the requested pose. */
export interface ShownPart {
  readonly name: string;
  readonly positions: Float32Array;
  /** Not of unit length; the shader normalises. */
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
  /** Linear factors on the colour, one per vertex; null for a plain part. */
  readonly colours: Float32Array | null;
  /** Linear. */
  readonly colour: readonly [number, number, number];
  readonly roughness: number;
}

export interface ShownOther {
  readonly name: string;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Null for our own topology. */
  readonly triangles: Uint32Array | null;
  /** Scaled like the body; null for measures that the mesh does not show. */
  readonly measured: readonly (number | null)[];
  /** Distance of each vertex of the first body from the same vertex of this one, metres; null for another topology. */
  readonly distances: Float32Array | null;
  readonly meanDistance: number;
  readonly maxDistance: number;
  readonly notes: readonly string[];
}

export interface Shown {
  /** Given measures that are impossible or odd. */
  readonly findings: readonly MeasureFinding[];
  /** Expected value and deviation of each measure. */
  readonly expected: readonly ExpectedMeasure[];
  /** Null where a finding is impossible. */
  readonly body: ShownBody | null;
  readonly other: ShownOther | null;
  /** Reason why a requested second body is missing. */
  readonly otherProblem: string | null;
  /** Duration of building, milliseconds. */
  readonly buildMs: number;
}

/** A file opened for comparison. */
export interface OpenedFile {
  readonly name: string;
  readonly kind: 'mesh' | 'model';
  readonly betaCount: number;
  readonly vertexCount: number;
}

/** As what a body is saved: in clothes, or in the plain suit that measures use. */
export type Figure = 'dressed' | 'bare';

export type WrittenKind = 'glb' | 'vrm' | 'obj' | 'betasJson' | 'betasCsv' | 'measuresCsv';
