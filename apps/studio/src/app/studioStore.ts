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

/** State of the page around the rooms. The 3D side writes it on changes, not every frame. */
export interface StudioState {
  readonly theme: Theme;
  readonly isPanelOpen: boolean;
  /** The panel gave its place to a room's guide, and comes back in the next room. */
  readonly isPanelWaiting: boolean;
  /** Of panel and guide on small screens. */
  readonly sheetSize: SheetSize;
  readonly isHelpOpen: boolean;
  /** The tour that is shown: of which room, and its step, from 0. */
  readonly tour: { readonly roomId: string; readonly step: number } | null;
  readonly roomId: string;
  readonly source: { readonly kind: SourceKind; readonly label: string };
  /** The last file opened as a source. */
  readonly fileLabel: string | null;
  /** The BVH file that was opened last; null where another kind of file was. */
  readonly clip: OpenClip | null;
  readonly isEditingClip: boolean;
  /** Where tracker feeds come from, kept between visits. */
  readonly feedAddress: FeedAddress;
  /** Whether the body is sent to other programs: as the visitor said on this or an earlier visit; null where they did not. */
  readonly isSendingWanted: boolean | null;
  readonly avatar: AvatarCard | null;
  /** What was worn before, the last first. */
  readonly recentAvatars: readonly RecentAvatar[];
  /** Which tile of the gallery is worn: "default", "person ada", or the id of a recent avatar; null before anything is. */
  readonly wornTile: string | null;
  /** The panel with an avatar's bones is open where this is not null. */
  readonly mapping: MappingRequest | null;
  readonly isRecording: boolean;
  readonly xr: 'unknown' | 'device' | 'emulated' | 'presenting';
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

export const useStudioStore = create<StudioState>(() => ({
  theme: initialTheme(),
  isPanelOpen: !isSmallScreen({ width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 }),
  isPanelWaiting: false,
  sheetSize: 'half',
  isHelpOpen: false,
  tour: null,
  roomId: roomOfHash(globalThis.location?.hash ?? '').id,
  source: { kind: 'demo', label: 'Demo' },
  fileLabel: null,
  clip: null,
  isEditingClip: false,
  feedAddress: readFeedAddress(),
  isSendingWanted: rememberedWish(),
  avatar: null,
  recentAvatars: [],
  wornTile: null,
  mapping: null,
  isRecording: false,
  xr: 'unknown',
}));

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
