import type { HandSource } from '../handSignal.js';
import {
  createMidiHandState,
  learnMidi,
  type MidiHandState,
  type MidiMap,
  type MidiTarget,
  stepMidiHand,
  takeMidi,
} from './midiHand.js';

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
