import type {
  BarChart,
  BodyComparison,
  BodyModel,
  BodySex,
  checkMeasures,
  drawBodies,
  ExpectedMeasure,
  MeasureName,
  Person,
} from '@leib/body';
import type { BodySpec, OtherSpec, TakeChoice } from '../bodySpec.js';

/** Data of the body space that does not depend on the body. Sent once. */
export interface BodySpaceInfo {
  readonly triangles: Uint32Array;
  /** Colours of the suit, one per vertex, linear. */
  readonly suit: Float32Array;
  /** The same for a second body. */
  readonly otherSuit: Float32Array;
  /** Mean and deviation of each measure, by sex. */
  readonly usual: Readonly<Record<BodySex, readonly ExpectedMeasure[]>>;
  /** What words say about the first betas: statistics of the measures, by sex. */
  readonly statistics: Readonly<Record<BodySex, BodyModel['measureStatistics']>>;
  /** The PCA view: betas = toBetas x components. betaCount x count. */
  readonly pca: Readonly<Record<BodySex, { readonly count: number; readonly toBetas: Float64Array }>>;
}

export type ShownPose = 'relaxed' | 'tPose';

export interface ShowRequest {
  readonly body: BodySpec;
  readonly others: readonly OtherSpec[];
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
  readonly betaNames: readonly string[];
  /** Surface and colours of the user's own model; null for Leib's, which are in BodySpaceInfo. */
  readonly own: { readonly triangles: Uint32Array; readonly suit: Float32Array } | null;
  /** What could not be done as asked. */
  readonly notes: readonly string[];
  /** Components of the PCA view. */
  readonly components: readonly number[];
  /** In the requested pose, metres. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** In the order of measureNames, metres and kilograms; NaN where a model of the user's does not show a measure. */
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

/** A requested body, or the reason why it is missing. */
export type OtherResult =
  | { readonly shown: ShownOther; readonly problem: null }
  | { readonly shown: null; readonly problem: string };

/** A text file that the user opened. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** The room's bodies, and what is measured between their named vertices. */
export interface CompareRequest extends Omit<ShowRequest, 'pose'> {
  /** Files of vertices; those of Leib's body and of SMPL are known. */
  readonly vertices: readonly TextFile[];
  /** Null: the twelve distances of the thesis. */
  readonly distances: TextFile | null;
  /** Named vertices at whose heights circumferences are taken. */
  readonly circumferences: readonly string[];
}

/** A comparison of all bodies. */
export interface ShownComparison extends Pick<BodyComparison, 'measures' | 'values' | 'notes'> {
  readonly bodies: readonly string[];
  /** Names of the vertices that every body has. */
  readonly places: readonly string[];
  /** Vertices to mark, one list per body; null where a body has no named ones. */
  readonly dots: readonly (Uint32Array | null)[];
  /** The tables as files. */
  readonly pairsCsv: string;
  readonly bodiesCsv: string;
  readonly text: string;
}

export interface PictureRequest {
  readonly view: Parameters<typeof drawBodies>[1]['view'];
  readonly arrangement: Parameters<typeof drawBodies>[1]['arrangement'];
  readonly background: 'transparent' | 'grid' | 'white';
  readonly hasDots: boolean;
  readonly hasHeatMap: boolean;
}

/** People whose takes are compared. */
export interface PeopleRequest {
  readonly people: readonly Person[];
  readonly first: TakeChoice;
  readonly second: TakeChoice;
}

export interface PeopleCharts {
  /** By sex: each measure with a bar for each person, and the mean by person. */
  readonly charts: readonly BarChart[];
  readonly csv: string;
  readonly notes: readonly string[];
}

export interface Shown {
  /** Given measures that are impossible or odd. */
  readonly findings: ReturnType<typeof checkMeasures>;
  /** Expected value and deviation of each measure. */
  readonly expected: readonly ExpectedMeasure[];
  /** Null where a finding is impossible, or there is a problem. */
  readonly body: ShownBody | null;
  /** Reason why nothing was built, other than a finding. */
  readonly problem: string | null;
  /** One entry per requested body. */
  readonly others: readonly OtherResult[];
}

/** A file opened for comparison. */
export interface OpenedFile {
  readonly name: string;
  readonly kind: 'mesh' | 'cloud' | 'model';
  readonly betaCount: number;
  readonly vertexCount: number;
}

/** As what a body is saved: in clothes, or in the plain suit that measures use. */
export type Figure = 'dressed' | 'bare';

export type WrittenKind = 'glb' | 'vrm' | 'obj' | 'betasJson' | 'betasCsv' | 'measuresCsv';
