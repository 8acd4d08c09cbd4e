import { accept, type Decoded, isRecord, parseJson, refuse } from '@leib/core';
import { addClockSample, type ClockOffset } from '@leib/net';
import { decodeStudyEvent, type StudyEvent } from '../studyEvent.js';
import type { UplinkAnswer, UplinkTransport } from './studyUplink.js';

/** A participant of a study on a server. */
export interface StudyStation {
  /** Of the server, with a closing slash. */
  readonly server: string;
  readonly study: string;
  readonly participant: string;
  /** Of a station; empty on an open server. */
  readonly token: string;
  /** Measured by each answer, where it is given: instruments share the server's clock. */
  readonly clock?: StationClock;
}

/** A page's clock, and how far the server's is ahead of it. */
export interface StationClock {
  readonly nowMs: () => number;
  readonly offset: ClockOffset;
}

/** Says when a request came to the server, on its clock. */
const TIME_HEADER = 'x-server-ms';

async function fetchTimed({ clock }: StudyStation, fetching: typeof fetch, ...call: Parameters<typeof fetch>) {
  const askedMs = clock?.nowMs() ?? 0;
  const response = await fetching(...call);
  const serverMs = response.headers.get(TIME_HEADER);
  if (clock && serverMs !== null)
    addClockSample(clock.offset, askedMs, Number(serverMs), Number(serverMs), clock.nowMs());
  return response;
}

const addressOf = ({ server, study, token }: StudyStation, path: string): string => {
  const url = new URL(`api/study/${study}/${path}`, server);
  if (token !== '') url.searchParams.set('token', token);
  return url.href;
};

/** A random id, which says nothing about anybody: 80 bits. */
export function randomParticipant(bytes = crypto.getRandomValues(new Uint8Array(16))): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** What a server answers about a participant's study, as JSON; a server that is away is a reason as well. */
export async function askServer(
  station: StudyStation,
  path: string,
  init: RequestInit,
  fetching: typeof fetch,
): Promise<Decoded<unknown>> {
  try {
    const response = await fetchTimed(station, fetching, addressOf(station, path), init);
    const text = await response.text();
    return response.ok ? parseJson(text) : refuse('', text);
  } catch (error) {
    return refuse('', (error as Error).message);
  }
}

/**
 * Asks for a place in the order of conditions, which nobody else gets; who asks again gets the same.
 * @param orders how many orders take turns
 */
export async function askForPlace(station: StudyStation, orders: number, fetching = fetch): Promise<Decoded<number>> {
  const body = JSON.stringify({ participant: station.participant, orders });
  const parsed = await askServer(station, 'participants', { method: 'POST', body }, fetching);
  if (!parsed.ok) return parsed;
  const number = isRecord(parsed.value) ? parsed.value.number : null;
  return typeof number === 'number' ? accept(number) : refuse('number', 'expected a number, got another answer');
}

/** Events that the server has of this participant: from these a session goes on after its page was killed. */
export async function fetchEvents(station: StudyStation, fetching = fetch): Promise<Decoded<readonly StudyEvent[]>> {
  const parsed = await askServer(station, `events/${station.participant}`, {}, fetching);
  if (!parsed.ok) return parsed;
  const list = isRecord(parsed.value) ? parsed.value.events : null;
  if (!Array.isArray(list)) return refuse('events', 'expected a list, got another answer');
  const events: StudyEvent[] = [];
  for (const each of list) {
    const decoded = decodeStudyEvent(each);
    if (!decoded.ok) return decoded;
    events.push(decoded.value);
  }
  return accept(events);
}

/** The way to a Leib server. */
export function createHttpTransport(station: StudyStation, fetching = fetch): UplinkTransport {
  const send = async (path: string, init: RequestInit): Promise<UplinkAnswer> => {
    try {
      return await readAnswer(await fetchTimed(station, fetching, addressOf(station, path), init));
    } catch (error) {
      return { ok: false, why: 'away', reason: (error as Error).message };
    }
  };
  return {
    sendEvents(events, timesMs) {
      const { offsetMs = Number.NaN, delayMs = Number.NaN } = station.clock?.offset ?? {};
      // No numbers become null: then nothing is known of this page's clock.
      const body = JSON.stringify({ events, timesMs, clock: { offsetMs, delayMs } });
      return send(`events/${station.participant}`, { method: 'POST', body });
    },
    async sendChunk({ stream, number, bytes }) {
      const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      const sha256 = Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
      const headers = { 'Content-Type': 'application/octet-stream', 'X-SHA256': sha256 };
      return send(`motion/${station.participant}/${stream}/${number}`, { method: 'PUT', headers, body: bytes });
    },
  };
}

/** Statuses with which a server says that it may work later. */
const later: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 507]);

async function readAnswer(response: Response): Promise<UplinkAnswer> {
  const text = await response.text();
  const parsed = parseJson(text);
  const value = parsed.ok && isRecord(parsed.value) ? parsed.value : {};
  const { next } = value;
  if (response.ok && typeof next === 'number') return { ok: true, next };
  if (response.status === 409 && value.why === 'gap' && typeof next === 'number')
    return { ok: false, why: 'gap', next };
  // A proxy's page, or a server that is only half there, is no answer to believe.
  const isLater = later.has(response.status) || response.ok;
  const reason = typeof value.why === 'string' ? reasons[value.why] : text.slice(0, 200);
  return { ok: false, why: isLater ? 'away' : 'refused', reason: reason || `the server says ${response.status}` };
}

const reasons: Readonly<Record<string, string>> = {
  other: 'the server has another event under the same number: another page writes as this participant',
  removed: 'the data of this participant was removed',
  unknown: 'the server does not know this participant',
};
