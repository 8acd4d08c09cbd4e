import type { Signal } from '@leib/net';
import { createPersonUpdate } from '@leib/net';
import type { ActorDoc, ActorId, StageDoc } from '@leib/stage';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PersonFeed } from '../personFeed.js';
import type { VoiceListener } from '../sharedRoom.js';
import { type VoiceRoom, Voices } from './voices.js';

// Two people in one page, with real connections and real sound; what the server does is passing on what they say.

/** Sound goes by real time: a connection takes as long as the machine needs. */
const patience = { timeout: 120_000, interval: 30 };
/** High enough that a head is in its way. */
const HZ = 2500;
const endings: (() => void)[] = [];

beforeAll(() => userEvent.click(document.body));
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

class Place {
  readonly actors: Record<ActorId, ActorDoc> = {};
  readonly listeners = new Map<ActorId, VoiceListener>();
  readonly places = new Map<ActorId, readonly [number, number, number]>();
  /** Nothing that is said arrives. */
  isCut = false;

  room(me: ActorId, number: number, role = 'guest'): VoiceRoom {
    const place = this;
    const source = { kind: 'network', person: number };
    place.actors[me] = { kind: 'remote', source, body: { kind: 'default' }, profile: null, settings: { role } };
    place.places.set(me, [0, 1.6, 0]);
    return {
      ...{ me, waitingCount: 0, nowMs: () => performance.now(), askForIce() {} },
      get state() {
        return place.isCut ? ('lost' as const) : ('open' as const);
      },
      get role() {
        return place.actors[me].settings.role as 'guest';
      },
      get doc() {
        return { actors: place.actors } as unknown as StageDoc;
      },
      get others() {
        return Object.keys(place.actors).filter((id) => id !== me);
      },
      numberOf: (id) => place.actors[id]?.source.person as number | undefined,
      feed: (id) => place.feed(id),
      change(changes) {
        for (const { path, value } of changes) place.set(path[1] as ActorId, path[3] as string, value);
        return { ok: true, value: { id: 1, changes } };
      },
      signal(to, signal) {
        if (place.isCut) return false;
        const bytes = JSON.stringify(signal);
        setTimeout(() => place.listeners.get(to)?.onSignal(me, JSON.parse(bytes) as Signal));
        return true;
      },
      hearVoices(listener) {
        place.listeners.set(me, listener);
        return () => void place.listeners.delete(me);
      },
    };
  }

  set(id: ActorId, name: string, value: unknown): void {
    this.actors[id] = { ...this.actors[id], settings: { ...this.actors[id].settings, [name]: value as string } };
  }

  feed(id: ActorId): PersonFeed | null {
    const at = this.places.get(id);
    if (!at) return null;
    const shown = createPersonUpdate();
    shown.jointPoses.set(at);
    return { shown, updateCount: 1, staleMs: 0 } as unknown as PersonFeed;
  }
}

/** A microphone that whistles. */
function whistle(context: AudioContext): () => Promise<MediaStream> {
  return async () => {
    const to = context.createMediaStreamDestination();
    const tone = new OscillatorNode(context, { frequency: HZ });
    tone.connect(new GainNode(context, { gain: 0.3 })).connect(to);
    tone.start();
    return to.stream;
  };
}

/** What reaches each ear: its loudness, and the loudest of its frequencies. */
class Ears {
  readonly node: AudioNode;
  readonly #analysers: readonly AnalyserNode[];

  constructor(context: AudioContext) {
    const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
    this.node = new GainNode(context, { channelCount: 2, channelCountMode: 'explicit' });
    this.node.connect(splitter);
    this.#analysers = [0, 1].map((channel) => {
      const analyser = new AnalyserNode(context, { fftSize: 2048 });
      splitter.connect(analyser, channel);
      return analyser;
    });
  }

  /** Left and right. */
  get loudness(): readonly number[] {
    return this.#analysers.map((analyser) => {
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      return Math.hypot(...samples) / Math.sqrt(samples.length);
    });
  }

  get loudest(): number {
    return Math.max(...this.loudness);
  }

  get hertz(): number {
    const [analyser] = this.#analysers;
    const bins = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(bins);
    return (bins.indexOf(Math.max(...bins)) * analyser.context.sampleRate) / analyser.fftSize;
  }
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1.6, 0, 1];

/** Ada whistles, Bo listens from where the matrix says. */
async function meet(numbers: readonly [number, number] = [1, 2]) {
  const place = new Place();
  const [adasContext, context] = [new AudioContext(), new AudioContext()];
  const ears = new Ears(context);
  const connections: RTCPeerConnection[] = [];
  const createConnection = (configuration: RTCConfiguration) => {
    const connection = new RTCPeerConnection(configuration);
    connections.push(connection);
    return connection;
  };
  const ada = new Voices(place.room('ada', numbers[0], 'host'), {
    ...{ context: adasContext, ask: whistle(adasContext), createConnection },
  });
  const bo = new Voices(place.room('bo', numbers[1]), {
    context,
    output: ears.node,
    ask: whistle(context),
    createConnection,
  });
  const silence = new GainNode(adasContext, { gain: 0 });
  silence.connect(adasContext.destination);
  endings.push(() => {
    for (const one of [ada, bo]) one.dispose();
    for (const one of [adasContext, context]) void one.close();
  });
  const listening = { matrix: identity };
  const step = () => {
    ada.step(identity);
    bo.step(listening.matrix);
  };
  /** Both go on until something is as it should be. */
  const until = (read: () => unknown, wanted: unknown = true) =>
    expect
      .poll(() => {
        step();
        return read();
      }, patience)
      .toEqual(wanted);
  const stand = (x: number, z: number) => place.places.set('ada', [x, 1.6, z]);
  stand(-2, 0);
  await ada.openMicrophone();
  return { place, ada, bo, ears, until, stand, listening, connections };
}

