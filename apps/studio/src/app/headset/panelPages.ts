import { galleryPeople } from '@leib/body';
import type { SettingsStore } from '../../files/settingsStore.js';
import { wornProfile } from '../../files/wornProfile.js';
import { roomOfHash, rooms } from '../../rooms/rooms.js';
import type { RoomAction, RoomCard } from '../../world/roomScene.js';
import { portraits } from '../gallery/portraits.js';
import type { Studio } from '../studio.js';
import { toggleTheme, useStudioStore } from '../studioStore.js';

/** What the panel knows of itself and can do. */
export interface PanelState {
  readonly isPlaced: boolean;
  readonly isGazeChosen: boolean;
  goTo(pageId: string): void;
  hide(): void;
  recentre(): void;
  togglePlaced(): void;
  toggleGaze(): void;
}

const STATURE_STEP = 0.02;
const MIRROR_STEP = 0.2;

/** The panel's pages for the studio as it is now: the room's own actions first. */
export function panelPages(studio: Studio, panel: PanelState): readonly PanelPage[] {
  return [roomPage(studio), roomsPage(panel), avatarPage(studio), sourcePage(studio), viewPage(studio, panel)];
}

/** Buttons that every page has at its bottom. */
export function panelBar(studio: Studio, panel: PanelState): readonly PanelItem[] {
  const { isRecording, countdownLeft } = studio.takes;
  const isRunning = isRecording || countdownLeft > 0;
  return [
    { id: 'recentre', label: 'Recentre', icon: 'home', run: () => panel.recentre() },
    {
      id: 'record',
      label: isRunning ? 'Stop' : 'Record',
      icon: isRunning ? 'stop' : 'record',
      isOn: isRunning,
      isDisabled: studio.room.isStill,
      run: () => void studio.takes.toggle(),
    },
    { id: 'hide', label: 'Hide', run: () => panel.hide() },
    { id: 'leave', label: 'Leave', icon: 'back', isDanger: true, run: () => studio.sources.leaveVr() },
  ];
}

/** That it records and for how long, or how soon it will. */
export function recordingBadge({ isRecording, seconds, countdownLeft }: Studio['takes']): string {
  if (countdownLeft > 0) return `in ${Math.ceil(countdownLeft)}`;
  if (!isRecording) return '';
  const whole = Math.floor(seconds);
  return `REC ${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function page(id: string, label: string, items: readonly PanelItem[], note = ''): PanelPage {
  return { id, label, card: null, note, items };
}

function roomPage({ world }: Studio): PanelPage {
  const { label } = roomOfHash(location.hash);
  const { acts } = world.room;
  const items = acts?.actions?.() ?? [];
  const card = acts?.card?.() ?? null;
  const note = items.length === 0 && !card ? 'This room needs no buttons: move, and watch yourself in the mirror.' : '';
  return { id: 'room', label, card, note, items };
}

function roomsPage(panel: PanelState): PanelPage {
  const { roomId } = useStudioStore.getState();
  return page(
    'rooms',
    'Rooms',
    rooms.map((room) => ({
      id: `room ${room.id}`,
      label: room.label,
      isOn: room.id === roomId,
      run: () => {
        location.hash = `#/${room.id}`;
        panel.goTo('room');
      },
    })),
  );
}

/** The same tiles as in the page's gallery: the default person, those worn before, our people. */
function avatarPage({ wardrobe, gallery }: Studio): PanelPage {
  const { recentAvatars, wornTile } = useStudioStore.getState();
  const tile = (id: string, label: string, picture: string | undefined, run: () => Promise<unknown>): PanelItem => ({
    id: `avatar ${id}`,
    label,
    picture: picture ?? '',
    isOn: wornTile === id,
    run: () => void run(),
  });
  return page('avatar', 'Avatar', [
    tile('default', 'Default', portraits.default, () => wardrobe.wearDefaultAvatar()),
    ...recentAvatars.map(({ id, name, picture }) => tile(id, name, picture, () => gallery.wearRecent(id))),
    ...galleryPeople.map((person) =>
      tile(`person ${person.id}`, person.name, portraits[person.id], () => wardrobe.wearBody(person)),
    ),
  ]);
}

function sourcePage({ sources }: Studio): PanelPage {
  const { source, fileLabel } = useStudioStore.getState();
  const items: PanelItem[] = [
    {
      id: 'source headset',
      label: sources.hasJoinedFeed ? 'Me, with trackers' : 'Me: headset',
      isOn: source.kind === 'headset',
      run: () => sources.playHeadset(),
    },
    { id: 'source demo', label: 'Demo', isOn: source.kind === 'demo', run: () => sources.watch('demo') },
    {
      id: 'source file',
      label: fileLabel ?? 'No file opened',
      isOn: source.kind === 'file',
      isDisabled: fileLabel === null,
      run: () => sources.watch('file'),
    },
    {
      id: 'source trackers',
      label: sources.hasJoinedFeed ? 'Trackers joined' : 'Join trackers',
      isOn: sources.hasJoinedFeed,
      isDisabled: sources.hasJoinedFeed,
      run: () => void sources.joinTrackers(),
    },
  ];
  return page('source', 'Source', items, 'What moves the body. With the demo or a file you stand back and watch.');
}

