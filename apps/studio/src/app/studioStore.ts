import { create } from 'zustand';

export type Theme = 'light' | 'dark';

/** Something the visitor should know; errors stay until closed. */
export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
}

export type SourceKind = 'demo' | 'emulator' | 'headset' | 'file';

/** What the panels show. The 3D side writes it when something changes, never every frame. */
export interface StudioState {
  readonly theme: Theme;
  readonly isPanelOpen: boolean;
  readonly isHelpOpen: boolean;
  readonly notices: readonly Notice[];
  readonly source: { readonly kind: SourceKind; readonly label: string };
  /** The last file that was opened as a source, so that one can go back to it. */
  readonly fileLabel: string | null;
  readonly avatar: { readonly name: string; readonly details: readonly string[] } | null;
  /** What is being loaded right now, for people; null when nothing is. */
  readonly busy: string | null;
  readonly isRecording: boolean;
  readonly xr: 'unknown' | 'device' | 'emulated' | 'presenting';
}

export const useStudioStore = create<StudioState>(() => ({
  theme: initialTheme(),
  isPanelOpen: typeof matchMedia === 'function' && matchMedia('(min-width: 760px)').matches,
  isHelpOpen: false,
  notices: [],
  source: { kind: 'demo', label: 'Demo' },
  fileLabel: null,
  avatar: null,
  busy: null,
  isRecording: false,
  xr: 'unknown',
}));

let nextNoticeId = 1;
const NOTICE_SECONDS = 5;

export function notify(kind: Notice['kind'], text: string): void {
  const id = nextNoticeId++;
  useStudioStore.setState(({ notices }) => ({ notices: [...notices.slice(-3), { id, kind, text }] }));
  if (kind === 'info') setTimeout(() => closeNotice(id), NOTICE_SECONDS * 1000);
}

export function closeNotice(id: number): void {
  useStudioStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

export function setTheme(theme: Theme): void {
  localStorage.setItem('leib-theme', theme);
  useStudioStore.setState({ theme });
}

function initialTheme(): Theme {
  if (typeof localStorage === 'undefined') return 'dark';
  const remembered = localStorage.getItem('leib-theme');
  if (remembered === 'light' || remembered === 'dark') return remembered;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}
