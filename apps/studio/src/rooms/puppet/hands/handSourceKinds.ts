import { readHandLines } from '@leib/formats';
import type { DeviceFrame, TrackerOffsets } from '@leib/tracking';
import {
  createDeviceHandSource,
  createGamepadHandSource,
  createRecordedHandSource,
  type HandSource,
  type HidLike,
  type MidiMap,
  openLucidGlove,
  openMidiHand,
  openP5Glove,
  type SerialLike,
} from '@leib/tracking/hands';
import type { Webcam, WebcamOptions } from '../webcam/webcam.js';

export type HandSide = 'left' | 'right';

/** What a source may need to be opened; the user chooses it in the panel. */
export interface HandSourceRequest {
  readonly side: HandSide;
  /** Of a recorded hand. */
  readonly file?: File;
  readonly midiMap?: MidiMap;
  readonly webcam?: WebcamOptions;
}

/** A row of the list of sources. */
export interface HandSourceKind {
  readonly id: HandSourceId;
  readonly label: string;
  /** What the user needs for it, in a few words. */
  readonly needs: string;
  /** Why it cannot be opened here, and what to do, in one sentence; null: it can. */
  refusal(): string | null;
  /** Call it from a click: browsers ask for leave only then. Refuses with one sentence. */
  open(request: HandSourceRequest): Promise<HandSource>;
}

export type HandSourceId = 'screen' | 'webcam' | 'headset' | 'p5' | 'lucid' | 'midi' | 'gamepad' | 'recording';

/** What the room gives its sources. */
export interface HandSourceContext {
  /** Mouse, keys and touch on the room's picture. */
  openScreenHand(side: HandSide): HandSource;
  /** What the headset measures now. */
  readDevices(): { readonly devices: DeviceFrame; readonly offsets: TrackerOffsets };
}

/** Devices of a browser that not every browser has. */
interface DeviceNavigator {
  readonly hid?: HidLike;
  readonly serial?: SerialLike;
  readonly xr?: unknown;
  readonly mediaDevices?: unknown;
  requestMIDIAccess?(): Promise<MIDIAccess>;
  getGamepads?(): (Gamepad | null)[];
}

const devices = (): DeviceNavigator => navigator as unknown as DeviceNavigator;

/** Browsers hide these devices from pages that come over a bare network. */
function missing(what: unknown, name: string, browsers: string): string | null {
  if (what) return null;
  if (globalThis.isSecureContext === false) {
    return `${name} is only for pages over https or on this machine: open the page so.`;
  }
  return `${name} is not in this browser: use ${browsers}.`;
}

/** All sources of a hand, in the order in which the panel lists them. */
export function createHandSourceKinds(context: HandSourceContext): readonly HandSourceKind[] {
  const camera = createSharedWebcam();
  return [
    {
      id: 'screen',
      label: 'Mouse, keys, touch',
      needs: 'nothing but this page',
      refusal: () => null,
      open: async ({ side }) => context.openScreenHand(side),
    },
    {
      id: 'webcam',
      label: 'Webcam',
      needs: 'a camera that sees your hand; pictures stay on this machine',
      refusal: () => missing(devices().mediaDevices, 'The camera', 'a current browser'),
      open: (request) => camera.openHand(request),
    },
    {
      id: 'headset',
      label: 'Headset',
      needs: 'a VR headset with hand tracking or controllers, or the emulated one',
      refusal: () => missing(devices().xr, 'WebXR', 'the browser of a headset, Chrome or Edge'),
      open: async ({ side }) => createDeviceHandSource({ side, readDevices: context.readDevices }),
    },
    ...gloveKinds,
    ...manualKinds,
  ];
}

const gloveKinds: readonly HandSourceKind[] = [
  {
    id: 'lucid',
    label: 'LucidGlove',
    needs: 'a LucidGloves or OpenGloves glove on USB; fingers are held back by its servos',
    refusal: () => missing(devices().serial, 'Web Serial', 'Chrome or Edge'),
    open: () => openLucidGlove(present(devices().serial)),
  },
  {
    id: 'p5',
    label: 'P5 glove',
    needs: 'an Essential Reality P5 glove with its tower, on USB',
    refusal: () => missing(devices().hid, 'WebHID', 'Chrome or Edge'),
    open: () => openP5Glove(present(devices().hid)),
  },
];

const manualKinds: readonly HandSourceKind[] = [
  {
    id: 'midi',
    label: 'MIDI',
    needs: 'faders, knobs or a keyboard',
    refusal: () => missing(devices().requestMIDIAccess, 'Web MIDI', 'Chrome, Edge or Firefox'),
    open: ({ midiMap }) => openMidiHand(() => navigator.requestMIDIAccess(), midiMap),
  },
  {
    id: 'gamepad',
    label: 'Gamepad',
    needs: 'a gamepad; press one of its buttons so that the browser sees it',
    refusal: () => missing(devices().getGamepads, 'The gamepad', 'a current browser'),
    open: async () => createGamepadHandSource(() => navigator.getGamepads()),
  },
  {
    id: 'recording',
    label: 'Recorded hand',
    needs: 'a leib-hand/1 file',
    refusal: () => null,
    open: async ({ file }) => {
      if (!file) throw new Error('Recorded hand: expected a leib-hand/1 file, got none; choose one');
      return createRecordedHandSource(readHandLines(new Uint8Array(await file.arrayBuffer())), file.name);
    },
  },
];

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('This device is not in this browser: use Chrome or Edge.');
  return value;
}

/** One camera for both hands: it is opened with the first, and closed with the last. */
function createSharedWebcam(): { openHand(request: HandSourceRequest): Promise<HandSource> } {
  let opening: Promise<Webcam> | null = null;
  let handCount = 0;
  const leave = (webcam: Webcam) => {
    if (--handCount > 0) return;
    webcam.dispose();
    opening = null;
  };
  return {
    async openHand({ side, webcam: options }) {
      opening ??= import('../webcam/webcam.js').then(({ openWebcam }) => openWebcam(options));
      const webcam = await opening.catch((error: unknown) => {
        opening = null;
        throw error;
      });
      handCount++;
      const hand = webcam.openHand(side);
      return {
        label: hand.label,
        get problem() {
          return hand.problem ?? null;
        },
        get eventMs() {
          return hand.eventMs ?? Number.NaN;
        },
        step: (dtSeconds, out) => hand.step(dtSeconds, out),
        dispose: () => {
          hand.dispose();
          leave(webcam);
        },
      };
    },
  };
}
