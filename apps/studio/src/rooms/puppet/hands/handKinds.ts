import { decodeJson, InputError } from '@leib/core';
import {
  createDeviceHandSource,
  createGamepadHandSource,
  defaultMidiMap,
  type HandSource,
  midiTargets,
  openLucidGlove,
  openMidiHand,
} from '@leib/tracking/hands';
import { custom, record } from 'valibot';
import { type VisitorStorage, visitorStorage } from '../../../files/visitorStorage.js';
import type { World } from '../../../world/world.js';
import type { SharedWebcam } from '../webcam/sharedWebcam.js';
import { createPadHand, createScreenHand } from './screenHand.js';

type MidiMap = typeof defaultMidiMap;

const handKindIds = ['screen', 'pads', 'webcam', 'headset', 'lucid', 'midi', 'gamepad', 'recording'] as const;
export type HandKindId = (typeof handKindIds)[number];

/** What a source of a hand needs to open. */
export interface HandContext {
  readonly world: World;
  /** 0: the first hand, 1: the second. */
  readonly slot: number;
  /** The pointer drags something else now. */
  readonly isBusy: () => boolean;
  /** Shows the pads for single fingers. */
  readonly showPads: () => void;
  /** One camera for both hands. */
  readonly webcam: SharedWebcam;
}

/** One way to get a hand into the room. */
interface HandKind {
  readonly id: HandKindId;
  readonly label: string;
  readonly help: string;
  /** Everything is measured from the rest hand in the puppet's file; others have exact values of their own. */
  readonly usesRest: boolean;
  /** Why it cannot be chosen here, in one sentence; null where it can. */
  readonly refusal: (context: Pick<HandContext, 'slot' | 'world'>) => string | null;
  /** Called from a click: the browser may ask for a device. */
  readonly open: (context: HandContext) => Promise<HandSource>;
}

const devices = globalThis.navigator as Navigator & { readonly serial?: Parameters<typeof openLucidGlove>[0] };
const always = () => null;

export const handKinds: readonly HandKind[] = [
  {
    id: 'screen',
    label: 'Mouse, keys, touch',
    help: 'Move the mouse over the puppet; A S D F and Space are the fingers. On a touch screen: drag, and use the finger pads',
    usesRest: false,
    refusal: ({ slot }) => (slot === 0 ? null : 'Mouse and keys are one hand: choose another source for the second.'),
    open: async ({ world, isBusy }) => createScreenHand(world, isBusy),
  },
  {
    id: 'pads',
    label: 'Finger pads',
    help: 'Pull the pads below the puppet: this hand has its fingers there, the mouse plays the first hand',
    usesRest: false,
    refusal: ({ slot }) => (slot === 1 ? null : 'The first hand has the pads with "Mouse, keys, touch".'),
    open: async ({ showPads }) => {
      showPads();
      return createPadHand();
    },
  },
  {
    id: 'webcam',
    label: 'Webcam',
    help: 'Hold your hand up in front of the camera; its pictures stay on this machine',
    usesRest: true,
    refusal: () =>
      devices.mediaDevices ? null : 'The camera is only for pages over https or on this machine: open the page so.',
    open: ({ slot, webcam }) => webcam.openHand(slot === 0 ? 'right' : 'left'),
  },
  {
    id: 'headset',
    label: 'Headset',
    help: 'Your hands or controllers in virtual reality; they play as soon as you enter it',
    usesRest: true,
    refusal: ({ world }) =>
      world.renderer.xr.isPresenting ? null : 'Enter VR first: the headset sees your hands there.',
    open: async ({ world, slot }) =>
      createDeviceHandSource({
        side: slot === 0 ? 'right' : 'left',
        readDevices: () => ({ devices: world.devices, offsets: world.offsets }),
      }),
  },
  {
    id: 'lucid',
    label: 'LucidGlove',
    help: 'LucidGloves over USB: five bends, and fingers that feel when the puppet stops',
    usesRest: true,
    refusal: () => (devices.serial ? null : 'This browser has no Web Serial: use Chrome or Edge on a computer.'),
    open: async () => {
      if (!devices.serial)
        throw new InputError('browser', 'expected Web Serial, got none; use Chrome or Edge on a computer');
      return openLucidGlove(devices.serial);
    },
  },
  {
    id: 'midi',
    label: 'MIDI',
    help: 'Faders, wheels and keys as fingers',
    usesRest: false,
    refusal: () =>
      'requestMIDIAccess' in devices ? null : 'This browser has no Web MIDI: use Chrome, Edge or Firefox.',
    open: async () => openMidiHand(async () => devices.requestMIDIAccess(), loadMidiMap()),
  },
  {
    id: 'gamepad',
    label: 'Gamepad',
    help: 'Triggers and buttons are fingers, sticks move and turn the hand',
    usesRest: false,
    refusal: always,
    open: async () => createGamepadHandSource(() => devices.getGamepads()),
  },
  {
    id: 'recording',
    label: 'Recorded hand',
    help: 'A hand that was recorded as leib-hand/1 (.jsonl): choose its file, or drop it onto the picture while this hand is shown',
    usesRest: true,
    refusal: always,
    open: async () => {
      throw new InputError('recorded hand', 'expected a file, got none; drop it onto the picture');
    },
  },
];

export function handKindOf(id: HandKindId): HandKind {
  return handKinds.find((kind) => kind.id === id) ?? handKinds[0];
}

const KEY = 'leib.puppet.midi';

const control = custom<NonNullable<MidiMap['x']>>(
  (value) => typeof value === 'string' && /^(cc \d+|note \d+|pitch bend|pressure)$/.test(value),
);
const mapSchema = record(
  custom<(typeof midiTargets)[number]>((key) => midiTargets.some((each) => each === key)),
  control,
);

/** Which control moves what, as it was learned in this browser. */
export function loadMidiMap(storage: Pick<VisitorStorage, 'getItem'> = visitorStorage): MidiMap {
  const kept = decodeJson(storage.getItem(KEY) ?? '', mapSchema);
  return kept.ok ? kept.value : defaultMidiMap;
}

export function keepMidiMap(map: MidiMap, storage: Pick<VisitorStorage, 'setItem'> = visitorStorage): void {
  storage.setItem(KEY, JSON.stringify(map));
}
