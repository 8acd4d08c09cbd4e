import { enterOutput } from '../output/outputMode.js';
import { roomOfHash } from '../rooms/rooms.js';
import { usePage } from '../ui/pageStore.js';
import { seekBy, toggleLooping, togglePlaying } from '../world/playback.js';
import type { Studio } from './studio.js';
import { type SourceKind, togglePanel, useStudioStore } from './studioStore.js';

/**
 * Every key of the studio. Help lists them, App.tsx runs those that have `run`; the others are heard by what they move
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
  together: 'In the room Together',
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
const isTogether = (now: KeySituation) => now.roomId === 'together';
const isPuppet = (now: KeySituation) => now.roomId === 'puppet' && !now.isEmulatedVr;
const isNotPuppet = (now: KeySituation) => !isPuppet(now);
const isVr = (now: KeySituation) => now.isEmulatedVr;
const isTakes = (now: KeySituation) => isPuppet(now) && now.puppetTab === 'takes';
const isBuilding = (now: KeySituation) => isPuppet(now) && now.puppetTab === 'build' && !now.isOutput;

/** @param keys with spaces between them */
function row(group: KeyGroup, keys: string, does: string, when: KeyRow['when'], run?: KeyRow['run']): KeyRow {
  return { group, keys: keys.split(' '), does, when, ...(run && { run }) };
}

