import { seededRandom } from '@leib/core/testing';
import { expect, expectTypeOf, test } from 'vitest';
import { createHandSignal } from '../handSignal.js';
import { createLucidValues, decodeLucidLine, lucidBend, lucidForceLine, lucidSigned } from './lucidLine.js';
import { createLineSplitter, openLucidGlove, type SerialLike, type SerialPortLike, splitLines } from './lucidSource.js';

const bendsOf = (values: ReturnType<typeof createLucidValues>) =>
  [0, 1, 2, 3, 4].map((finger) => Math.round(lucidBend(values, finger) * 100));

test('alpha encoding: curls, splay, stick and buttons', () => {
  const values = createLucidValues();
  expect(decodeLucidLine('A0B1023C512D256E767F1023G0P300(AB)0(BB)1023IJMO', values)).toBe(true);
  expect(bendsOf(values)).toEqual([0, 100, 50, 25, 75]);
  expect([lucidSigned(values.splay[0], values), lucidSigned(values.splay[1], values)]).toEqual([-1, 1]);
  expect(lucidSigned(values.splay[2], values)).toBeNaN();
  expect([lucidSigned(values.joystickX, values), lucidSigned(values.joystickY, values)]).toEqual([1, -1]);
  expect(values.triggerPressure).toBe(300);
  expect([...values.buttons]).toEqual(['trigger', 'A', 'pinch', 'calibrate']);
  decodeLucidLine('A0B0C0D0E0', values);
  expect(values.buttons.size).toBe(0);
});

test('joints of a finger count before its whole value', () => {
  const values = createLucidValues();
  expect(decodeLucidLine('A100B100C100D100E100(BAA)1023(BAB)511(BAC)1023(BAD)511', values)).toBe(true);
  expect(bendsOf(values)).toEqual([10, 75, 10, 10, 10]);
});

test('the range is found: above 1023 the glove is an ESP32', () => {
  const values = createLucidValues();
  decodeLucidLine('A512B512C512D512E512', values);
  expect(bendsOf(values)[0]).toBe(50);
  decodeLucidLine('A512B4095C2048D0E0', values);
  expect(bendsOf(values)).toEqual([13, 100, 50, 0, 0]);
});

test('legacy encoding: 13 numbers', () => {
  const values = createLucidValues();
  expect(decodeLucidLine('0&1023&511&0&0&512&512&0&1&0&0&0&1', values)).toBe(true);
  expect(bendsOf(values)).toEqual([0, 100, 50, 0, 0]);
  expect([...values.buttons]).toEqual(['trigger', 'pinch']);
});

test.each(['', 'Z(ZV)5(ZG)2(ZH)1', 'hello glove', 'A12B', '1&2&3', '0&1023&511&0&0&x&512&0&1&0&0&0&1', '(A', 'A1)'])(
  'no frame of a glove: "%s"',
  (line) => {
    const values = createLucidValues();
    // A key without a number is a button: "A12B" is a thumb, and B says nothing.
    expect(decodeLucidLine(line, values)).toBe(line === 'A12B');
    expect(values.flexion.slice(1).every(Number.isNaN)).toBe(true);
  },
);

test('lines come in pieces, with any line end; one without an end does not grow', () => {
  const splitter = createLineSplitter();
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(splitLines(splitter, bytes('A1B2\r\nA3'))).toEqual(['A1B2']);
  expect(splitLines(splitter, bytes('B4\n\nA5'))).toEqual(['A3B4']);
  expect(splitLines(splitter, bytes('x'.repeat(100_000)))).toEqual([]);
  expect(splitter.rest.length).toBeLessThan(1000);
  expect(splitLines(splitter, bytes('\nA6\n'))).toEqual(['A6']);
});

test('forces: 0..1000, thumb first; nonsense is no force', () => {
  expect(lucidForceLine([0, 0.25, 1, 2, Number.NaN])).toBe('A0B250C1000D1000E0\n');
});

test('random bytes never throw and never give NaN', () => {
  const random = seededRandom(8);
  const alphabet = 'ABCDEFGHIJKLMNOPZ()&0123456789\r\n';
  const values = createLucidValues();
  decodeLucidLine('A0B0C0D0E0', values);
  const splitter = createLineSplitter();
  for (let i = 0; i < 4000; i++) {
    const chunk = Uint8Array.from({ length: 40 }, () =>
      random() < 0.02 ? random() * 256 : alphabet.charCodeAt(random() * alphabet.length),
    );
    for (const line of splitLines(splitter, chunk)) decodeLucidLine(line, values);
    for (let finger = 0; finger < 5; finger++) {
      const bend = lucidBend(values, finger);
      if (!(bend >= 0 && bend <= 1)) throw new Error(`chunk ${i}: got ${bend}`);
    }
  }
});

