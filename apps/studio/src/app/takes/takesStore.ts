import { create } from 'zustand';
import { visitorStorage } from '../../files/visitorStorage.js';
import type { BodyTake } from './take.js';

/** What the panels show of takes. Written by Takes on changes, not in every frame. */
export interface TakesState {
  readonly mode: 'idle' | 'countdown' | 'recording';
  /** Oldest first. */
  readonly takes: readonly BodyTake[];
  /** Ids of takes that are only in memory, since the browser had no room for them. */
  readonly unkept: ReadonlySet<string>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Seconds before a recording begins. */
  readonly countdownSeconds: number;
  /** Background and size of videos and pictures. */
  readonly pictureSize: PictureSize;
}

/** Sizes of videos and pictures, pixels; "view": as large as the picture on the page. */
export const pictureSizes = {
  view: null,
  '360': [640, 360],
  '720': [1280, 720],
  '1080': [1920, 1080],
  square: [1080, 1080],
  upright: [1080, 1920],
} as const;
export type PictureSize = keyof typeof pictureSizes;

export const useTakes = create<TakesState>(() => ({
  mode: 'idle',
  takes: [],
  unkept: new Set(),
  canUndo: false,
  canRedo: false,
  countdownSeconds: Number(visitorStorage.getItem('leib-countdown') ?? 0) || 0,
  pictureSize: '720',
}));
