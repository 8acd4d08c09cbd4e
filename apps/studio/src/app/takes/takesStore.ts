import { create } from 'zustand';
import type { TakeFormat } from '../../files/takes/takeFormats.js';
import { visitorStorage } from '../../files/visitorStorage.js';

/** What the panels show of takes. Written by Takes on changes, not in every frame. */
export interface TakesState {
  readonly mode: 'idle' | 'countdown' | 'recording';
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
  countdownSeconds: Number(visitorStorage.getItem('leib-countdown') ?? 0) || 0,
  pictureSize: '720',
}));

/** What only the page can make of a take, and what it needs of it. */
export const drawnFormats: readonly TakeFormat[] = [
  {
    id: 'avatar',
    label: 'GLB',
    help: 'The avatar that is worn now, with its mesh and materials, moving as recorded; for Blender, three.js and games',
  },
  {
    id: 'video',
    label: 'Video',
    help: 'WebM of the view, made while the take plays, on the background that is chosen under View',
  },
  { id: 'picture', label: 'Picture', help: 'PNG of this moment, on the background that is chosen under View' },
];
