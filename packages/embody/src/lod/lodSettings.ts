/** How many avatars are worked out in how much detail. Distances are from the viewer, metres. */
export interface LodSettings {
  /** Nearer than this an avatar is worked out in full, every frame, fingers included... */
  readonly fullDistance: number;
  /** ...and nearer than this in full but seldom, without fingers, and interpolated; beyond, as far as its targets say. */
  readonly reducedDistance: number;
  /** A level is left only when the distance is beyond its border by this part of it: no avatar flickers on a border. */
  readonly margin: number;
  /** How often a reduced avatar is worked out, times a second. */
  readonly reducedHz: number;
  /** A new level is shown by degrees over this long. */
  readonly blendSeconds: number;
  /** All avatars together may take this long per frame, microseconds. Where they would not, both borders come nearer. */
  readonly budgetMicros: number;
  /** Borders go out again only where the budget would not be used beyond this part. */
  readonly budgetPart: number;
  /** Levels are chosen anew this often. */
  readonly chooseSeconds: number;
}

export const defaultLodSettings: LodSettings = {
  fullDistance: 6,
  reducedDistance: 18,
  margin: 0.12,
  reducedHz: 30,
  blendSeconds: 0.35,
  budgetMicros: 3000,
  budgetPart: 0.85,
  chooseSeconds: 0.25,
};

/** Detail of one avatar, best first. */
export const detailLevel = { full: 0, reduced: 1, far: 2 } as const;

export const LEVEL_COUNT = 3;

/** What a frame of each level takes, microseconds, until it was measured: full, reduced (all frames), far. */
export const assumedLevelMicros: readonly number[] = [30, 14, 3];
