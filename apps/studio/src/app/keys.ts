import { enterOutput } from '../output/outputMode.js';
import { roomOfHash } from '../rooms/rooms.js';
import { usePage } from '../ui/pageStore.js';
import { seekBy, toggleLooping, togglePlaying } from './playback.js';
import type { Studio } from './studio.js';
import { type SourceKind, togglePanel, useStudioStore } from './studioStore.js';

/**
 * Every key of the studio. Help lists them, shortcuts.ts runs those that have `run`; the others are heard by what they move
 * (the emulator, the camera, rooms), and keys.test.ts compares them with it. Whoever adds a key adds a row here: the test
 * fails where two keys of one situation are the same.
 */
export interface KeyRow {
  readonly group: KeyGroup;
  /** KeyboardEvent.code, after "Ctrl+" or "Shift+" where held; "?" by its character, which is elsewhere on other keyboards. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Whether the keys are heard. */
  readonly when: (situation: KeySituation) => boolean;
  readonly run?: (studio: Studio, key: string) => void;
}

/** What decides which keys are heard. */
export interface KeySituation {
  readonly roomId: string;
  /** A room without a tracked person. */
  readonly isStill: boolean;
  readonly source: SourceKind;
  /** What moves the person can be paused and wound. */
  readonly hasTimeline: boolean;
  /** Virtual reality with an emulated headset: keys move it. */
  readonly isEmulatedVr: boolean;
  /** Of the room Puppet's panel; null in any other room. */
  readonly puppetTab: string | null;
  /** The clean picture for streaming. */
  readonly isOutput: boolean;
}

/** Headings of Help, in its order. */
export const keyGroups = {
  page: 'Everywhere',
  play: 'While something plays',
  record: 'Recording',
  camera: 'Camera',
  person: 'Mouse and keys: the person',
  hands: 'Mouse and keys: the hands',
  mocap: 'In the room Mocap',
  puppet: 'In the room Puppet',
  puppetBuild: 'In Puppet: a part is selected',
  puppetTakes: 'In Puppet: takes',
} as const;

export type KeyGroup = keyof typeof keyGroups;

const always = () => true;
const hasTimeline = (now: KeySituation) => !now.isStill && now.hasTimeline && !now.isEmulatedVr;
const isEmulated = (now: KeySituation) => now.isEmulatedVr || (now.source === 'emulator' && !now.isStill);
const isCameraFree = (now: KeySituation) => !now.isEmulatedVr;
const isMocap = (now: KeySituation) => now.roomId === 'mocap';
const isPuppet = (now: KeySituation) => now.roomId === 'puppet' && !now.isEmulatedVr;
const isBuilding = (now: KeySituation) => isPuppet(now) && now.puppetTab === 'build' && !now.isOutput;

