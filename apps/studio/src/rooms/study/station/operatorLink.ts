import { isRecord } from '@leib/core';
import type { ActorId, Change, Json, Thing } from '@leib/stage';
import { roomOfStudy } from '@leib/study';
import { SharedRoom } from '@leib/together';
import type { SentOrder, StudyOrder } from './orders.js';
import type { ShownNow, ShownStep } from './shownStudy.js';

/** A participant's page, as its operator sees it. */
export interface Station {
  /** Its actor in the room of people. */
  readonly id: ActorId;
  readonly step: ShownStep;
  readonly now: ShownNow;
  readonly things: readonly Thing[];
  /** The pose that the participant sees, packed. */
  readonly reached: unknown;
  /** Nothing has come of it for some seconds. */
  readonly isAway: boolean;
}

/** Who is there before who is away; whose session is over and who has gone is none. */
export function stationsInOrder<S extends Pick<Station, 'isAway' | 'now'>>(stations: readonly S[]): readonly S[] {
  return stations
    .filter(({ isAway, now }) => !isAway || now.state !== 'ended')
    .toSorted((a, b) => Number(a.isAway) - Number(b.isAway));
}

const AWAY_MS = 4000;
const MOST_WAITING = 40;

/** The operator's page in the room of a study. Stations decide and log; this one sees, and says what it wishes. */
export class OperatorLink {
  readonly room: SharedRoom;
  #waiting: readonly SentOrder[] = [];
  #toldAs: ActorId | null = null;

  constructor(address: string, study: string) {
    this.room = new SharedRoom(address, roomOfStudy(study), { name: 'Operator' });
    this.room.subscribe(() => this.#follow());
  }

  stations(): readonly Station[] {
    const { doc, others } = this.room;
    const found = others.flatMap((id): Station[] => {
      const { study, studyNow, studyThings, studyBody } = doc?.actors[id]?.settings ?? {};
      if (!isRecord(study) || !isRecord(studyNow) || !Array.isArray(studyThings)) return [];
      return [
        {
          id,
          step: study as unknown as ShownStep,
          now: studyNow as unknown as ShownNow,
          things: studyThings as unknown as readonly Thing[],
          reached: studyBody,
          isAway: (this.room.feed(id)?.staleMs ?? 0) > AWAY_MS,
        },
      ];
    });
    // A participant who joins the room again has another actor: the newest one counts.
    return stationsInOrder([...new Map(found.map((station) => [station.step.participant, station])).values()]);
  }

  /** False: this page may look on; its orders are not followed. */
  get mayOrder(): boolean {
    return this.room.role === null || this.room.role === 'host';
  }

  /** How many orders a station has not heard yet. */
  waitingFor({ step }: Station): number {
    return this.#waiting.filter(({ to }) => to === step.participant).length;
  }

  send({ step }: Station, order: StudyOrder): void {
    const sent = { id: crypto.randomUUID(), to: step.participant, step: step.id, attempt: step.attempt, order };
    this.#waiting = [...this.#waiting, sent].slice(-MOST_WAITING);
    this.#tell();
  }

  dispose(): void {
    this.room.dispose();
  }

  /** Says who I am, and forgets orders that were heard. */
  #follow(): void {
    const { me, doc, others } = this.room;
    if (me === null || !doc?.actors[me]) return;
    const heard = others.flatMap((id) => {
      const ids = doc.actors[id]?.settings.studyHeard;
      return Array.isArray(ids) ? ids : [];
    });
    const left = this.#waiting.filter(({ id }) => !heard.includes(id));
    const isNew = this.#toldAs !== me;
    if (!isNew && left.length === this.#waiting.length) return;
    this.#waiting = left;
    this.#toldAs = me;
    this.#tell();
  }

  #tell(): void {
    const { me } = this.room;
    if (me === null) return;
    const at = (key: string, value: Json): Change => ({ path: ['actors', me, 'settings', key], value });
    this.room.change([at('isOperator', true), at('orders', this.#waiting as unknown as Json)], false);
  }
}