export const keyRows: readonly KeyRow[] = [
  row('page', '?', 'this page', always, () => useStudioStore.setState({ isHelpOpen: true })),
  row('page', 'KeyP', 'open or close the panel', always, togglePanel),
  row('page', 'Ctrl+KeyZ', 'undo a setting, or a change of the takes', isNotPuppet, (studio) => studio.undo()),
  row('page', 'Ctrl+Shift+KeyZ', 'redo it', isNotPuppet, (studio) => studio.redo()),
  row(
    'page',
    'KeyF',
    'frame: the camera goes where the person is whole in the picture',
    (now) => now.roomId !== 'puppet' && !now.isEmulatedVr,
    ({ world }) => world.frame(),
  ),
  row(
    'page',
    'Home',
    'home: person and camera go back to the start',
    (now) => !isEmulated(now),
    ({ world }) => world.goHome(),
  ),
  row('page', 'Escape', 'leave virtual reality', isVr, (studio) => studio.sources.leaveVr()),
  row('page', 'KeyM', 'open or close the panel inside virtual reality', isVr, (studio) =>
    studio.sources.headsetView?.toggle(),
  ),
  row(
    'page',
    'KeyO',
    'clean picture for streaming, without panels',
    (now) => isNotPuppet(now) && !now.isEmulatedVr && !now.isOutput,
    enterOutput,
  ),
  row('page', 'Escape', 'leave the clean picture', (now) => now.isOutput && !now.isEmulatedVr),
  row('play', 'Space', 'play or pause', hasTimeline, ({ world }) => togglePlaying(world)),
  row('play', 'ArrowLeft ArrowRight', 'one second back or on', hasTimeline, ({ world }, key) =>
    seekBy(world, key === 'ArrowLeft' ? -1 : 1),
  ),
  row('play', 'KeyL', 'loop on or off', hasTimeline, ({ world }) => toggleLooping(world)),
  row(
    'record',
    'KeyR',
    'record, and stop',
    (now) => !now.isStill,
    (studio) => void studio.takes.toggle(),
  ),

  row(
    'camera',
    'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown',
    'look from another side',
    (now) => isCameraFree(now) && !isBuilding(now),
  ),
  row('camera', 'Equal Minus', 'nearer, farther', isCameraFree),
  row('camera', 'NumpadAdd NumpadSubtract', 'the same on the number pad', isCameraFree),
  row('camera', 'Shift+KeyW Shift+KeyA Shift+KeyS Shift+KeyD', 'move the view up, left, down, right', isCameraFree),

  row(
    'page',
    'Shift+KeyT',
    'teleport: aim with the pointer while held (in virtual reality with the right hand), let go to be there',
    (now) => !now.isStill || now.isEmulatedVr,
  ),

  row('person', 'KeyW KeyA KeyS KeyD', 'walk', isEmulated),
  row('person', 'KeyQ KeyE', 'turn', isEmulated),
  row('person', 'ArrowUp ArrowDown ArrowLeft ArrowRight', 'walk and turn, too', isEmulated),
  row('person', 'PageUp PageDown', 'head up, head down', isEmulated),
  row('person', 'KeyC', 'crouch while held', isEmulated),
  row('person', 'Home', 'home: person and camera go back to the start', isEmulated),

  row('hands', 'Digit1 Digit2', 'choose the left or the right hand', isEmulated),
  row('hands', 'KeyU KeyJ', 'up, down', isEmulated),
  row('hands', 'KeyH KeyK', 'to the left, to the right', isEmulated),
  row('hands', 'KeyI KeyY', 'away from the body, near it', isEmulated),
  row('hands', 'KeyZ KeyX', 'roll it inwards, outwards', isEmulated),
  row('hands', 'KeyV KeyB', 'tilt it up, down', isEmulated),
  row('hands', 'KeyT KeyG', 'trigger (pinch) and grip, while held', isEmulated),
  row('page', 'KeyO', 'controllers or bare hands, in virtual reality', isVr, (studio) =>
    studio.sources.toggleBareHands(),
  ),
  row('hands', 'KeyN', 'lose this controller, and find it again', isEmulated),

  row('mocap', 'KeyR', 'record a take, and stop', isMocap),
  row('mocap', 'Space', 'play or pause', (now) => isMocap(now) && !now.isEmulatedVr),
  row('mocap', 'ArrowLeft ArrowRight', 'one second back or on', (now) => isMocap(now) && !now.isEmulatedVr),

  row('together', 'Shift+KeyV', 'microphone on or off', isTogether),
  row('together', 'Backquote', 'talk while held, where that is chosen', isTogether),

  row('puppet', 'Space KeyF KeyD KeyS KeyA', 'bend thumb, index, middle, ring, little finger', isPuppet),
  row('puppet', 'KeyG KeyH', 'bend four fingers, all five', isPuppet),
  row('puppet', 'KeyQ', 'drag the rings', isPuppet),
  row('puppet', 'KeyW', 'turn parts (or hold Shift)', isPuppet),
  row('puppet', 'KeyE', 'finger pads on the screen', isPuppet),
  row('puppet', 'KeyB', 'back to rest', isPuppet),
  row('puppet', 'KeyV', 'a further view', isPuppet),
  row('puppet', 'KeyT', 'things on the stage', isPuppet),
  row('puppet', 'KeyL', 'the lesson', isPuppet),
  row('puppet', 'KeyO', 'clean picture for streaming', isPuppet),
  row(
    'puppet',
    'Ctrl+KeyZ Ctrl+Shift+KeyZ',
    'undo and redo changes of the puppet; in the tab Takes, of takes',
    isPuppet,
  ),
  row('puppetBuild', 'ArrowLeft ArrowRight ArrowUp ArrowDown', 'move it in the picture', isBuilding),
  row(
    'puppetBuild',
    'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown',
    'move it by a tenth of that',
    isBuilding,
  ),
  row('puppetBuild', 'Tab Shift+Tab', 'the next part, the one before', isBuilding),
  row('puppetBuild', 'Delete Backspace', 'take it away', isBuilding),
  row(
    'puppetBuild',
    'Escape',
    'give up what is being done; select nothing',
    (now) => isPuppet(now) && !now.isOutput && (now.puppetTab === 'build' || now.puppetTab === 'skin'),
  ),
  row('puppetTakes', 'KeyR', 'record, and stop', isTakes),
  row('puppetTakes', 'KeyK', 'play or pause', isTakes),
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
