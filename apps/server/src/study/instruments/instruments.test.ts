import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOscMessage, createOscWriter, flushOscBundle, readOscPacket, writeOscMessage } from '@leib/feeds';
import { createClockOffset } from '@leib/net';
import {
  askForPlace,
  createHttpTransport,
  createMemoryStorage,
  fetchMarkers,
  SessionClock,
  StudyUplink,
} from '@leib/study';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { ManualClock, openSender, until } from '../../common/server.testing.js';
import { startServer } from '../../startServer.js';
import { eventsOf } from '../study.testing.js';
import { Instruments } from './instruments.js';
import { OscInstrument } from './oscInstrument.js';

/** An EEG's own clock stands elsewhere, and packets take their time there and back, milliseconds. */
const AHEAD_MS = 86_400_123.4;
const THERE_MS = 3;
const BACK_MS = 9;

interface Heard {
  readonly address: string;
  readonly values: readonly unknown[];
}

/** A program on another machine: answers questions for its time, and writes down what it hears. */
class FakeInstrument {
  readonly heard: Heard[] = [];
  readonly #clock: ManualClock;
  readonly #send: (packet: Uint8Array) => void;

  constructor(clock: ManualClock, send: (packet: Uint8Array) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  nowSeconds(): number {
    return (this.#clock.nowMs() + AHEAD_MS) / 1000;
  }

  say(address: string, types: string, values: readonly (string | number)[]): void {
    const writer = createOscWriter(this.#send);
    writeOscMessage(writer, address, types, values);
    flushOscBundle(writer);
  }

  receive(packet: Uint8Array): void {
    readOscPacket(packet, createOscMessage(), ({ address, values, argumentCount }) => {
      const given = values.slice(0, argumentCount);
      this.heard.push({ address, values: given });
      if (address !== '/leib/ping') return;
      this.#clock.advance(THERE_MS);
      const now = this.nowSeconds();
      this.say('/leib/pong', 'iddd', [Number(given[0]), Number(given[1]), now, now]);
      // On its way back: the server reads it later than this.
      this.#clock.advance(BACK_MS);
    });
  }

  of(address: string): readonly (readonly unknown[])[] {
    return this.heard.filter((message) => message.address === address).map(({ values }) => values);
  }
}

/** Over a real UDP socket. */
async function openUdp(clock: ManualClock) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  let to = 0;
  const instrument = new FakeInstrument(clock, (packet) => socket.send(packet.slice(), to, '127.0.0.1'));
  socket.on('message', (packet, { port }) => {
    to = port;
    instrument.receive(packet);
  });
  return { instrument, port: () => to, spec: `osc:127.0.0.1:${(socket.address() as AddressInfo).port}` };
}

/** Over a real WebSocket, which Leib opens. */
async function openWebSocket(clock: ManualClock) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  let send = (_packet: Uint8Array) => {};
  const instrument = new FakeInstrument(clock, (packet) => send(packet));
  server.on('connection', (socket) => {
    send = (packet) => socket.send(packet);
    socket.on('message', (packet: Buffer) => instrument.receive(packet));
  });
  return { instrument, spec: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function openInstruments(specs: readonly string[], clock: ManualClock) {
  const instruments = await Instruments.open(specs, clock);
  onTestFinished(() => instruments.close());
  return instruments;
}

/** Until its clock was measured, and it was told. */
const toKnowClock = (instrument: FakeInstrument, clock: ManualClock) =>
  until(
    () => instrument.of('/leib/clock').length > 0,
    () => clock.advance(50),
  );

const ways = [
  ['UDP', openUdp],
  ['WebSocket', openWebSocket],
] as const;

test.each(ways)(
  '%s: an instrument places its samples on the session’s clock, as exactly as it is told',
  async (_, open) => {
    const clock = new ManualClock();
    const { instrument, spec } = await open(clock);
    const instruments = await openInstruments([spec], clock);
    await until(
      () => instrument.of('/leib/clock').length > 0,
      () => clock.advance(50),
    );
    const [offset, uncertainty] = instrument.of('/leib/clock').at(-1) as readonly [number, number];
    expect(uncertainty).toBeLessThan(1);
    // The ways are not of the same length: it is wrong, and not by more than it says.
    expect(Math.abs(offset - AHEAD_MS / 1000)).toBeGreaterThan(0.002);
    expect(Math.abs(offset - AHEAD_MS / 1000)).toBeLessThanOrEqual(uncertainty + 1e-6);
    expect(instruments.status).toMatchObject([{ name: spec, isConnected: true }]);
    // Ten events, a second apart; between the sixth and the seventh the instrument takes a sample.
    let sample = { own: 0, session: 0 };
    for (const event of eventsOf('p', 10)) {
      const sessionSeconds = 5 + event.sequence;
      instruments.sendEvent('s', event, { sessionSeconds, hostMs: clock.nowMs(), uncertaintySeconds: 0 });
      clock.advance(400);
      if (event.sequence === 5) sample = { own: instrument.nowSeconds(), session: sessionSeconds + 0.4 };
      clock.advance(600);
    }
    await until(() => instrument.of('/leib/event').length === 10);
    const host = sample.own - offset;
    const before = instrument.of('/leib/event').findLast((values) => Number(values[3]) <= host) ?? [];
    const session = Number(before[2]) + host - Number(before[3]);
    expect(Math.abs(session - sample.session)).toBeLessThanOrEqual(uncertainty + 1e-5);
    expect(instrument.of('/leib/event')[3].slice(0, 2)).toEqual(['p', 3]);
    expect(JSON.parse(String(instrument.of('/leib/event')[3][6]))).toEqual(eventsOf('p', 4)[3].payload);
  },
);

test('a marker with the instrument’s time has its place on the session’s clock, its offset and how well both are known', async () => {
  const clock = new ManualClock();
  const { instrument, spec } = await openUdp(clock);
  const instruments = await openInstruments([spec], clock);
  await toKnowClock(instrument, clock);
  const session = new SessionClock();
  for (let i = 0; i < 100; i++) {
    session.note(clock.nowMs(), 7 + i / 100);
    clock.advance(10);
  }
  // Happened half a second ago, where the session's clock was at 7.5.
  instrument.say('/leib/marker', 'sd', ['blink', instrument.nowSeconds() - 0.5]);
  instrument.say('/marker', 's', ['button']);
  instrument.say('/leib/marker', 'sds', ['not his', instrument.nowSeconds(), 'somebody else']);
  await until(() => instruments.markersFor('p').length === 2);
  const [blink, button] = instruments.markersFor('p').map((marker) => session.place(marker));
  expect(blink).toMatchObject({ label: 'blink', source: spec });
  const uncertainty = blink.uncertaintySeconds ?? Number.NaN;
  expect(uncertainty).toBeLessThan(1);
  expect(Math.abs(blink.seconds - 7.5)).toBeLessThanOrEqual(uncertainty + 1e-5);
  expect(blink.offsetSeconds).toBeCloseTo((blink.sourceSeconds ?? 0) - blink.seconds, 9);
  // Without its time nothing is known of the way there, and that is said.
  expect(button).toMatchObject({ sourceSeconds: null, offsetSeconds: null, uncertaintySeconds: null });
  clock.advance(61_000);
  expect(instruments.markersFor('p')).toEqual([]);
});

test('what an instrument sends that is damaged or too much is left out, and room comes back with time', () => {
  const clock = new ManualClock();
  const labels: string[] = [];
  const way = { name: 'osc', send: () => {}, close: () => {} };
  const osc = new OscInstrument(way, clock, ({ label }) => labels.push(label));
  const fake = new FakeInstrument(clock, (packet) => osc.receive(packet));
  for (const bytes of [new Uint8Array(0), Uint8Array.of(1, 2, 3), Buffer.from('/leib/marker\0\0\0\0,s\0\0ab')])
    osc.receive(bytes);
  fake.say('/leib/marker', 'i', [7]);
  fake.say('/leib/marker', '', []);
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY]) {
    fake.say('/leib/pong', 'iddd', [0, time, time, time]);
    fake.say('/leib/marker', 'sd', ['odd', time]);
  }
  expect([labels, osc.status.offsetSeconds]).toEqual([['7', 'odd', 'odd'], null]);
  for (let i = 0; i < 2000; i++) fake.say('/leib/marker', 's', ['x'.repeat(900)]);
  expect(labels.length).toBeLessThan(405);
  expect(Math.max(...labels.map(({ length }) => length))).toBe(200);
  clock.advance(1000);
  fake.say('/leib/marker', 's', ['last']);
  expect(labels.at(-1)).toBe('last');
  osc.close();
});

test('markers wait in a short list, and a stranger’s packets are not read', async () => {
  const clock = new ManualClock();
  const { instrument, port, spec } = await openUdp(clock);
  const instruments = await openInstruments([spec], clock);
  await until(
    () => instruments.status[0].isConnected,
    () => clock.advance(50),
  );
  const stranger = await openSender();
  const writer = createOscWriter((packet) => stranger.send(packet.slice(), port(), '127.0.0.1'));
  writeOscMessage(writer, '/leib/marker', 's', ['stranger']);
  flushOscBundle(writer);
  for (let i = 0; i < 260; i++) {
    instrument.say('/leib/marker', 's', [`marker ${i}`]);
    await until(() => instruments.markersFor('p').at(-1)?.label === `marker ${i}`);
  }
  expect(instruments.markersFor('p').map(({ label }) => label)).toEqual(
    Array.from({ length: 256 }, (_, i) => `marker ${i + 4}`),
  );
});

test.each(['eeg', 'osc:', 'osc:127.0.0.1:0', 'osc:host:x', 'ws:', 'lsl:/no/such/library.so'])(
  'no way to an instrument: "%s" is refused in a sentence',
  async (spec) => {
    await expect(Instruments.open([spec], new ManualClock())).rejects.toThrow(/expected /);
  },
);

test('the room: a server passes a page’s events on with their time, and markers to the page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leib-instruments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = new ManualClock();
  const { instrument, spec } = await openUdp(clock);
  const study = { database: join(folder, 'studies.sqlite'), instruments: [spec] };
  const server = await startServer({ port: 0, studioDir: null, clock, study });
  onTestFinished(() => server.close());
  // The page's clock began elsewhere; each request takes 2 ms there and 6 ms back.
  const page = { nowMs: () => clock.nowMs() - 1_600_000_000_000, offset: createClockOffset() };
  const station = { server: server.url, study: 's', participant: 'p', token: '', clock: page };
  const slow: typeof fetch = async (...call) => {
    clock.advance(2);
    const response = await fetch(...call);
    clock.advance(6);
    return response;
  };
  expect(await askForPlace(station, 1, slow)).toEqual({ ok: true, value: 0 });
  const uplink = await StudyUplink.open({
    storage: createMemoryStorage(),
    transport: createHttpTransport(station, slow),
    after: () => {},
    nowMs: page.nowMs,
  });
  await toKnowClock(instrument, clock);
  const happenedMs = clock.nowMs();
  await uplink.append(eventsOf('p', 3));
  clock.advance(250);
  await uplink.saved();
  await until(() => instrument.of('/leib/event').length === 3);
  for (const [participant, , , hostSeconds, uncertainty] of instrument.of('/leib/event')) {
    expect([participant, Number(uncertainty) <= 0.0041]).toEqual(['p', true]);
    expect(Math.abs(Number(hostSeconds) * 1000 - happenedMs)).toBeLessThanOrEqual(Number(uncertainty) * 1000 + 0.01);
  }
  // Markers come to the page by the same clock, and know less by as much.
  const markedMs = page.nowMs() - 100;
  instrument.say('/leib/marker', 'sd', ['blink', instrument.nowSeconds() - 0.1]);
  let answer = await fetchMarkers(station, slow);
  await until(
    () => answer.ok && answer.value.markers.length > 0,
    () => void fetchMarkers(station, slow).then((next) => (answer = next)),
  );
  const { markers, instruments } = answer.ok ? answer.value : { markers: [], instruments: [] };
  expect(instruments).toMatchObject([{ name: spec, isConnected: true }]);
  const uncertainty = markers[0].uncertaintySeconds ?? 0;
  expect(uncertainty).toBeGreaterThan((THERE_MS + BACK_MS) / 2000);
  expect(Math.abs(markers[0].hostMs - markedMs)).toBeLessThanOrEqual(uncertainty * 1000 + 0.01);
});
