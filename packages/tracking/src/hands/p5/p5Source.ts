import { FINGER_COUNT, type HandSignal, type HandSource } from '../handSignal.js';
import { decodeP5Geometry, P5_HEADS_REPORT, P5_LEDS_REPORT, type P5Geometry } from './p5Geometry.js';
import { createP5PoseState, stepP5Pose } from './p5Pose.js';
import { createP5Report, decodeP5Report, P5_INPUT_REPORT, P5_PRODUCT, P5_VENDOR } from './p5Report.js';

/** As much of a WebHID device as a glove needs. */
export interface HidDeviceLike extends EventTarget {
  readonly vendorId: number;
  readonly productId: number;
  readonly opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
  receiveFeatureReport(reportId: number): Promise<DataView>;
  sendFeatureReport(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** `navigator.hid`. */
export interface HidLike extends EventTarget {
  requestDevice(options: { filters: { vendorId: number; productId: number }[] }): Promise<readonly HidDeviceLike[]>;
}

/** Feature report 5: the glove also moves the mouse of the system unless it is told not to. */
const MOUSE_REPORT = 5;
const MOUSE_OFF = 0xff;

/** Reports come about 60 times a second; the tower falls silent when the glove is switched off. */
const SILENT_MS = 500;
/** Fingers are certain, but the tower sees too few LEDs to tell where the hand is. */
const BLIND_CONFIDENCE = 0.6;

const buttonNames = ['A', 'B', 'C'] as const;

/** Asks the user for the glove (call it from a click) and opens it. */
export async function openP5Glove(hid: HidLike, nowMs: () => number = () => performance.now()): Promise<HandSource> {
  const [device] = await hid.requestDevice({ filters: [{ vendorId: P5_VENDOR, productId: P5_PRODUCT }] });
  if (!device) throw new Error('P5 glove: expected a choice in the browser’s list, got none; plug it in and try again');
  const source = new P5Source(hid, device, nowMs);
  try {
    await source.start();
  } catch (error) {
    source.dispose();
    throw new Error(`P5 glove: it could not be opened; close other programs that use it and try again (${error})`);
  }
  return source;
}

class P5Source implements HandSource {
  readonly label = 'P5 glove';
  problem: string | null = null;
  eventMs = Number.NaN;
  readonly buttons = new Set<string>();
  readonly #hid: HidLike;
  readonly #nowMs: () => number;
  readonly #report = createP5Report();
  #device: HidDeviceLike;
  #geometry: P5Geometry | null = null;
  #pose = createP5PoseState();
  #isPlugged = true;

  constructor(hid: HidLike, device: HidDeviceLike, nowMs: () => number) {
    this.#hid = hid;
    this.#device = device;
    this.#nowMs = nowMs;
    hid.addEventListener('disconnect', this.#unplug);
    hid.addEventListener('connect', this.#plug);
  }

  async start(): Promise<void> {
    const device = this.#device;
    device.addEventListener('inputreport', this.#readReport);
    if (!device.opened) await device.open();
    await device.sendFeatureReport(MOUSE_REPORT, Uint8Array.of(MOUSE_OFF));
    const heads = await device.receiveFeatureReport(P5_HEADS_REPORT);
    const leds = await device.receiveFeatureReport(P5_LEDS_REPORT);
    this.#geometry = decodeP5Geometry(heads, leds);
    this.#isPlugged = true;
    this.problem =
      this.#geometry === null
        ? 'P5 glove: expected the tower’s measures in feature reports 6 and 12, got none; fingers work, the place of the hand does not.'
        : null;
  }

  step(_dtSeconds: number, out: HandSignal): void {
    const isSilent = !(this.#nowMs() - this.eventMs < SILENT_MS);
    if (!this.#isPlugged || isSilent) {
      out.confidence = 0;
      if (this.#isPlugged) this.problem = 'The P5 glove sends nothing: switch it on and hold it before its tower.';
      return;
    }
    for (let finger = 0; finger < FINGER_COUNT; finger++) out.bends[finger] = this.#report.bends[finger];
    out.position.set(this.#pose.position.value);
    out.rotation.set(this.#pose.rotation.value);
    out.timeSeconds = this.eventMs / 1000;
    out.confidence = this.#pose.usedCount >= 3 ? 1 : BLIND_CONFIDENCE;
  }

  dispose(): void {
    this.#hid.removeEventListener('disconnect', this.#unplug);
    this.#hid.removeEventListener('connect', this.#plug);
    this.#device.removeEventListener('inputreport', this.#readReport);
    // A device that is gone already cannot be closed, and need not be.
    this.#device.close().catch(() => {});
  }

  readonly #readReport = (event: Event): void => {
    const { reportId, data } = event as Event & { readonly reportId: number; readonly data: DataView };
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (reportId !== P5_INPUT_REPORT || !decodeP5Report(bytes, this.#report)) return;
    const previousMs = this.eventMs;
    this.eventMs = event.timeStamp;
    const passed = Number.isFinite(previousMs) ? (this.eventMs - previousMs) / 1000 : 0;
    if (this.#geometry !== null) {
      stepP5Pose(this.#geometry, this.#pose, this.#report, Math.min(Math.max(passed, 0.001), 0.1));
      this.problem = null;
    }
    this.buttons.clear();
    for (const [bit, name] of buttonNames.entries()) if (this.#report.buttons & (1 << bit)) this.buttons.add(name);
  };

  readonly #unplug = (event: Event): void => {
    if ((event as Event & { readonly device: HidDeviceLike }).device !== this.#device) return;
    this.#isPlugged = false;
    this.buttons.clear();
    this.problem = 'The P5 glove was unplugged: plug it in again and it goes on.';
  };

  readonly #plug = (event: Event): void => {
    const { device } = event as Event & { readonly device: HidDeviceLike };
    if (this.#isPlugged || device.vendorId !== P5_VENDOR || device.productId !== P5_PRODUCT) return;
    this.#device.removeEventListener('inputreport', this.#readReport);
    this.#device = device;
    this.#pose = createP5PoseState();
    this.start().catch((error: unknown) => {
      this.problem = `The P5 glove is back, but could not be opened: choose it again (${error}).`;
    });
  };
}