function viewPage({ room, world }: Studio, panel: PanelState): PanelPage {
  const { theme } = useStudioStore.getState();
  return page('view', 'View', [
    ...(room.isStill ? [] : stageItems(room.settings, world)),
    {
      id: 'theme',
      label: theme === 'dark' ? 'Light theme' : 'Dark theme',
      run: toggleTheme,
    },
    { id: 'place', label: panel.isPlaced ? 'Panel: follow me' : 'Panel: stay here', run: () => panel.togglePlaced() },
    { id: 'gaze', label: 'Press by looking', isOn: panel.isGazeChosen, run: () => panel.toggleGaze() },
  ]);
}

/** Mirror and stature, by settings that every room with a person has (stageSections.ts). */
function stageItems(settings: SettingsStore, { foundStature }: Studio['world']): readonly PanelItem[] {
  const values = settings.values() as Readonly<Record<string, unknown>>;
  const isShown = values.showMirror === true;
  const set = (key: string, value: unknown) => {
    settings.endGesture();
    settings.set(key, value);
    settings.endGesture();
  };
  const step = (key: string, label: string, by: number, isDisabled = false): PanelItem => {
    const now = Number(values[key]);
    const next = Math.round((now + by) * 100) / 100;
    return { id: `${key} ${by}`, label: `${label} ${next.toFixed(2)} m`, isDisabled, run: () => set(key, next) };
  };
  // A height that is set here counts instead of the profile's.
  const worn = values.useProfile === true ? (wornProfile.getState().profile?.stature ?? null) : null;
  const stature = (by: number): PanelItem => {
    const next = Math.round(((worn ?? foundStature ?? Number(values.stature)) + by) * 100) / 100;
    return {
      id: `stature ${by}`,
      label: `I am ${next.toFixed(2)} m`,
      run: () => settings.setAll(worn === null ? { stature: next } : { stature: next, useProfile: false }),
    };
  };
  return [
    { id: 'mirror', label: 'Show mirror', isOn: isShown, run: () => set('showMirror', !isShown) },
    step('mirrorDistance', 'Mirror at', -MIRROR_STEP, !isShown),
    step('mirrorDistance', 'Mirror at', MIRROR_STEP, !isShown),
    stature(-STATURE_STEP),
    stature(STATURE_STEP),
  ];
}

/** A button of the panel: a room's action, or one of the studio's. */
export type PanelItem = RoomAction & {
  /** Leaves or stops something. */
  readonly isDanger?: boolean;
  /** Address of a small picture; empty for none. */
  readonly picture?: string;
};

/** One of the panel's pages, reached by its tab. */
export interface PanelPage {
  readonly id: string;
  readonly label: string;
  readonly card: RoomCard | null;
  /** A sentence above the buttons; empty for none. */
  readonly note: string;
  readonly items: readonly PanelItem[];
}

/** All that the panel shows at a moment. */
export interface PanelContent {
  readonly title: string;
  /** Beside the title: that it records, and for how long; empty for nothing. */
  readonly badge: string;
  readonly tabs: readonly PanelItem[];
  readonly card: RoomCard | null;
  readonly note: string;
  readonly items: readonly PanelItem[];
  /** Keys of the keyboard, which takes the place of all but title and bar while something is written; none else. */
  readonly keys: readonly PanelItem[];
  /** Always there, at the bottom. */
  readonly bar: readonly PanelItem[];
}

/** Buttons that fit below a card, below a note, and alone. */
export const slots = { withCard: 4, withNote: 6, alone: 8 } as const;

/** The buttons of one sheet of a page that has more than fit: the last one turns the sheet. */
export function sheetOf(page: PanelPage, sheet: number, turnSheet: () => void): readonly PanelItem[] {
  const most = page.card ? slots.withCard : page.note ? slots.withNote : slots.alone;
  if (page.items.length <= most) return page.items;
  const perSheet = most - 1;
  const sheetCount = Math.ceil(page.items.length / perSheet);
  const shown = sheet % sheetCount;
  const items = page.items.slice(shown * perSheet, (shown + 1) * perSheet);
  return [...items, { id: 'more', label: `More (${shown + 1} of ${sheetCount})`, icon: 'next', run: turnSheet }];
}
