import { createPersonUpdate, encodePerson, type PersonUpdate, roomKind } from '@leib/net';
import { createPeopleFigures } from '../../../apps/server/dist/people/peopleFigures.js';
import { type PeopleMember, PeopleRoom } from '../../../apps/server/dist/people/peopleRoom.js';
import type { RoomStore } from '../../../apps/server/dist/people/roomStore.js';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { median } from './measureTimes.js';
import type { BenchResult } from './report.js';

const PEOPLE = 200;
const TICK_MS = 1000 / 60;

const store: RoomStore = {
  isLong: false,
  append: async () => {},
  compact: async () => {},
  remove: async () => {},
  close: async () => {},
};

/** A room of people spread evenly over a circle, all of whom send in every tick; nothing crosses a socket. */
async function crowd(radius: number, form: PersonUpdate['form']) {
  const sent = { bytes: 0, messages: 0 };
  const settings = {
    name: 'crowd',
    isOpen: true,
    resumeWord: (actor: string) => actor,
    figures: createPeopleFigures(),
  };
  const room = new PeopleRoom(settings, { stored: { snapshot: null, changes: [] }, store, link: null }, 0);
  let nowMs = 0;
  for (let id = 0; id < PEOPLE; id++) {
    const member: PeopleMember = {
      id,
      waitingBytes: 0,
      send(message, onLeft) {
        sent.bytes += message.length;
        sent.messages++;
        onLeft?.();
      },
      refuse(reason) {
        throw new Error(reason);
      },
      cut() {
        throw new Error('a room of one server cuts nobody off');
      },
    };
    room.join(member, { role: 'guest', actor: null, since: null }, nowMs);
  }
  while (room.peopleCount < PEOPLE) {
    nowMs += TICK_MS;
    room.step(nowMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const updates = Array.from({ length: PEOPLE }, (_, index) => updateAt(radius, index, form));
  return {
    sent,
    hear() {
      for (const [id, update] of updates.entries()) room.receive(id, roomKind.person, update);
    },
    step() {
      nowMs += TICK_MS;
      room.step(nowMs);
    },
  };
}

/** Vogel's spiral: as many people on each square metre. */
function updateAt(radius: number, index: number, form: PersonUpdate['form']) {
  const update = createPersonUpdate();
  const [angle, distance] = [index * 2.399963, radius * Math.sqrt(index / PEOPLE)];
  const place = [Math.cos(angle) * distance, 1.6, Math.sin(angle) * distance];
  Object.assign(update, { form, hasFingers: form === 'pose' });
  update.rootPosition.set(place);
  for (let point = 0; point < 3; point++) update.jointPoses.set([...place, 0, 0, 0, 1], point * 7);
  return encodePerson(update);
}

/** A tick of a room of 200, near to one another and far apart, with head and hands and with whole bodies. */
export async function benchPeople({ targetCount }: BenchmarkOptions): Promise<BenchResult[]> {
  const ticks = targetCount * 2;
  const results: BenchResult[] = [];
  for (const form of ['targets', 'pose'] as const) {
    for (const radius of [2, 30]) {
      const { hear, step, sent } = await crowd(radius, form);
      const times: number[] = [];
      let began = process.cpuUsage();
      for (let tick = -ticks; tick < ticks; tick++) {
        hear();
        if (tick === 0) {
          Object.assign(sent, { bytes: 0, messages: 0 });
          began = process.cpuUsage();
        }
        const startMs = performance.now();
        step();
        if (tick >= 0) times.push((performance.now() - startMs) * 1000);
      }
      const { user, system } = process.cpuUsage(began);
      results.push({
        name: `people/${PEOPLE}-${form}-${radius}m`,
        ours: median(times),
        unit: 'us',
        peers: {},
        bytesPerCall: null,
        ratio: {},
        facts: {
          kilobytesPerClientAndSecond: Math.round(((sent.bytes / ticks / PEOPLE) * 60) / 1000),
          messagesPerTick: sent.messages / ticks,
          // Computing, collecting garbage included, whatever else the machine does.
          coresPerMille: Math.round(((user + system) / ticks) * 60e-3),
        },
      });
    }
  }
  return results;
}
