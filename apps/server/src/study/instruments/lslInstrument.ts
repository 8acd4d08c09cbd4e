import { randomBytes } from 'node:crypto';
import type { InstrumentStatus, StudyEvent } from '@leib/study';
import { createRateState, takeMessage } from '../../common/messageRate.js';
import type { ServerClock } from '../../common/serverClock.js';
import {
  type Instrument,
  type InstrumentMoment,
  type InstrumentPose,
  LABEL_LENGTH,
  type OnMarker,
} from './instrument.js';
import { type Lsl, type LslInlet, type LslOutlet, openLslLibrary } from './lslLibrary.js';

/** How often streams of markers are looked for and read, milliseconds. */
const LOOK_MS = 2000;
const READ_MS = 20;
/** Samples that are read at a time, of each stream. */
const MOST_AT_ONCE = 64;
const messageRate = { perSecond: 200, burst: 400 };

interface Listened {
  readonly inlet: LslInlet;
  /** Its clock minus this machine's, as LSL has measured it, seconds. */
  offsetSeconds: number | null;
  uncertaintySeconds: number | null;
}

/** Lab Streaming Layer: streams "Leib events" (markers) and "Leib pose" out, all streams of type "Markers" of others in. */
export async function openLsl(path: string, clock: ServerClock, onMarker: OnMarker): Promise<Instrument> {
  return new LslInstrument(await openLslLibrary(path), clock, onMarker);
}

class LslInstrument implements Instrument {
  readonly #lsl: Lsl;
  readonly #clock: ServerClock;
  readonly #onMarker: OnMarker;
  /** Streams of this process are known by it, and are not heard. */
  readonly #source = `leib-${randomBytes(4).toString('hex')}`;
  readonly #events: LslOutlet;
  #pose: (LslOutlet & { readonly joints: string }) | null = null;
  readonly #inlets = new Map<string, Listened>();
  readonly #stops: readonly (() => void)[];
  readonly #rate;
  #isLooking = false;
  #isClosed = false;
  #markers = 0;

  constructor(lsl: Lsl, clock: ServerClock, onMarker: OnMarker) {
    this.#lsl = lsl;
    this.#clock = clock;
    this.#onMarker = onMarker;
    this.#rate = createRateState(messageRate, clock.nowMs());
    this.#events = lsl.createMarkers('Leib events', `${this.#source}-events`);
    this.#stops = [clock.every(LOOK_MS, () => void this.#look()), clock.every(READ_MS, () => this.#read())];
    void this.#look();
  }

  get status(): InstrumentStatus {
    const inlets = [...this.#inlets.values()];
    const isConnected = inlets.length > 0 || this.#events.hasConsumers || (this.#pose?.hasConsumers ?? false);
    // LSL has one clock a machine, which is this one's: to streams of others it keeps an offset each.
    return { name: 'lsl', isConnected, offsetSeconds: this.#aheadSeconds(), uncertaintySeconds: this.#lsl.clockError };
  }

  sendEvent({ participant, sequence, kind, payload }: StudyEvent, when: InstrumentMoment): void {
    const { sessionSeconds: seconds, uncertaintySeconds } = when;
    const sample = { participant, sequence, seconds, uncertaintySeconds, kind, payload };
    this.#events.pushText(JSON.stringify(sample), this.#lslSeconds(when.hostMs));
  }

  sendPose({ joints, root, rotations }: InstrumentPose, when: Omit<InstrumentMoment, 'uncertaintySeconds'>): void {
    const names = joints.join(' ');
    if (this.#pose?.joints !== names) {
      this.#pose?.close();
      const channels = [
        'session_seconds',
        ...['x', 'y', 'z'].map((axis) => `${joints[0]}_POS_${axis}`),
        ...joints.flatMap((joint) => ['x', 'y', 'z', 'w'].map((part) => `${joint}_ORNT_quat_${part}`)),
      ];
      this.#pose = Object.assign(this.#lsl.createPose('Leib pose', `${this.#source}-pose`, channels), {
        joints: names,
      });
    }
    const values = Float64Array.of(when.sessionSeconds, ...Array.from(root), ...Array.from(rotations));
    this.#pose.pushNumbers(values, this.#lslSeconds(when.hostMs));
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    for (const { inlet } of this.#inlets.values()) inlet.close();
    this.#events.close();
    this.#pose?.close();
  }

  /** LSL's clock minus the server's: both run alike, so that one look is as good as another. */
  #aheadSeconds(): number {
    return this.#lsl.now() - this.#clock.nowMs() / 1000;
  }

  #lslSeconds(hostMs: number): number {
    return hostMs / 1000 + this.#aheadSeconds();
  }

  /** Streams of markers that have come or gone, and how their clocks go. Waits in threads of the library's. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const opened = await this.#lsl.openMarkers((id) => !id.startsWith(this.#source) && !this.#inlets.has(id));
      for (const inlet of opened) {
        if (this.#isClosed) inlet.close();
        else this.#inlets.set(inlet.id, { inlet, offsetSeconds: null, uncertaintySeconds: null });
      }
      for (const listened of this.#inlets.values()) {
        const measured = await listened.inlet.measureClock();
        if (this.#isClosed) return;
        if (measured !== null) Object.assign(listened, measured);
      }
    } finally {
      this.#isLooking = false;
    }
  }

  #read(): void {
    for (const listened of this.#inlets.values())
      for (let i = 0; i < MOST_AT_ONCE; i++) {
        const sample = listened.inlet.pull();
        if (sample === null) break;
        const nowMs = this.#clock.nowMs();
        if (takeMessage(messageRate, this.#rate, nowMs)) this.#hear(listened, sample.label, sample.seconds);
      }
  }

  #hear({ inlet, offsetSeconds, uncertaintySeconds }: Listened, label: string, seconds: number): void {
    const local = seconds - (offsetSeconds ?? 0);
    this.#onMarker({
      id: `${this.#source}-${this.#markers++}`,
      source: `lsl ${inlet.name}`.slice(0, LABEL_LENGTH),
      label: label.slice(0, LABEL_LENGTH),
      participant: null,
      sourceSeconds: seconds,
      hostMs: (local - this.#aheadSeconds()) * 1000,
      uncertaintySeconds: offsetSeconds === null ? null : uncertaintySeconds,
    });
  }
}
