import { bytesOfDetail, peopleLevels as levels, PeopleWriter, placeOfPerson, sizeOfPerson } from '@leib/net';

/** People of one room: as many actors as a document has. */
export const MOST_PEOPLE = 256;

const LAST_LEVEL = levels.length - 1;
const upToSq = levels.map(({ upTo }) => upTo * upTo);
const ticksOf = Uint8Array.from(levels, ({ ticks }) => ticks);

/** Bytes a second of `people` for one client, and how much of that at once, seconds. */
const BUDGET_PER_SECOND = 512_000;
const BURST_SECONDS = 0.1;
/** After so many ticks without enough all go down a level, after so many with less than half of the budget up again. */
const DOWN_TICKS = 6;
const UP_TICKS = 60;
/** Steps of urgency, four for each time that it doubles. */
const URGENCIES = 128;
const HEADER_BYTES = 20;

/** A message of people in a buffer that is used again when it has left. */
export interface PeopleParcel {
  readonly writer: PeopleWriter;
  readonly onLeft: () => void;
}

/** Somebody who gets people, and may be one. */
export class BodySlot {
  readonly index: number;
  readonly personId: number;
  /** By the index of each other: the tick in which they were sent to this one last. */
  readonly sentTicks = new Uint32Array(MOST_PEOPLE);
  /** What is left of the budget, bytes. */
  credit: number;
  /** So many levels down. */
  coarse = 0;
  ticksOver = 0;
  ticksCalm = 0;
  readonly #free: PeopleParcel[] = [];

  constructor(index: number, personId: number, credit: number) {
    this.index = index;
    this.personId = personId;
    this.credit = credit;
  }

  takeParcel(): PeopleParcel {
    const free = this.#free.pop();
    if (free) return free;
    const parcel: PeopleParcel = { writer: new PeopleWriter(), onLeft: () => this.#free.push(parcel) };
    return parcel;
  }

  giveBack(parcel: PeopleParcel): void {
    this.#free.push(parcel);
  }
}

/**
 * The newest body of everybody in a room, and who gets which of them in a tick. Reads sizes and places and nothing else, and
 * makes nothing in a tick but the messages.
 */
export class PeopleBodies {
  readonly #budget: number;
  #tick = 0;
  readonly #slots: (BodySlot | null)[] = new Array(MOST_PEOPLE).fill(null);
  /** Indices in use are below. */
  #end = 0;
  /** By index: the newest update, the tick from which it is sent, where it is, and its bytes at each level. */
  readonly #updates: (Uint8Array | null)[] = new Array(MOST_PEOPLE).fill(null);
  /** The one before it, where both came for the same tick. */
  readonly #earlier: (Uint8Array | null)[] = new Array(MOST_PEOPLE).fill(null);
  readonly #updatedTicks = new Uint32Array(MOST_PEOPLE);
  /** The tick of those before. */
  readonly #previousTicks = new Uint32Array(MOST_PEOPLE);
  readonly #places = new Float64Array(MOST_PEOPLE * 3);
  readonly #sizes = new Uint16Array(MOST_PEOPLE * levels.length);
  /** The finest level at which somebody here saw each since takeWanted(). */
  readonly #wanted = new Uint8Array(MOST_PEOPLE).fill(LAST_LEVEL);
  readonly #place = new Float64Array(3);
  /** Who is due for the one at hand: index, level and urgency of each. */
  readonly #due = new Uint16Array(MOST_PEOPLE);
  readonly #dueLevels = new Uint8Array(MOST_PEOPLE);
  readonly #urgencies = new Uint8Array(MOST_PEOPLE);
  readonly #counts = new Uint16Array(URGENCIES + 1);
  readonly #byUrgency = new Uint16Array(MOST_PEOPLE);
  #dueCount = 0;
  #dueBytes = 0;
  #nearest = -1;
  #nearestLevel = 0;

  constructor(budgetPerSecond = BUDGET_PER_SECOND) {
    this.#budget = budgetPerSecond;
  }

  get tick(): number {
    return this.#tick;
  }

