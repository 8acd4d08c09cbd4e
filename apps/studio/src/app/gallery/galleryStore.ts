import { create } from 'zustand';
import type { RecentAvatar } from './recentAvatar.js';

/** What the gallery shows. */
interface GalleryState {
  /** The last worn first. */
  readonly recent: readonly RecentAvatar[];
  /** Which tile is worn: "default", "person ada", or the id of a recent avatar; null before anything is. */
  readonly worn: string | null;
}

export const useGallery = create<GalleryState>(() => ({ recent: [], worn: null }));
