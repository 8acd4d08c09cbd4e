import type { InstrumentStatus, StudyEvent } from '@leib/study';
import { type ServerClock, systemClock } from '../../common/serverClock.js';
import type { Instrument, InstrumentMarker, InstrumentMoment, InstrumentPose, OnMarker } from './instrument.js';
import { openInstrument } from './openInstrument.js';

/** Markers wait so long for whoever asks for them, and so many of them. */
const MARKER_MS = 60_000;
const MOST_MARKERS = 256;
/** Participants whose newest event is known: what is sent again is told once. */
const MOST_PEOPLE = 1000;

/** All other programs on the time axis of a server's studies, or of one session at a terminal. */
export class Instruments {
  readonly #clock: ServerClock;
  #all: readonly Instrument[] = [];
  #markers: InstrumentMarker[] = [];
  readonly #told = new Map<string, number>();

  private constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** @param specs `osc:HOST:PORT`, `ws://HOST:PORT`, `lsl` or `lsl:LIBRARY`. Throws InputError. */
  static async open(specs: readonly string[], clock: ServerClock = systemClock): Promise<Instruments> {
    const instruments = new Instruments(clock);
    const opened: Instrument[] = [];
    const hear: OnMarker = (marker) => instruments.#hear(marker);
    try {
      for (const spec of specs) opened.push(await openInstrument(spec, clock, hear));
    } catch (error) {
      for (const instrument of opened) instrument.close();
      throw error;
    }
    instruments.#all = opened;
    return instruments;
  }

  get status(): readonly InstrumentStatus[] {
    return this.#all.map(({ status }) => status);
  }

  /** An event that was kept; each once, however often it comes. */
  sendEvent(study: string, event: StudyEvent, when: InstrumentMoment): void {
    if (this.#all.length === 0) return;
    const key = `${study} ${event.participant}`;
    if ((this.#told.get(key) ?? -1) >= event.sequence) return;
    this.#told.delete(key);
    this.#told.set(key, event.sequence);
    for (const old of this.#told.keys()) {
      if (this.#told.size <= MOST_PEOPLE) break;
      this.#told.delete(old);
    }
    for (const instrument of this.#all) instrument.sendEvent(event, when);
  }

  sendPose(pose: InstrumentPose, when: Omit<InstrumentMoment, 'uncertaintySeconds'>): void {
    for (const instrument of this.#all) instrument.sendPose(pose, when);
  }

  /** Markers of the last minute for a participant. */
  markersFor(participant: string): readonly InstrumentMarker[] {
    this.#forget();
    return this.#markers.filter((marker) => marker.participant === null || marker.participant === participant);
  }

  close(): void {
    for (const instrument of this.#all) instrument.close();
  }

  #hear(marker: InstrumentMarker): void {
    this.#forget();
    this.#markers.push(marker);
    if (this.#markers.length > MOST_MARKERS) this.#markers.shift();
  }

  #forget(): void {
    const oldestMs = this.#clock.nowMs() - MARKER_MS;
    // Whose clock is wrong does not stay for ever.
    const newestMs = this.#clock.nowMs() + MARKER_MS;
    this.#markers = this.#markers.filter(({ hostMs }) => hostMs >= oldestMs && hostMs <= newestMs);
  }
}