class FakePort extends EventTarget implements SerialPortLike {
  readable: ReadableStream<Uint8Array> | null = null;
  writable: WritableStream<Uint8Array> | null = null;
  #input: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly written: string[] = [];
  baudRate = 0;
  async open({ baudRate }: { baudRate: number }) {
    this.baudRate = baudRate;
    this.readable = new ReadableStream({
      start: (input) => {
        this.#input = input;
      },
    });
    this.writable = new WritableStream({
      write: (chunk) => void this.written.push(new TextDecoder().decode(chunk)),
    });
  }
  async close() {
    this.readable = null;
    this.writable = null;
  }
  send(text: string) {
    this.#input?.enqueue(new TextEncoder().encode(text));
  }
  unplug() {
    this.#input?.error(new Error('The device has been lost.'));
    this.dispatchEvent(new Event('disconnect'));
  }
}

/** Streams hand on what they hold in a few turns of the event loop. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

async function openFake() {
  const port = new FakePort();
  const clock = { nowMs: 1000 };
  const source = await openLucidGlove({ requestPort: async () => port }, () => clock.nowMs);
  return { port, clock, source, signal: createHandSignal() };
}

test('a glove on a port: lines in, forces out, at most fifty a second and only what is new', async () => {
  const { port, clock, source, signal } = await openFake();
  expect(port.baudRate).toBe(115_200);
  port.send('A0B1023C0D0E0F1023G511');
  await settle();
  source.step(1 / 60, signal);
  expect(signal.confidence).toBe(0); // half a line is none
  port.send('(BB)0\n');
  await settle();
  source.step(1 / 60, signal);
  expect(signal).toMatchObject({ confidence: 1, timeSeconds: 1 });
  expect([signal.bends[1], signal.splay[1], signal.position[0]]).toEqual([1, -1, 0.2]);
  for (let i = 0; i < 100; i++) {
    clock.nowMs += 1;
    source.setForces?.([0, i / 100, 0, 0, 0]);
    await settle();
  }
  expect(port.written.length).toBeGreaterThan(3);
  expect(port.written.length).toBeLessThanOrEqual(6);
  clock.nowMs += 100;
  source.setForces?.([0, 1, 0, 0, 0]);
  await settle();
  const count = port.written.length;
  clock.nowMs += 100;
  source.setForces?.([0, 1, 0, 0, 0]);
  await settle();
  expect(port.written.length).toBe(count);
  source.dispose();
  await settle();
  expect(port.written.at(-1)).toBe('A0B0C0D0E0\n'); // lets the fingers go
  expect(port.readable).toBe(null);
});

test('unplugged in the middle: confidence 0, one sentence, and it goes on when it is back', async () => {
  const { port, clock, source, signal } = await openFake();
  port.send('A0B700C0D0E0\n');
  await settle();
  source.step(1 / 60, signal);
  const bent = signal.bends[1];
  port.unplug();
  await settle();
  source.step(1 / 60, signal);
  expect([signal.confidence, signal.bends[1]]).toEqual([0, bent]);
  expect(source.problem).toMatch(/unplugged: plug it in again/);
  source.setForces?.([1, 1, 1, 1, 1]);
  clock.nowMs += 5000;
  port.dispatchEvent(new Event('connect'));
  await settle();
  port.send('A1023B0C0D0E0\n');
  await settle();
  source.step(1 / 60, signal);
  expect([signal.confidence, signal.bends[0], source.problem]).toEqual([1, 1, null]);
  clock.nowMs += 5000;
  source.step(1 / 60, signal);
  expect([signal.confidence, source.problem]).toEqual([0, expect.stringMatching(/sends nothing/)]);
  source.dispose();
});

test('a port that is refused or taken is one sentence', async () => {
  await expect(openLucidGlove({ requestPort: () => Promise.reject(new Error('no')) })).rejects.toThrow(/plug it in/);
  const port = new FakePort();
  port.open = () => Promise.reject(new Error('busy'));
  await expect(openLucidGlove({ requestPort: async () => port })).rejects.toThrow(/close other programs/);
});

test('Web Serial’s own types fit (compiled)', () => {
  expectTypeOf<Serial>().toExtend<SerialLike>();
});
