import type { Person } from '@leib/embody';
import type { Change, Json, Thing } from '@leib/stage';
import { SharedRoom } from '@leib/together';
import { decodeOrders, isForAnyStep, type SentOrder } from './orders.js';
import { asJson, type ShownNow, type ShownStep } from './shownStudy.js';

/** So often the operator hears of times and marks, seconds. */
const TELL_SECONDS = 0.2;
/** Orders that were heard are remembered: the operator's page shows them until it knows. */
const MOST_HEARD = 60;

/** The room of people of a study: its stations and those who look after them. */
export function roomOfStudy(study: string): string {
  return `study-${study.toLowerCase().replace(/[^a-z\d]+/g, '-')}`.slice(0, 40).replace(/-$/, '');
}

/** What a station knows of its time before it was loaded anew. */
export interface StationMemory {
  /** The word by which it is the same person in the room of people. */
  getResume(): string | null;
  setResume(word: string): void;
  getHeard(): readonly string[];
  setHeard(ids: readonly string[]): void;
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
    return others.some((id) => doc?.actors[id]?.settings.isOperator === true);
  }

  /** The body at every tick, the rest as it changes. */
  tell(person: Person, step: ShownStep, now: ShownNow, things: readonly Thing[]): void {
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
      const { isOperator, orders } = doc?.actors[id]?.settings ?? {};
      if (isOperator !== true) continue;
      const decoded = decodeOrders(orders);
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

/** Whether an order is still for the step that is under way. */
export function isForStep({ step, attempt, order }: SentOrder, now: Pick<ShownStep, 'id' | 'attempt'>): boolean {
  return isForAnyStep(order) || (step === now.id && attempt === now.attempt);
}
