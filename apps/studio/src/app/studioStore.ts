import { create } from 'zustand';
import { roomOfHash } from '../rooms/rooms.js';
import { visitorStorage } from '../settings/visitorStorage.js';

export type Theme = 'light' | 'dark';

/** Something the visitor should know; errors stay until closed. */
export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
}

export type SourceKind = 'demo' | 'emulator' | 'headset' | 'file' | 'feed';

/** What the panels show. The 3D side writes it when something changes, never every frame. */
export interface StudioState {
  readonly theme: Theme;
  readonly isPanelOpen: boolean;
  readonly isHelpOpen: boolean;
  readonly roomId: string;
  readonly notices: readonly Notice[];
  readonly source: { readonly kind: SourceKind; readonly label: string };
  /** The last file that was opened as a source, so that one can go back to it. */
  readonly fileLabel: string | null;
  readonly avatar: AvatarCard | null;
  /** What is being loaded right now, for people; null when nothing is. */
  readonly busy: string | null;
  readonly isRecording: boolean;
  readonly xr: 'unknown' | 'device' | 'emulated' | 'presenting';
}

export interface AvatarCard {
  readonly name: string;
  readonly details: readonly string[];
  readonly isDefault: boolean;
}

export const useStudioStore = create<StudioState>(() => ({
  theme: initialTheme(),
  isPanelOpen: matchMedia('(min-width: 760px)').matches,
  isHelpOpen: false,
  roomId: roomOfHash(location.hash).id,
  notices: [],
  source: { kind: 'demo', label: 'Demo' },
  fileLabel: null,
  avatar: null,
  busy: null,
  isRecording: false,
  xr: 'unknown',
}));

let nextNoticeId = 1;

/** Shows a message; the same one again replaces itself instead of piling up. */
export function notify(kind: Notice['kind'], text: string): void {
  const id = nextNoticeId++;
  useStudioStore.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text).slice(-3), { id, kind, text }],
  }));
}

export function closeNotice(id: number): void {
  useStudioStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

export function togglePanel(): void {
  useStudioStore.setState(({ isPanelOpen }) => ({ isPanelOpen: !isPanelOpen }));
}

export function toggleTheme(): void {
  const theme = useStudioStore.getState().theme === 'dark' ? 'light' : 'dark';
  visitorStorage.setItem('leib-theme', theme);
  useStudioStore.setState({ theme });
}

function initialTheme(): Theme {
  const remembered = visitorStorage.getItem('leib-theme');
  if (remembered === 'light' || remembered === 'dark') return remembered;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}