export const keyRows: readonly KeyRow[] = [
  {
    group: 'page',
    keys: ['?'],
    does: 'this page',
    when: always,
    run: () => useStudioStore.setState({ isHelpOpen: true }),
  },
  { group: 'page', keys: ['KeyP'], does: 'open or close the panel', when: always, run: togglePanel },
  {
    group: 'page',
    keys: ['Ctrl+KeyZ'],
    does: 'undo a setting, or a change of the takes',
    when: (now) => !isPuppet(now),
    run: (studio) => studio.undo(),
  },
  {
    group: 'page',
    keys: ['Ctrl+Shift+KeyZ'],
    does: 'redo it',
    when: (now) => !isPuppet(now),
    run: (studio) => studio.redo(),
  },
  {
    group: 'page',
    keys: ['KeyF'],
    does: 'frame: the camera goes where the person is whole in the picture',
    when: (now) => now.roomId !== 'puppet' && !now.isEmulatedVr,
    run: ({ world }) => world.frame(),
  },
  {
    group: 'page',
    keys: ['Home'],
    does: 'home: person and camera go back to the start',
    when: (now) => !isEmulated(now),
    run: ({ world }) => world.goHome(),
  },
  {
    group: 'page',
    keys: ['Escape'],
    does: 'leave virtual reality',
    when: (now) => now.isEmulatedVr,
    run: (studio) => studio.sources.leaveVr(),
  },
  {
    group: 'page',
    keys: ['KeyM'],
    does: 'open or close the panel inside virtual reality',
    when: (now) => now.isEmulatedVr,
    run: (studio) => studio.sources.headsetView?.toggle(),
  },
  {
    group: 'page',
    keys: ['KeyO'],
    does: 'clean picture for streaming, without panels',
    when: (now) => !isPuppet(now) && !now.isEmulatedVr && !now.isOutput,
    run: enterOutput,
  },
  {
    group: 'page',
    keys: ['Escape'],
    does: 'leave the clean picture',
    when: (now) => now.isOutput && !now.isEmulatedVr,
  },
  {
    group: 'play',
    keys: ['Space'],
    does: 'play or pause',
    when: hasTimeline,
    run: ({ world }) => togglePlaying(world.timeline),
  },
  {
    group: 'play',
    keys: ['ArrowLeft', 'ArrowRight'],
    does: 'one second back or on',
    when: hasTimeline,
    run: ({ world }, key) => seekBy(world.timeline, key === 'ArrowLeft' ? -1 : 1),
  },
  {
    group: 'play',
    keys: ['KeyL'],
    does: 'loop on or off',
    when: hasTimeline,
    run: ({ world }) => toggleLooping(world.timeline),
  },
  {
    group: 'record',
    keys: ['KeyR'],
    does: 'record, and stop',
    when: (now) => !now.isStill,
    run: (studio) => void studio.takes.toggle(),
  },

  {
    group: 'camera',
    keys: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
    does: 'look from another side',
    when: (now) => isCameraFree(now) && !isBuilding(now),
  },
  { group: 'camera', keys: ['Equal', 'Minus'], does: 'nearer, farther', when: isCameraFree },
  { group: 'camera', keys: ['NumpadAdd', 'NumpadSubtract'], does: 'the same on the number pad', when: isCameraFree },
  {
    group: 'camera',
    keys: ['Shift+KeyW', 'Shift+KeyA', 'Shift+KeyS', 'Shift+KeyD'],
    does: 'move the view up, left, down, right',
    when: isCameraFree,
  },

  {
    group: 'page',
    keys: ['Shift+KeyT'],
    does: 'teleport: aim with the pointer while held (in virtual reality with the right hand), let go to be there',
    when: (now) => !now.isStill || now.isEmulatedVr,
  },

  { group: 'person', keys: ['KeyW', 'KeyA', 'KeyS', 'KeyD'], does: 'walk', when: isEmulated },
  { group: 'person', keys: ['KeyQ', 'KeyE'], does: 'turn', when: isEmulated },
  {
    group: 'person',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    does: 'walk and turn, too',
    when: isEmulated,
  },
  { group: 'person', keys: ['PageUp', 'PageDown'], does: 'head up, head down', when: isEmulated },
  { group: 'person', keys: ['KeyC'], does: 'crouch while held', when: isEmulated },
  { group: 'person', keys: ['Home'], does: 'home: person and camera go back to the start', when: isEmulated },

  { group: 'hands', keys: ['Digit1', 'Digit2'], does: 'choose the left or the right hand', when: isEmulated },
  { group: 'hands', keys: ['KeyU', 'KeyJ'], does: 'up, down', when: isEmulated },
  { group: 'hands', keys: ['KeyH', 'KeyK'], does: 'to the left, to the right', when: isEmulated },
  { group: 'hands', keys: ['KeyI', 'KeyY'], does: 'away from the body, near it', when: isEmulated },
  { group: 'hands', keys: ['KeyZ', 'KeyX'], does: 'roll it inwards, outwards', when: isEmulated },
  { group: 'hands', keys: ['KeyV', 'KeyB'], does: 'tilt it up, down', when: isEmulated },
  { group: 'hands', keys: ['KeyT', 'KeyG'], does: 'trigger (pinch) and grip, while held', when: isEmulated },
  {
    group: 'page',
    keys: ['KeyO'],
    does: 'controllers or bare hands, in virtual reality',
    when: (now) => now.isEmulatedVr,
    run: (studio) => studio.sources.toggleBareHands(),
  },
  { group: 'hands', keys: ['KeyN'], does: 'lose this controller, and find it again', when: isEmulated },

  { group: 'mocap', keys: ['KeyR'], does: 'record a take, and stop', when: isMocap },
  {
    group: 'mocap',
    keys: ['Space'],
    does: 'play or pause',
    when: (now) => isMocap(now) && !now.isEmulatedVr,
  },
  {
    group: 'mocap',
    keys: ['ArrowLeft', 'ArrowRight'],
    does: 'one second back or on',
    when: (now) => isMocap(now) && !now.isEmulatedVr,
  },

  {
    group: 'puppet',
    keys: ['Space', 'KeyF', 'KeyD', 'KeyS', 'KeyA'],
    does: 'bend thumb, index, middle, ring, little finger',
    when: isPuppet,
  },
  { group: 'puppet', keys: ['KeyG', 'KeyH'], does: 'bend four fingers, all five', when: isPuppet },
  { group: 'puppet', keys: ['KeyQ'], does: 'drag the rings', when: isPuppet },
  { group: 'puppet', keys: ['KeyW'], does: 'turn parts (or hold Shift)', when: isPuppet },
  { group: 'puppet', keys: ['KeyE'], does: 'finger pads on the screen', when: isPuppet },
  { group: 'puppet', keys: ['KeyB'], does: 'back to rest', when: isPuppet },
  { group: 'puppet', keys: ['KeyV'], does: 'a further view', when: isPuppet },
  { group: 'puppet', keys: ['KeyT'], does: 'things on the stage', when: isPuppet },
  { group: 'puppet', keys: ['KeyL'], does: 'the lesson', when: isPuppet },
  { group: 'puppet', keys: ['KeyO'], does: 'clean picture for streaming', when: isPuppet },
  {
    group: 'puppet',
    keys: ['Ctrl+KeyZ', 'Ctrl+Shift+KeyZ'],
    does: 'undo and redo changes of the puppet; in the tab Takes, of takes',
    when: isPuppet,
  },
  {
    group: 'puppetBuild',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    does: 'move it in the picture',
    when: isBuilding,
  },
  {
    group: 'puppetBuild',
    keys: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
    does: 'move it by a tenth of that',
    when: isBuilding,
  },
  { group: 'puppetBuild', keys: ['Tab', 'Shift+Tab'], does: 'the next part, the one before', when: isBuilding },
  { group: 'puppetBuild', keys: ['Delete', 'Backspace'], does: 'take it away', when: isBuilding },
  {
    group: 'puppetBuild',
    keys: ['Escape'],
    does: 'give up what is being done; select nothing',
    when: (now) => isPuppet(now) && !now.isOutput && (now.puppetTab === 'build' || now.puppetTab === 'skin'),
  },
  {
    group: 'puppetTakes',
    keys: ['KeyR'],
    does: 'record, and stop',
    when: (now) => isPuppet(now) && now.puppetTab === 'takes',
  },
  {
    group: 'puppetTakes',
    keys: ['KeyK'],
    does: 'play or pause',
    when: (now) => isPuppet(now) && now.puppetTab === 'takes',
  },
];

/** How the page is now. */
export function keySituation(studio: Studio): KeySituation {
  const { roomId, source, xr } = useStudioStore.getState();
  return {
    roomId,
    isStill: roomOfHash(`#/${roomId}`).still !== undefined,
    source: source.kind,
    hasTimeline: studio.world.timeline !== null,
    isEmulatedVr: xr === 'presenting',
    puppetTab: studio.world.room.acts?.openTab ?? null,
    isOutput: usePage.getState().isOutput,
  };
}

/** The key of an event as the table writes it. Commands with Ctrl go by the letter, all others by the place on the keyboard. */
export function keyOfEvent(event: KeyboardEvent): string {
  if (event.key === '?') return '?';
  const isCommand = event.ctrlKey || event.metaKey;
  const code = isCommand && /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
  return `${isCommand ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey ? 'Shift+' : ''}${code}`;
}
