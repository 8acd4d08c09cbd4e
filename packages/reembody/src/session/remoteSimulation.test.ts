import { createPose } from '@leib/core';
import { expect, test } from 'vitest';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { personSkeleton } from '../person.testing.js';
import { defaultRemoteBodySettings, type RemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { RemoteCarrier, RemoteCarrierEvents } from '../wire/remoteClient.js';
import { buildRemoteFrameLayout, outputAt } from './remoteFrame.js';
import { type FrameTrip, RemoteSimulation, type SimulationPlace } from './remoteSimulation.js';

const skeleton = personSkeleton();
const body = buildRemoteBody(skeleton, defaultRemoteBodySettings);
const setup = { body: { skeleton, skin: null, settings: defaultRemoteBodySettings }, otherCount: 0, objects: [] };

/** A carrier without a simulation: records requests and answers as the test wants. */
class TestCarrier implements RemoteCarrier {
  readonly takesObjects = true;
  input: Float64Array | null = null;
  isDisposed = false;
  sent = 0;
  settings: RemoteBodySettings[] = [];
  counts: number[] = [];
  readonly events: RemoteCarrierEvents;

  constructor(events: RemoteCarrierEvents) {
    this.events = events;
  }

  build(count = 1): void {
    this.input = new Float64Array(buildRemoteFrameLayout(Array(count).fill(body), 0).inputLength);
    this.events.built({ bodies: Array(count).fill(body), ownCount: count, clientCount: 1, seat: 0 });
  }

  answer(rootX: number, count = 1): void {
    const layout = buildRemoteFrameLayout(Array(count).fill(body), 0);
    const output = new Float64Array(layout.outputLength);
    for (const { output: at } of layout.bodies) {
      output[at + outputAt.rootPosition] = rootX;
      output.set(createPose(skeleton).localRotations, at + outputAt.rotations);
    }
    this.events.frame(output, true, 0.001);
  }

  send(): void {
    this.sent++;
  }
  setSettings(settings: RemoteBodySettings): void {
    this.settings.push(settings);
  }
  setCount(count: number): void {
    this.counts.push(count);
  }
  resetObjects(): void {}
  setObjects(): void {}
  dispose(): void {
    this.isDisposed = true;
  }
}

function start(onLost?: (simulation: RemoteSimulation, server: SimulationPlace) => void) {
  const carriers: TestCarrier[] = [];
  const open: SimulationPlace['open'] = (_, events) => {
    const carrier = new TestCarrier(events);
    carriers.push(carrier);
    return carrier;
  };
  const lost: string[] = [];
  const trips: (FrameTrip | null)[] = [];
  const events = {
    built() {},
    frame: (_output: unknown, _built: unknown, trip: FrameTrip | null) => void trips.push(trip),
    failed() {},
    lost: (reason: string) => {
      lost.push(reason);
      onLost?.(simulation, server);
    },
  };
  const simulation = new RemoteSimulation(setup, { kind: 'worker', open }, events);
  const server: SimulationPlace = { kind: 'server', open };
  return { simulation, carriers, server, lost, trips };
}

test('moving elsewhere, the old place goes on until the new one is built', () => {
  const { simulation, carriers, server } = start();
  carriers[0].build();
  carriers[0].answer(1);
  simulation.moveTo(server);
  carriers[0].answer(2);
  expect(simulation.pose.rootPosition[0]).toBe(2);
  expect(carriers[0].isDisposed).toBe(false);
  expect(simulation.where).toBe('worker');
  carriers[1].build();
  expect(simulation.where).toBe('server');
  expect(carriers[0].isDisposed).toBe(true);
  carriers[0].answer(3);
  expect(simulation.pose.rootPosition[0]).toBe(2);
  carriers[1].answer(4);
  expect(simulation.pose.rootPosition[0]).toBe(4);
});

test('a new place that cannot be reached is lost, and the old one goes on', () => {
  const { simulation, carriers, server, lost } = start();
  carriers[0].build();
  simulation.moveTo(server);
  carriers[1].events.failed('nobody there.', true);
  expect(lost).toEqual(['nobody there.']);
  expect(carriers[1].isDisposed).toBe(true);
  carriers[0].answer(5);
  expect(simulation.pose.rootPosition[0]).toBe(5);
});

test('a place that breaks keeps its last picture, and the next takes over', () => {
  const { simulation, carriers, lost } = start((broken, server) => broken.moveTo(server));
  carriers[0].build();
  carriers[0].answer(6);
  carriers[0].events.failed('gone.', true);
  expect(lost).toEqual(['gone.']);
  expect(simulation.input).toBeNull();
  expect(simulation.output).not.toBeNull();
  carriers[1].build();
  carriers[1].answer(7);
  expect(simulation.pose.rootPosition[0]).toBe(7);
});

test('of many settings and counts that come while one is being built only the last are asked for', () => {
  const { simulation, carriers } = start();
  const heavier = (totalMass: number) => ({ ...defaultRemoteBodySettings, totalMass });
  for (const mass of [60, 61, 62]) simulation.setSettings(heavier(mass));
  for (const count of [1, 2, 3]) simulation.setOtherCount(count);
  expect(carriers[0].settings).toEqual([]);
  carriers[0].build();
  expect(carriers[0].settings.map(({ totalMass }) => totalMass)).toEqual([62]);
  expect(carriers[0].counts).toEqual([]);
  carriers[0].build();
  expect(carriers[0].counts).toEqual([4]);
  carriers[0].build(4);
  expect(simulation.built?.others).toHaveLength(3);
  carriers[0].answer(8, 4);
  expect(simulation.built?.others[2].pose.rootPosition[0]).toBe(8);
});

test('time that passes while a frame is on its way is made up for with the next', () => {
  const { simulation, carriers, trips } = start();
  carriers[0].build();
  const { input } = carriers[0];
  simulation.step(0.01);
  carriers[0].input = null;
  simulation.step(0.01);
  simulation.step(0.02);
  expect(carriers[0].sent).toBe(1);
  carriers[0].input = input;
  carriers[0].answer(0);
  simulation.step(0.01);
  expect(carriers[0].sent).toBe(2);
  expect(input?.[0]).toBeCloseTo(0.04, 12);
  expect(trips.at(-1)?.wholeMs).toBeGreaterThanOrEqual(0);
  expect(trips.at(-1)?.thereMs).toBeCloseTo(1, 9);
});
