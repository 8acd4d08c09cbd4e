import type { Person } from '@leib/embody';
import type { ActorId, Change, Json, JsonObject, StageDoc, Thing } from '@leib/stage';
import { roomOfStudy } from '@leib/study';
import { SharedRoom } from '@leib/together';
import { decodeOrders, isForAnyStep, type SentOrder } from './orders.js';
import { asJson, type ShownNow, type ShownStep } from './shownStudy.js';

/** So often the operator hears of times and marks, seconds. */
const TELL_SECONDS = 0.2;
/** Orders that were heard are remembered: the operator's page shows them until it knows. */
const MOST_HEARD = 60;

/** What a station knows of its time before it was loaded anew. */
export interface StationMemory {
  /** The word by which it is the same person in the room of people. */
  getResume(): string | null;
  setResume(word: string): void;
  getHeard(): readonly string[];
  setHeard(ids: readonly string[]): void;
}

/** What operators are told of a station. */
export interface ToldStation {
  readonly step: ShownStep;
  readonly now: ShownNow;
  readonly things: readonly Thing[];
  /** The pose that the participant sees, packed; null where it is the tracked one. */
  readonly reached: JsonObject | null;
}

/** A participant's page in the room of its study: shows the body and the step to operators, and hears what they order. */
export class StationLink {
  readonly room: SharedRoom;
  readonly #participant: string;
  readonly #memory: StationMemory;
  readonly #onOrder: (sent: SentOrder) => void;
  #told: Record<string, string> = {};
  #toldSeconds = Number.NEGATIVE_INFINITY;
  #toldAs: string | null = null;

  constructor(
    address: string,
    { study, participant }: Pick<ShownStep, 'study' | 'participant'>,
    memory: StationMemory,
    onOrder: (sent: SentOrder) => void,
  ) {
    this.#participant = participant;
    this.#memory = memory;
    this.#onOrder = onOrder;
    const resume = memory.getResume();
    this.room = new SharedRoom(address, roomOfStudy(study), { name: participant, ...(resume && { resume }) });
    this.room.subscribe(() => {
      if (this.room.me !== null && this.room.resume !== null) memory.setResume(this.room.resume);
      this.#hear();
    });
  }

  get hasOperator(): boolean {
    const { doc, others } = this.room;
    return others.some((id) => isOperator(doc, id));
  }

  /** The body at every tick, the rest as it changes. */
  tell(person: Person, { step, now, things, reached }: ToldStation): void {
    const { room } = this;
    room.send(person);
    const seconds = room.nowMs() / 1000;
    if (seconds - this.#toldSeconds < TELL_SECONDS || room.me === null || room.doc === null) return;
    this.#toldSeconds = seconds;
    if (room.me !== this.#toldAs) this.#told = {};
    this.#toldAs = room.me;
    this.#change({
      study: asJson(step),
      studyNow: asJson(now),
      studyThings: things as unknown as Json,
      studyBody: reached,
      studyHeard: [...this.#memory.getHeard()],
    });
  }

  dispose(): void {
    this.room.dispose();
  }

  #change(values: Readonly<Record<string, Json>>): void {
    const changes: Change[] = [];
    for (const [key, value] of Object.entries(values)) {
      const text = JSON.stringify(value);
      if (this.#told[key] === text) continue;
      this.#told[key] = text;
      changes.push({ path: ['actors', this.room.me ?? '', 'settings', key], value });
    }
    if (changes.length > 0) this.room.change(changes, false);
  }

  /** Each order once, also where this page was loaded anew. */
  #hear(): void {
    const { doc, others } = this.room;
    for (const id of others) {
      if (!isOperator(doc, id)) continue;
      const decoded = decodeOrders(doc?.actors[id].settings.orders);
      if (!decoded.ok) continue;
      for (const sent of decoded.value) {
        const heard = this.#memory.getHeard();
        if (sent.to !== this.#participant || heard.includes(sent.id)) continue;
        this.#memory.setHeard([...heard, sent.id].slice(-MOST_HEARD));
        this.#onOrder(sent);
      }
    }
  }
}

/** Who says so and may: the server makes those who operate the study hosts of its room, and nobody can do that for themselves. */
export function isOperator(doc: StageDoc | null, id: ActorId): boolean {
  const { isOperator: says, role } = doc?.actors[id]?.settings ?? {};
  return says === true && role === 'host';
}

/** Whether an order is still for the step that is under way. */
export function isForStep({ step, attempt, order }: SentOrder, now: Pick<ShownStep, 'id' | 'attempt'>): boolean {
  return isForAnyStep(order) || (step === now.id && attempt === now.attempt);
}
