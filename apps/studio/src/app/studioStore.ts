import { create } from 'zustand';
import type { OpenClip } from '../files/readClip.js';
import { visitorStorage } from '../files/visitorStorage.js';
import { roomOfHash } from '../rooms/rooms.js';
import { matchesMedia } from '../ui/media.js';
import { type FeedAddress, readFeedAddress, storeFeedAddress } from './feedAddress.js';
import type { RecentAvatar } from './gallery/recentAvatar.js';
import { isSmallScreen, type SheetSize } from './pageLayout.js';

export type Theme = 'light' | 'dark';

export type SourceKind = 'demo' | 'emulator' | 'headset' | 'file' | 'feed';

/** A file whose bones the visitor is asked to look at. */
export interface MappingRequest {
  readonly file: File;
  /** fileHash() of the file. */
  readonly hash: string;
}

export interface AvatarCard {
  readonly name: string;
  readonly details: readonly string[];
  /** With the file's format and size. */
  readonly expertDetails: readonly string[];
  readonly isDefault: boolean;
  /** How a file's bones were found; null for our own bodies. */
  readonly bones: {
    readonly count: number;
    readonly guessedCount: number;
    readonly isByHand: boolean;
    readonly isPoor: boolean;
  } | null;
}

const SEND_KEY = 'leib-send';

/** State of the page around the rooms. The 3D side writes it on changes, not every frame. */
const initial = {
  theme: initialTheme(),
  isPanelOpen: !isSmallScreen({ width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 }),
  /** The panel gave its place to a room's guide, and comes back in the next room. */
  isPanelWaiting: false,
  /** Of panel and guide on small screens. */
  sheetSize: 'half' as SheetSize,
  isHelpOpen: false,
  /** The tour that is shown: of which room, and its step, from 0. */
  tour: null as { readonly roomId: string; readonly step: number } | null,
  roomId: roomOfHash(globalThis.location?.hash ?? '').id as string,
  source: { kind: 'demo', label: 'Demo' } as { readonly kind: SourceKind; readonly label: string },
  /** The last file opened as a source. */
  fileLabel: null as string | null,
  /** The BVH file that was opened last; null where another kind of file was. */
  clip: null as OpenClip | null,
  isEditingClip: false,
  /** Where tracker feeds come from, kept between visits. */
  feedAddress: readFeedAddress(),
  /** Whether the body is sent to other programs: as the visitor said on this or an earlier visit; null where they did not. */
  isSendingWanted: rememberedWish(),
  avatar: null as AvatarCard | null,
  /** What was worn before, the last first. */
  recentAvatars: [] as readonly RecentAvatar[],
  /** Which tile of the gallery is worn: "default", "person ada", or the id of a recent avatar; null before anything is. */
  wornTile: null as string | null,
  /** The panel with an avatar's bones is open where this is not null. */
  mapping: null as MappingRequest | null,
  isRecording: false,
  xr: 'unknown' as 'unknown' | 'device' | 'emulated' | 'presenting',
};
export type StudioState = Readonly<typeof initial>;

export const useStudioStore = create<StudioState>(() => initial);

export function togglePanel(): void {
  useStudioStore.setState(({ isPanelOpen, sheetSize }) => ({
    isPanelOpen: !isPanelOpen,
    isPanelWaiting: false,
    sheetSize: sheetSize === 'peek' ? 'half' : sheetSize,
  }));
}

export function toggleTheme(): void {
  const theme = useStudioStore.getState().theme === 'dark' ? 'light' : 'dark';
  visitorStorage.setItem('leib-theme', theme);
  useStudioStore.setState({ theme });
}

export function setFeedAddress(changes: Partial<FeedAddress>): void {
  const feedAddress = { ...useStudioStore.getState().feedAddress, ...changes };
  storeFeedAddress(feedAddress);
  useStudioStore.setState({ feedAddress });
}

export function setSendingWanted(isSendingWanted: boolean): void {
  visitorStorage.setItem(SEND_KEY, isSendingWanted ? 'yes' : 'no');
  useStudioStore.setState({ isSendingWanted });
}

function rememberedWish(): boolean | null {
  const stored = visitorStorage.getItem(SEND_KEY);
  return stored === null ? null : stored === 'yes';
}

function initialTheme(): Theme {
  const remembered = visitorStorage.getItem('leib-theme');
  if (remembered === 'light' || remembered === 'dark') return remembered;
  return matchesMedia('(prefers-color-scheme: light)') ? 'light' : 'dark';
}
