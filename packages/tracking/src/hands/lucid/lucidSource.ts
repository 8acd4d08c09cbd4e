import { FINGER_COUNT, type HandSignal, type HandSource } from '../handSignal.js';
import {
  createLucidValues,
  decodeLucidLine,
  lucidBend,
  lucidForceLine,
  lucidSigned,
  MAX_LUCID_LINE,
} from './lucidLine.js';

/** Cuts a stream of bytes into lines. */
interface LineSplitter {
  rest: string;
  /** The line is longer than any line may be: everything up to its end is thrown away. */
  isOverlong: boolean;
}

/** As much of a Web Serial port as a glove needs. */
export interface SerialPortLike extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}

/** `navigator.serial`. */
export interface SerialLike {
  requestPort(): Promise<SerialPortLike>;
}

const BAUD_RATE = 115_200;
/** A glove sends a line every few milliseconds. */
const SILENT_MS = 500;
/** Servos follow slowly, and the glove's buffer is short. */
const FORCE_INTERVAL_MS = 20;
/** Way of the hand at full joystick, metres: these gloves do not know where they are. */
const JOYSTICK_REACH = 0.2;

/** Asks the user for the port (call it from a click) and opens it. */
export async function openLucidGlove(
  serial: SerialLike,
  nowMs: () => number = () => performance.now(),
): Promise<HandSource> {
  let port: SerialPortLike;
  try {
    port = await serial.requestPort();
  } catch {
    throw new Error('LucidGlove: expected a choice in the browser’s list, got none; plug it in and try again');
  }
  const source = new LucidSource(port, nowMs);
  try {
    await source.start();
  } catch (error) {
    source.dispose();
    throw new Error(
      `LucidGlove: the port could not be opened; close other programs that use it and try again (${error})`,
    );
  }
  return source;
}

class LucidSource implements HandSource {
  readonly label = 'LucidGlove';
  problem: string | null = null;
  eventMs = Number.NaN;
  readonly #port: SerialPortLike;
  readonly #nowMs: () => number;
  readonly #values = createLucidValues();
  readonly #encoder = new TextEncoder();
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
  #isOpen = false;
  #isDisposed = false;
  #isWriting = false;
  #sentForces = lucidForceLine([]);
  #sentMs = Number.NEGATIVE_INFINITY;

  constructor(port: SerialPortLike, nowMs: () => number) {
    this.#port = port;
    this.#nowMs = nowMs;
    port.addEventListener('connect', this.#plug);
    port.addEventListener('disconnect', this.#unplug);
  }

  get buttons(): ReadonlySet<string> {
    return this.#values.buttons;
  }

  async start(): Promise<void> {
    if (this.#port.readable === null) await this.#port.open({ baudRate: BAUD_RATE });
    const { readable, writable } = this.#port;
    if (readable === null) throw new Error('the port gives nothing to read');
    this.#reader = readable.getReader();
    this.#writer = writable?.getWriter() ?? null;
    this.#sentForces = lucidForceLine([]);
    this.#isOpen = true;
    this.problem = null;
    void this.#readLines(this.#reader);
  }

  step(_dtSeconds: number, out: HandSignal): void {
    const isSilent = !(this.#nowMs() - this.eventMs < SILENT_MS);
    if (!this.#isOpen || isSilent) {
      out.confidence = 0;
      if (this.#isOpen)
        this.problem = 'The glove sends nothing: switch it on, and look whether its port is the right one.';
      return;
    }
    const values = this.#values;
    this.problem = null;
    for (let finger = 0; finger < FINGER_COUNT; finger++) {
      const bend = lucidBend(values, finger);
      const splay = lucidSigned(values.splay[finger], values);
      if (Number.isFinite(bend)) out.bends[finger] = bend;
      if (Number.isFinite(splay)) out.splay[finger] = splay;
    }
    const x = lucidSigned(values.joystickX, values);
    const y = lucidSigned(values.joystickY, values);
    if (Number.isFinite(x + y)) out.position.set([x * JOYSTICK_REACH, y * JOYSTICK_REACH, 0]);
    out.timeSeconds = this.eventMs / 1000;
    out.confidence = 1;
  }

  /** Sent at most fifty times a second, and only what is new. */
  setForces(forces: ArrayLike<number>): void {
    const line = lucidForceLine(forces);
    const nowMs = this.#nowMs();
    if (this.#writer === null || this.#isWriting || line === this.#sentForces) return;
    if (nowMs - this.#sentMs < FORCE_INTERVAL_MS) return;
    this.#sentForces = line;
    this.#sentMs = nowMs;
    this.#isWriting = true;
    this.#writer
      .write(this.#encoder.encode(line))
      .catch(this.#unplug)
      .finally(() => {
        this.#isWriting = false;
      });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#port.removeEventListener('connect', this.#plug);
    this.#port.removeEventListener('disconnect', this.#unplug);
    void this.#close();
  }

  /** Lets the fingers go, and the port. Each step may fail alone: what is unplugged cannot be written to or cancelled. */
  async #close(): Promise<void> {
    const [reader, writer] = [this.#reader, this.#writer];
    this.#isOpen = false;
    this.#reader = null;
    this.#writer = null;
    if (writer !== null) {
      if (this.#isDisposed) await settled(writer.write(this.#encoder.encode(lucidForceLine([]))));
      writer.releaseLock();
    }
    if (reader !== null) {
      await settled(reader.cancel());
      reader.releaseLock();
    }
    await settled(this.#port.close());
  }

  async #readLines(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const splitter = createLineSplitter();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        for (const line of splitLines(splitter, value)) {
          if (decodeLucidLine(line, this.#values)) this.eventMs = this.#nowMs();
        }
      }
    } catch {
      // A cable that is pulled ends the stream with an error.
    }
    if (this.#reader === reader) this.#unplug();
  }

  readonly #unplug = (): void => {
    if (!this.#isOpen || this.#isDisposed) return;
    this.problem = 'The glove was unplugged: plug it in again and it goes on.';
    void this.#close();
  };

  readonly #plug = (): void => {
    if (this.#isOpen || this.#isDisposed) return;
    this.start().catch((error: unknown) => {
      this.problem = `The glove is back, but its port could not be opened: choose it again (${error}).`;
    });
  };
}

async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}

export function createLineSplitter(): LineSplitter {
  return { rest: '', isOverlong: false };
}

/** Lines that end in this chunk, without their ends. Bytes above 127 become '?': no glove sends them. */
export function splitLines(splitter: LineSplitter, chunk: Uint8Array): string[] {
  const lines: string[] = [];
  for (const byte of chunk) {
    if (byte === 10 || byte === 13) {
      if (splitter.rest !== '' && !splitter.isOverlong) lines.push(splitter.rest);
      splitter.rest = '';
      splitter.isOverlong = false;
    } else if (splitter.rest.length >= MAX_LUCID_LINE) {
      splitter.isOverlong = true;
    } else {
      splitter.rest += byte < 128 ? String.fromCharCode(byte) : '?';
    }
  }
  return lines;
}
