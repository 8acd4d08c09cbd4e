/** Byte orders of the machines that C3D files come from. Intel is what everything writes today. */
export type C3dProcessor = 'intel' | 'dec' | 'mips';

/** One parameter as the file has it. Names are upper case. */
export type C3dParameter =
  | { readonly type: 'text'; readonly dimensions: readonly number[]; readonly values: readonly string[] }
  | { readonly type: 'number'; readonly dimensions: readonly number[]; readonly values: readonly number[] };

/** Signals that were recorded beside the markers: force plates, muscles, switches. */
export interface C3dAnalog {
  readonly labels: readonly string[];
  readonly units: readonly string[];
  /** Samples per second. */
  readonly rate: number;
  /** Scaled values, sample after sample. frameCount x samplesPerFrame x labels.length. */
  readonly values: Float64Array;
  readonly samplesPerFrame: number;
}

/** Markers through time. The axes are the file's own; optical systems mostly have Z up. */
export interface C3dFile {
  readonly processor: C3dProcessor;
  /** Frames per second. */
  readonly rate: number;
  /** Number of the first frame in its trial; files count from 1. */
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly labels: readonly string[];
  /** Metres. frameCount x labels.length x 3. NaN where a marker was not seen. */
  readonly positions: Float64Array;
  /** How far the cameras disagreed about each marker, metres; -1 where it was not seen. frameCount x labels.length. */
  readonly residuals: Float64Array;
  readonly analog: C3dAnalog | null;
  /** Everything else, by "GROUP:NAME". */
  readonly parameters: ReadonlyMap<string, C3dParameter>;
  /** What of the file could not be read, or was assumed, in words. */
  readonly notes: readonly string[];
}
