import { create } from 'zustand';
import { visitorStorage } from '../files/visitorStorage.js';
import { roomOfHash } from '../rooms/rooms.js';
import { matchesMedia } from '../ui/media.js';
import { isSmallScreen } from './pageLayout.js';
import { setSheetSize, useSheet } from './sheetStore.js';

export type Theme = 'light' | 'dark';

export type SourceKind = 'demo' | 'emulator' | 'headset' | 'file' | 'feed';

/** State of the panels. The 3D side writes it on changes, not every frame. */
export interface StudioState {
  readonly theme: Theme;
  readonly isPanelOpen: boolean;
  /** The panel gave its place to a room's guide, and comes back in the next room. */
  readonly isPanelWaiting: boolean;
  readonly isHelpOpen: boolean;
  readonly roomId: string;
  readonly source: { readonly kind: SourceKind; readonly label: string };
  /** The last file opened as a source. */
  readonly fileLabel: string | null;
  readonly avatar: AvatarCard | null;
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

export const useStudioStore = create<StudioState>(() => ({
  theme: initialTheme(),
  isPanelOpen: !isSmallScreen({ width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 }),
  isPanelWaiting: false,
  isHelpOpen: false,
  roomId: roomOfHash(globalThis.location?.hash ?? '').id,
  source: { kind: 'demo', label: 'Demo' },
  fileLabel: null,
  avatar: null,
  isRecording: false,
  xr: 'unknown',
}));

export function togglePanel(): void {
  useStudioStore.setState(({ isPanelOpen }) => ({ isPanelOpen: !isPanelOpen, isPanelWaiting: false }));
  if (useSheet.getState().size === 'peek') setSheetSize('half');
}

export function toggleTheme(): void {
  const theme = useStudioStore.getState().theme === 'dark' ? 'light' : 'dark';
  visitorStorage.setItem('leib-theme', theme);
  useStudioStore.setState({ theme });
}

function initialTheme(): Theme {
  const remembered = visitorStorage.getItem('leib-theme');
  if (remembered === 'light' || remembered === 'dark') return remembered;
  return matchesMedia('(prefers-color-scheme: light)') ? 'light' : 'dark';
}
