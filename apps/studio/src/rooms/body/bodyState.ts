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
export const initialBodyState = {
  loading: { kind: 'loading', loadedBytes: 0, totalBytes: 0 } as
    | { readonly kind: 'ready' }
    | { readonly kind: 'failed'; readonly reason: string }
    | { readonly kind: 'loading'; readonly loadedBytes: number; readonly totalBytes: number },
  info: null as BodySpaceInfo | null,
  /** Latest result, also where no body was built. */
  shown: null as Shown | null,
  /** The worker is building what was asked for. */
  isBuilding: false,
  /** The shown body: the last one that was built. */
  body: null as ShownBody | null,
  /** The measure that is pointed at, in the panel or on the body. */
  pointedAt: null as MeasureName | null,
  /** People of the opened file. */
  people: [] as readonly Person[],
  /** Meshes, point clouds and models opened in this visit. */
  files: [] as readonly OpenedFile[],
  /** Number of the other body in table and heat map. */
  selected: 0,
  /** Files of vertices and distances; built-in ones where there are none. */
  vertices: [] as readonly TextFile[],
  distances: null as TextFile | null,
  /** Named vertices at whose heights circumferences are taken. */
  circumferences: [] as readonly string[],
  /** The tables of all bodies; null while nothing is compared. */
  comparison: null as ShownComparison | null,
  /** Reason why there is no table. */
  comparisonProblem: null as string | null,
  /** Two takes of many people: progress while they are built, 0 to 1, then the charts. */
  peopleCharts: null as PeopleCharts | number | null,
  /** The fit that is under way. */
  fitting: null as { readonly name: string; readonly share: number } | null,
  fitted: null as FittedScan | null,
  /** The wearer is being measured by the trackers. */
  meter: null as ShownMeter | null,
  tab: 'measures' as BodyTab,
  /** Bare for measuring; in clothes as it is worn. */
  figure: 'bare' as Figure,
  /** Parts of the dressed body; null before it was first asked for. */
  dressed: null as readonly ShownPart[] | null,
  /** The field of the first measure is to get the focus; cleared when it has it. */
  isHeightAsked: false,
};
export type BodyRoomState = Readonly<typeof initialBodyState>;

/** Measuring, shaping and comparing are done on the bare figure, looks are chosen on the dressed one. */
export const figureOfTab: Readonly<Record<BodyTab, Figure | null>> = {
  measures: 'bare',
  words: 'bare',
  shape: null,
  looks: 'dressed',
  compare: 'bare',
  files: null,
};
