import { clamp, createQuat, easeScalar } from '@leib/core';
import { FINGER_COUNT, type HandSignal, type HandSource, turnHand } from '../handSignal.js';
import { fingers } from '../restHand.js';

/** What a control of a MIDI device can move: a finger, or the hand along and about an axis. */
export const midiTargets = [...fingers, 'x', 'y', 'z', 'yaw', 'pitch', 'roll'] as const;
export type MidiTarget = (typeof midiTargets)[number];

/** A control: its message and number, on any channel. "cc 1" is the modulation wheel. */
export type MidiControl = `cc ${number}` | `note ${number}` | 'pitch bend' | 'pressure';

/** Which control moves what. One control may move several targets, and a target has one control. */
export type MidiMap = Readonly<Partial<Record<MidiTarget, MidiControl>>>;

/** Before anything is learned: the modulation wheel closes the fingers, pressure the thumb, the pitch wheel turns. */
export const defaultMidiMap: MidiMap = {
  thumb: 'pressure',
  index: 'cc 1',
  middle: 'cc 1',
  ring: 'cc 1',
  little: 'cc 1',
  yaw: 'pitch bend',
};

interface MidiHandState {
  map: MidiMap;
  /** Targets that are to be learned, in this order: each takes the next new control that moves. */
  readonly learning: MidiTarget[];
  /** Controls that this learning has given away: a fader that still moves must not become the next target too. */
  readonly learned: MidiControl[];
  /** Newest value of each target, 0..1; the axes rest at 0.5. */
  readonly goals: Float64Array;
  readonly shown: Float64Array;
}

const TARGET_COUNT = midiTargets.length;
/** Keys and coarse faders jump: 128 steps become a motion. */
const HALF_LIFE = 0.015;
/** Of the hand at the end of a fader, metres and radians. */
const REACH = 0.25;
const TURN = 1.2;

export function createMidiHandState(map: MidiMap = defaultMidiMap): MidiHandState {
  const rest = Float64Array.from(midiTargets, (_, i) => (i < FINGER_COUNT ? 0 : 0.5));
  return { map, learning: [], learned: [], goals: rest, shown: rest.slice() };
}

/** The next controls that move become these targets', one after another. An empty list ends learning. */
export function learnMidi(state: MidiHandState, targets: readonly MidiTarget[]): void {
  state.learning.length = 0;
  state.learning.push(...targets);
  state.learned.length = 0;
}

/** A message's control and its value 0..1; null: nothing that a hand can use. */
export function decodeMidi(data: ArrayLike<number>): { readonly control: MidiControl; readonly value: number } | null {
  const kind = data[0] >> 4;
  const first = data[1] & 127;
  const second = data[2] & 127;
  switch (kind) {
    case 0x8:
      return data.length < 3 ? null : { control: `note ${first}`, value: 0 };
    case 0x9:
      return data.length < 3 ? null : { control: `note ${first}`, value: second > 0 ? 1 : 0 };
    case 0xb:
      // Numbers from 120 are commands to the device, such as all notes off.
      return data.length < 3 || first >= 120 ? null : { control: `cc ${first}`, value: second / 127 };
    case 0xd:
      return data.length < 2 ? null : { control: 'pressure', value: first / 127 };
    case 0xe:
      return data.length < 3 ? null : { control: 'pitch bend', value: bendValue(first | (second << 7)) };
    default:
      return null;
  }
}

/** 14 bits whose middle is 8192: rest is exactly 0.5. */
function bendValue(value: number): number {
  return value <= 8192 ? value / 16384 : 0.5 + (value - 8192) / (2 * 8191);
}

/** Takes one message. True where it moved or taught something. */
export function takeMidi(state: MidiHandState, data: ArrayLike<number>): boolean {
  const message = decodeMidi(data);
  if (message === null) return false;
  const { control, value } = message;
  const target = state.learning[0];
  if (target !== undefined && !state.learned.includes(control)) {
    state.map = { ...state.map, [target]: control };
    state.learning.shift();
    state.learned.push(control);
  }
  let isUsed = false;
  for (let i = 0; i < TARGET_COUNT; i++) {
    if (state.map[midiTargets[i]] !== control) continue;
    state.goals[i] = value;
    isUsed = true;
  }
  return isUsed;
}

