import type { MeasureName, Person } from '@leib/body';
import type { wearerLengths } from '@leib/calibration';
import type { BodySpec } from './bodySpec.js';
import type {
  BodySpaceInfo,
  Figure,
  OpenedFile,
  PeopleCharts,
  Shown,
  ShownBody,
  ShownComparison,
  ShownPart,
  TextFile,
} from './worker/bodyServiceTypes.js';

export type BodyTab = 'measures' | 'words' | 'shape' | 'looks' | 'compare' | 'files';

/** What a person who is measured sees. */
export interface ShownMeter {
  /** What to do; empty while the pose is held. */
  readonly advice: string;
  /** 0 to 1. */
  readonly progress: number;
  /** Metres, as of now. */
  readonly lengths: ReturnType<typeof wearerLengths>;
}

/** The last fit to a scan. */
export interface FittedScan {
  readonly body: BodySpec;
  /** The body in its T-pose with every detail of the scan, metres. vertexCount x 3. */
  readonly scanned: Float64Array;
  /** How near it is. */
  readonly text: string;
}

/** What the room shows, besides its settings. */
export interface BodyRoomState {
  readonly loading:
    | { readonly kind: 'ready' }
    | { readonly kind: 'failed'; readonly reason: string }
    | { readonly kind: 'loading'; readonly loadedBytes: number; readonly totalBytes: number };
  readonly info: BodySpaceInfo | null;
  /** Latest result, also where no body was built. */
  readonly shown: Shown | null;
  /** The worker is building what was asked for. */
  readonly isBuilding: boolean;
  /** The shown body: the last one that was built. */
  readonly body: ShownBody | null;
  /** The measure that is pointed at, in the panel or on the body. */
  readonly pointedAt: MeasureName | null;
  /** People of the opened file. */
  readonly people: readonly Person[];
  /** Meshes, point clouds and models opened in this visit. */
  readonly files: readonly OpenedFile[];
  /** Number of the other body in table and heat map. */
  readonly selected: number;
  /** Files of vertices and distances; built-in ones where there are none. */
  readonly vertices: readonly TextFile[];
  readonly distances: TextFile | null;
  /** Named vertices at whose heights circumferences are taken. */
  readonly circumferences: readonly string[];
  /** The tables of all bodies; null while nothing is compared. */
  readonly comparison: ShownComparison | null;
  /** Reason why there is no table. */
  readonly comparisonProblem: string | null;
  /** Two takes of many people: progress while they are built, 0 to 1, then the charts. */
  readonly peopleCharts: PeopleCharts | number | null;
  /** The fit that is under way. */
  readonly fitting: { readonly name: string; readonly share: number } | null;
  readonly fitted: FittedScan | null;
  /** The wearer is being measured by the trackers. */
  readonly meter: ShownMeter | null;
  readonly tab: BodyTab;
  /** Bare for measuring; in clothes as it is worn. */
  readonly figure: Figure;
  /** Parts of the dressed body; null before it was first asked for. */
  readonly dressed: readonly ShownPart[] | null;
  /** The field of the first measure is to get the focus; cleared when it has it. */
  readonly isHeightAsked: boolean;
}

export const initialBodyState: BodyRoomState = {
  loading: { kind: 'loading', loadedBytes: 0, totalBytes: 0 },
  info: null,
  shown: null,
  isBuilding: false,
  body: null,
  pointedAt: null,
  people: [],
  files: [],
  selected: 0,
  vertices: [],
  distances: null,
  circumferences: [],
  comparison: null,
  comparisonProblem: null,
  peopleCharts: null,
  fitting: null,
  fitted: null,
  meter: null,
  tab: 'measures',
  figure: 'bare',
  dressed: null,
  isHeightAsked: false,
};

/** Measuring, shaping and comparing are done on the bare figure, looks are chosen on the dressed one. */
export const figureOfTab: Readonly<Record<BodyTab, Figure | null>> = {
  measures: 'bare',
  words: 'bare',
  shape: null,
  looks: 'dressed',
  compare: 'bare',
  files: null,
};