  /** @param personId their number on the wire; null where there is no room for one more */
  join(personId: number): BodySlot | null {
    const index = this.#slots.indexOf(null);
    if (index < 0) return null;
    const slot = new BodySlot(index, personId, this.#budget * BURST_SECONDS);
    this.#slots[index] = slot;
    this.#end = Math.max(this.#end, index + 1);
    for (const other of this.#slots) if (other) other.sentTicks[index] = 0;
    return slot;
  }

  leave(slot: BodySlot): void {
    this.silence(slot);
    this.#slots[slot.index] = null;
    while (this.#end > 0 && this.#slots[this.#end - 1] === null) this.#end--;
  }

  /** Forgets the body of somebody who has none any more. */
  silence({ index }: BodySlot): void {
    this.#updates[index] = null;
    this.#earlier[index] = null;
    this.#updatedTicks[index] = 0;
  }

  /** The newest body of somebody; false where the bytes are none. They are kept. */
  hear({ index }: BodySlot, update: Uint8Array): boolean {
    const size = sizeOfPerson(update, 0);
    if (!size.ok || size.value !== update.length) return false;
    // Timers of senders and of the room drift and are late: without the one before, many updates would be lost on a busy machine.
    const isSecond = this.#updatedTicks[index] === this.#tick + 1;
    this.#earlier[index] = isSecond ? this.#updates[index] : null;
    if (!isSecond) this.#previousTicks[index] = this.#updatedTicks[index];
    this.#updates[index] = update;
    this.#updatedTicks[index] = this.#tick + 1;
    placeOfPerson(update, 0, this.#place);
    this.#places.set(this.#place, index * 3);
    for (let level = 0; level <= LAST_LEVEL; level++)
      this.#sizes[index * levels.length + level] = bytesOfDetail(update, levels[level].detail);
    return true;
  }

  /** Time goes by for all. */
  step(dtSeconds: number): void {
    this.#tick++;
    const [more, most] = [this.#budget * dtSeconds, this.#budget * BURST_SECONDS];
    for (let index = 0; index < this.#end; index++) {
      const slot = this.#slots[index];
      if (slot) slot.credit = Math.min(most, slot.credit + more);
    }
  }

  /** Writes what came of somebody since the last tick, as often and in as much detail as at a level. */
  writeNews({ index, personId }: BodySlot, writer: PeopleWriter, level: number): void {
    const update = this.#updates[index];
    const { ticks, detail } = levels[level];
    if (update === null || this.#tick - this.#updatedTicks[index] >= ticks || this.#tick % ticks !== 0) return;
    const earlier = this.#earlier[index];
    if (earlier !== null && level === 0) writer.add(personId, earlier, detail);
    writer.add(personId, update, detail);
  }

  /** The finest level at which somebody here has seen this one since the last call. */
  takeWanted({ index }: BodySlot): number {
    const level = this.#wanted[index];
    this.#wanted[index] = LAST_LEVEL;
    return level;
  }

  /** Writes what somebody gets in this tick. */
  write(slot: BodySlot, writer: PeopleWriter, dtSeconds: number): void {
    writer.begin();
    this.#findDue(slot);
    const isOver = this.#dueBytes + HEADER_BYTES > slot.credit;
    if (this.#nearest >= 0) this.#send(slot, writer, this.#nearest, this.#nearestLevel);
    if (isOver) this.#sendUrgent(slot, writer);
    else for (let i = 0; i < this.#dueCount; i++) this.#send(slot, writer, this.#due[i], this.#dueLevels[i]);
    if (writer.count > 0) slot.credit -= writer.length;
    this.#adapt(slot, isOver, writer.length < (this.#budget * dtSeconds) / 2);
  }

  /** Who has something new for somebody, and is due by their level; the nearest of all is found apart. */
  #findDue({ index: own, sentTicks, coarse }: BodySlot): void {
    const [tick, places, updatedTicks, sizes] = [this.#tick, this.#places, this.#updatedTicks, this.#sizes];
    const wanted = this.#wanted;
    const hasPlace = updatedTicks[own] > 0;
    const [x, y, z] = [places[own * 3], places[own * 3 + 1], places[own * 3 + 2]];
    let [count, bytes] = [0, 0];
    let [nearest, nearestLevel, nearestSq] = [-1, 0, Number.POSITIVE_INFINITY];
    for (let index = 0; index < this.#end; index++) {
      const sentTick = sentTicks[index];
      if (updatedTicks[index] <= sentTick || index === own) continue;
      let distanceSq = 0;
      if (hasPlace) {
        const dx = places[index * 3] - x;
        const dy = places[index * 3 + 1] - y;
        const dz = places[index * 3 + 2] - z;
        distanceSq = dx * dx + dy * dy + dz * dz;
      }
      let level = 0;
      while (distanceSq > upToSq[level]) level++;
      if (distanceSq < nearestSq) {
        nearest = index;
        nearestLevel = level;
        nearestSq = distanceSq;
      }
      if (level < wanted[index]) wanted[index] = level;
      level = Math.min(LAST_LEVEL, level + coarse);
      if (tick - sentTick < ticksOf[level]) continue;
      this.#due[count] = index;
      this.#dueLevels[count] = level;
      bytes += sizes[index * levels.length + level];
      count++;
    }
    this.#dueCount = count;
    this.#dueBytes = bytes;
    const isDue = nearest >= 0 && tick - sentTicks[nearest] >= ticksOf[nearestLevel];
    this.#nearest = isDue ? nearest : -1;
    this.#nearestLevel = nearestLevel;
  }

  /** The most overdue first, while the budget lasts. */
  #sendUrgent(slot: BodySlot, writer: PeopleWriter): void {
    const counts = this.#counts.fill(0);
    for (let i = 0; i < this.#dueCount; i++) {
      const age = this.#tick - slot.sentTicks[this.#due[i]];
      const urgency = Math.min(URGENCIES - 1, Math.floor(4 * Math.log2(age / ticksOf[this.#dueLevels[i]])));
      // Less than nothing: the nearest, who is sent already.
      this.#urgencies[i] = Math.max(0, urgency);
      counts[URGENCIES - 1 - this.#urgencies[i]]++;
    }
    for (let sum = 0, i = 0; i <= URGENCIES; i++) {
      sum += counts[i];
      counts[i] = sum - counts[i];
    }
    for (let i = 0; i < this.#dueCount; i++) this.#byUrgency[counts[URGENCIES - 1 - this.#urgencies[i]]++] = i;
    for (let i = 0; i < this.#dueCount; i++) {
      const at = this.#byUrgency[i];
      const index = this.#due[at];
      const level = this.#dueLevels[at];
      if (writer.length + this.#sizes[index * levels.length + level] > slot.credit) return;
      this.#send(slot, writer, index, level);
    }
  }

  #send({ sentTicks }: BodySlot, writer: PeopleWriter, index: number, level: number): void {
    const update = this.#updates[index];
    const slot = this.#slots[index];
    if (update === null || slot === null || sentTicks[index] === this.#tick) return;
    const earlier = this.#earlier[index];
    const previousTick = this.#previousTicks[index];
    const isNext = previousTick > 0 && sentTicks[index] >= previousTick && this.#updatedTicks[index] === this.#tick;
    if (earlier !== null && level === 0 && isNext) writer.add(slot.personId, earlier, 'all');
    writer.add(slot.personId, update, levels[level].detail);
    sentTicks[index] = this.#tick;
  }

  #adapt(slot: BodySlot, isOver: boolean, isCalm: boolean): void {
    slot.ticksOver = isOver ? slot.ticksOver + 1 : 0;
    slot.ticksCalm = isCalm && !isOver ? slot.ticksCalm + 1 : 0;
    const steps = slot.ticksOver >= DOWN_TICKS ? 1 : slot.ticksCalm >= UP_TICKS ? -1 : 0;
    if (steps === 0) return;
    slot.coarse = Math.min(LAST_LEVEL, Math.max(0, slot.coarse + steps));
    slot.ticksOver = 0;
    slot.ticksCalm = 0;
  }
}