const rotation = createQuat();

export function stepMidiHand(state: MidiHandState, dtSeconds: number, out: HandSignal): void {
  const { goals, shown } = state;
  for (let i = 0; i < TARGET_COUNT; i++) shown[i] = easeScalar(shown[i], goals[i], HALF_LIFE, dtSeconds);
  const axis = (target: MidiTarget) => clamp(shown[midiTargets.indexOf(target)], 0, 1) * 2 - 1;
  for (let finger = 0; finger < FINGER_COUNT; finger++) out.bends[finger] = clamp(shown[finger], 0, 1);
  out.position.set([axis('x') * REACH, axis('y') * REACH, axis('z') * REACH]);
  turnHand(rotation, axis('yaw') * TURN, axis('pitch') * TURN, axis('roll') * TURN);
  out.rotation.set(rotation);
}

/** As much of Web MIDI as a hand needs. */
export interface MidiInputLike extends EventTarget {
  readonly name: string | null;
  readonly state: string;
}
export interface MidiAccessLike extends EventTarget {
  readonly inputs: { forEach(visit: (input: MidiInputLike) => void): void };
}

/** A hand on faders, wheels and keys. */
export interface MidiHandSource extends HandSource {
  /** Which control moves what, to be kept for the next time. */
  readonly map: MidiMap;
  /** Targets that are still to be learned. */
  readonly learning: readonly MidiTarget[];
  /** The next controls that move become these targets', one after another. */
  learn(targets: readonly MidiTarget[]): void;
}

/** Asks for MIDI and listens to all of its inputs, those that are plugged in later too. */
export async function openMidiHand(
  requestAccess: () => Promise<MidiAccessLike>,
  map?: MidiMap,
): Promise<MidiHandSource> {
  try {
    return new MidiSource(await requestAccess(), createMidiHandState(map));
  } catch {
    throw new Error('MIDI: expected leave to use it, got a refusal; allow MIDI for this page and try again');
  }
}

class MidiSource implements MidiHandSource {
  readonly label = 'MIDI';
  eventMs = Number.NaN;
  readonly #access: MidiAccessLike;
  readonly #state: MidiHandState;
  readonly #inputs = new Set<MidiInputLike>();

  constructor(access: MidiAccessLike, state: MidiHandState) {
    this.#access = access;
    this.#state = state;
    access.addEventListener('statechange', this.#findInputs);
    this.#findInputs();
  }

  get problem(): string | null {
    return this.#inputs.size > 0 ? null : 'No MIDI device is plugged in: connect a keyboard or faders.';
  }

  get map(): MidiMap {
    return this.#state.map;
  }

  get learning(): readonly MidiTarget[] {
    return this.#state.learning;
  }

  learn(targets: readonly MidiTarget[]): void {
    learnMidi(this.#state, targets);
  }

  step(dtSeconds: number, out: Parameters<HandSource['step']>[1]): void {
    if (this.#inputs.size === 0) {
      out.confidence = 0;
      return;
    }
    stepMidiHand(this.#state, dtSeconds, out);
    if (Number.isFinite(this.eventMs)) out.timeSeconds = this.eventMs / 1000;
    out.confidence = 1;
  }

  dispose(): void {
    this.#access.removeEventListener('statechange', this.#findInputs);
    for (const input of this.#inputs) input.removeEventListener('midimessage', this.#take);
    this.#inputs.clear();
  }

  readonly #findInputs = (): void => {
    for (const input of this.#inputs) input.removeEventListener('midimessage', this.#take);
    this.#inputs.clear();
    this.#access.inputs.forEach((input) => {
      if (input.state !== 'connected') return;
      input.addEventListener('midimessage', this.#take);
      this.#inputs.add(input);
    });
  };

  readonly #take = (event: Event): void => {
    const { data } = event as Event & { readonly data: Uint8Array | null };
    if (data !== null && takeMidi(this.#state, data)) this.eventMs = event.timeStamp;
  };
}