const LOUD = 0.01;
const SILENT = 0.0005;

test.each([
  [1, 2],
  [2, 1],
] as const)(
  'a tone of one is heard by the other, on the side where they stand (numbers %i and %i)',
  async (...numbers) => {
    const { bo, ada, ears, until, stand, listening, place } = await meet(numbers);
    await until(() => ears.loudest > LOUD);
    await until(() => Math.abs(ears.hertz - HZ) < 60);
    await until(() => ears.loudness[0] > 1.5 * ears.loudness[1]);
    stand(2, 0);
    await until(() => ears.loudness[1] > 1.5 * ears.loudness[0]);
    // Who turns round hears them on the other side.
    listening.matrix = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 1.6, 0, 1];
    await until(() => ears.loudness[0] > 1.5 * ears.loudness[1]);
    expect(bo.figures()).toMatchObject({ heard: ['ada'], sentence: 'You hear 1 person.', isOn: false });
    expect(place.actors.ada.settings.voice).toBe(true);
    expect([bo.isSpeaking('ada'), (bo.loudness('ada') ?? 0) > 0.1, ada.loudness('bo')]).toEqual([true, true, 0]);
  },
);

test('far is less loud, and beyond twenty metres there is silence and no connection', async () => {
  const { ears, until, stand, bo, connections } = await meet();
  stand(0, -1.5);
  await until(() => ears.loudest > 0.05);
  const near = ears.loudest;
  stand(0, -12);
  await until(() => ears.loudest < near / 4 && ears.loudest > SILENT);
  stand(0, -21);
  await until(() => ears.loudest < SILENT);
  expect(bo.figures().heard).toEqual(['ada']);
  stand(0, -30);
  await until(() => bo.figures().heard.length, 0);
  await until(() => connections.every(({ connectionState }) => connectionState === 'closed'));
  stand(0, -2);
  await until(() => ears.loudest > LOUD);
});

test('who is muted, looks on, holds no key, switches off or leaves is not heard', async () => {
  const { ears, until, bo, ada, place } = await meet();
  const isHeard = () => until(() => ears.loudest > LOUD);
  const isSilent = () => until(() => ears.loudest < SILENT);
  await isHeard();
  bo.setMuted('ada', true);
  await isSilent();
  bo.setMuted('ada', false);
  await isHeard();
  for (const [name, silent, heard] of [
    ['muted', true, false],
    ['role', 'watcher', 'host'],
  ] as const) {
    place.set('ada', name, silent);
    await isSilent();
    expect(bo.loudness('ada')).toBeNull();
    place.set('ada', name, heard);
    await isHeard();
  }
  ada.microphone.setByKey(true);
  await isSilent();
  ada.microphone.talk(true);
  await isHeard();
  ada.microphone.talk(false);
  await isSilent();
  ada.microphone.setByKey(false);
  await isHeard();
  ada.closeMicrophone();
  await isSilent();
  await until(() => [place.actors.ada.settings.voice, bo.figures().heard], [false, []]);
  await ada.openMicrophone();
  await isHeard();
  delete place.actors.ada;
  await isSilent();
  expect(bo.figures().heard).toEqual([]);
});

test('both speak by one connection, which goes on while the room is away and follows what hosts decide after it', async () => {
  const { until, bo, ada, ears, place, connections } = await meet();
  await bo.openMicrophone();
  await until(() => [ada.figures().heard, bo.figures().heard], [['bo'], ['ada']]);
  await until(() => (ada.loudness('bo') ?? 0) > 0.1 && ears.loudest > LOUD);
  place.isCut = true;
  place.set('ada', 'muted', true);
  await until(() => ears.loudest < SILENT);
  expect((ada.loudness('bo') ?? 0) > 0.1).toBe(true);
  // What was said meanwhile is lost.
  place.isCut = false;
  await until(() => (ada.loudness('bo') ?? 0) > 0.1 && ears.loudest < SILENT);
  place.set('ada', 'muted', false);
  await until(() => ears.loudest > LOUD);
  expect(connections.filter(({ connectionState }) => connectionState === 'connected')).toHaveLength(2);
});

test('a page that was opened anew is heard again', async () => {
  const { until, bo, ears, place, ada } = await meet();
  await until(() => ears.loudest > LOUD);
  ada.dispose();
  await until(() => ears.loudest < SILENT);
  const context = new AudioContext();
  const again = new Voices(place.room('ada', 1), { context, ask: whistle(context) });
  place.places.set('ada', [-2, 1.6, 0]);
  endings.push(() => {
    again.dispose();
    void context.close();
  });
  await again.openMicrophone();
  await until(() => {
    again.step(identity);
    return ears.loudest > LOUD;
  });
  expect(bo.figures().heard).toEqual(['ada']);
});
