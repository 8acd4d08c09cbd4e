import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accept, type Decoded, decodeValue, parseJson, refusalOf, refuse } from '@leib/core';
import { decodeJsonBytes } from '@leib/net';
import { decodeProtocol, decodeStudyEvent, type StudyEvent } from '@leib/study';
import * as v from 'valibot';
import { readBody } from '../common/readBody.js';
import { say } from '../common/say.js';
import { isAllowedOrigin } from '../common/upgrade.js';
import type { StudyGrant, StudyRole } from '../people/roomTokens.js';
import type { Instruments } from './instruments/instruments.js';
import { type Appended, namePattern, type StudyStore, streamPattern } from './studyStore.js';

/** A request for /api/study/..., and who may do what. */
export interface StudyCall {
  /** What stands behind /api/study/. */
  readonly segments: readonly string[];
  readonly store: StudyStore;
  readonly instruments: Instruments;
  /** Null: nothing. */
  readonly grant: StudyGrant | null;
  readonly site: string;
  readonly nowMs: number;
  readonly allowedOrigins: readonly string[];
  readonly hasRoom: () => Promise<boolean>;
  readonly sign: (study: string, role: StudyRole, minutes: number, participant: string | null) => Promise<object>;
}

export const studyLimits = {
  protocolBytes: 2 << 20,
  eventBytes: 1 << 20,
  events: 256,
  chunkBytes: 4 << 20,
  placeBytes: 2048,
} as const;

interface Route {
  readonly method: string;
  /** Words as they stand; ":name" for a name. */
  readonly path: string;
  /** Stations may do it, too. */
  readonly forStations?: boolean;
  readonly answer: (call: StudyCall, names: Names, request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

type Names = Readonly<Record<string, string>>;

const routes: readonly Route[] = [
  { method: 'GET', path: '', answer: listStudies },
  { method: 'GET', path: ':study/protocol', forStations: true, answer: giveProtocol },
  { method: 'PUT', path: ':study/protocol', answer: takeProtocol },
  { method: 'POST', path: ':study/tokens', answer: signToken },
  { method: 'GET', path: ':study/participants', answer: listParticipants },
  { method: 'POST', path: ':study/participants', forStations: true, answer: givePlace },
  { method: 'DELETE', path: ':study/participants/:participant', answer: removeParticipant },
  { method: 'GET', path: ':study/events', answer: giveAllEvents },
  { method: 'GET', path: ':study/events/:participant', forStations: true, answer: giveEvents },
  { method: 'POST', path: ':study/events/:participant', forStations: true, answer: takeEvents },
  { method: 'GET', path: ':study/markers/:participant', forStations: true, answer: giveMarkers },
  { method: 'GET', path: ':study/recordings', answer: listRecordings },
  { method: 'GET', path: ':study/motion/:participant', answer: listMotion },
  { method: 'GET', path: ':study/motion/:participant/:stream/:number', answer: giveMotion },
  { method: 'PUT', path: ':study/motion/:participant/:stream/:number', forStations: true, answer: takeMotion },
];

/** Finds what is asked for, and whether this one may; answers in a sentence where not. */
export async function answerStudy(call: StudyCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const found = routes.flatMap((route) => {
    const names = matchPath(route.path, call.segments);
    return names === null ? [] : [{ route, names }];
  });
  const hit = found.find(({ route }) => route.method === request.method);
  if (found.length === 0) say(response, 404, 'there is no such thing of a study.');
  else if (hit === undefined) {
    response.setHeader('Allow', found.map(({ route }) => route.method).join(', '));
    say(response, 405, `expected ${found.map(({ route }) => route.method).join(' or ')}.`);
  } else if (!isAllowedOrigin(request, call.allowedOrigins)) say(response, 403, 'expected a page of this server.');
  else if (call.grant === null) say(response, 401, 'expected a token of this study.');
  else if (call.grant.role === 'station' && hit.route.forStations !== true)
    say(response, 403, 'expected the token of an operator, got that of a station.');
  else if (!isFor(call.grant, hit.names.participant)) say(response, 403, notTheirs);
  else await hit.route.answer(call, hit.names, request, response);
}

const notTheirs = 'expected the participant whom the token is for, got another one.';

function isFor({ participant }: StudyGrant, wished: string | undefined): boolean {
  return participant === null || wished === undefined || wished === participant;
}

/** Null where the path is another one, or a name is none. */
function matchPath(path: string, segments: readonly string[]): Names | null {
  const words = path === '' ? [] : path.split('/');
  if (words.length !== segments.length) return null;
  const names: Record<string, string> = {};
  for (const [i, word] of words.entries()) {
    if (!word.startsWith(':')) {
      if (word !== segments[i]) return null;
    } else if ((word === ':stream' ? streamPattern : namePattern).test(segments[i])) names[word.slice(1)] = segments[i];
    else return null;
  }
  return names;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** The body, or null after an answer that says what is wrong with it. */
async function takeBody(request: IncomingMessage, response: ServerResponse, most: number): Promise<Buffer | null> {
  const body = await readBody(request, most);
  if (body === null) say(response, 413, `expected at most ${most} bytes.`);
  return body;
}

async function listStudies({ store }: StudyCall, _: Names, _request: IncomingMessage, response: ServerResponse) {
  sendJson(response, 200, { studies: await store.studies() });
}

async function giveProtocol({ store }: StudyCall, { study }: Names, _: IncomingMessage, response: ServerResponse) {
  const protocol = (await store.protocols(study)).at(-1);
  if (protocol === undefined) return say(response, 404, 'this study is not known here.');
  sendJson(response, 200, JSON.parse(protocol));
}

async function takeProtocol(
  { store }: StudyCall,
  { study }: Names,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await takeBody(request, response, studyLimits.protocolBytes);
  if (body === null) return;
  const text = body.toString('utf8');
  const decoded = decodeProtocol(text);
  if (!decoded.ok) return say(response, 400, `${refusalOf(decoded)}.`);
  if (decoded.value.id !== study) return say(response, 400, `expected the id ${study}, got ${decoded.value.id}.`);
  if (await store.putProtocol(study, decoded.value.version, text)) return sendJson(response, 200, { kept: true });
  say(response, 409, `version ${decoded.value.version} is kept with another text; give it a version of its own.`);
}

const tokenSchema = v.strictObject({
  role: v.picklist(['operator', 'station']),
  participant: v.optional(v.nullable(v.pipe(v.string(), v.regex(namePattern))), null),
  minutes: v.pipe(v.number(), v.minValue(1), v.maxValue(7 * 24 * 60)),
});

async function signToken({ sign }: StudyCall, { study }: Names, request: IncomingMessage, response: ServerResponse) {
  const body = await takeBody(request, response, studyLimits.placeBytes);
  if (body === null) return;
  const wish = decodeJsonBytes(body, tokenSchema);
  if (!wish.ok) return say(response, 400, `${refusalOf(wish)}.`);
  const { role, minutes, participant } = wish.value;
  sendJson(response, 201, await sign(study, role, minutes, participant));
}

async function listParticipants({ store }: StudyCall, { study }: Names, _: IncomingMessage, response: ServerResponse) {
  sendJson(response, 200, { participants: await store.participants(study) });
}

const placeSchema = v.strictObject({
  participant: v.pipe(v.string(), v.regex(namePattern, 'expected 1 to 80 letters, digits, "-" or "_"')),
  orders: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
});

async function givePlace(call: StudyCall, { study }: Names, request: IncomingMessage, response: ServerResponse) {
  const body = await takeBody(request, response, studyLimits.placeBytes);
  if (body === null) return;
  const wish = decodeJsonBytes(body, placeSchema);
  if (!wish.ok) return say(response, 400, `${refusalOf(wish)}.`);
  if (call.grant && !isFor(call.grant, wish.value.participant)) return say(response, 403, notTheirs);
  if (!(await call.hasRoom())) return say(response, 507, 'the disk is full; make room for the study.');
  const number = await call.store.place(study, { ...wish.value, site: call.site });
  if (number === null) return say(response, 410, 'the data of this participant was removed.');
  sendJson(response, 200, { participant: wish.value.participant, number, site: call.site });
}

async function removeParticipant(
  { store, nowMs }: StudyCall,
  { study, participant }: Names,
  _: IncomingMessage,
  response: ServerResponse,
) {
  const removal = await store.remove(study, participant, nowMs);
  if (removal === null) return say(response, 404, 'nobody is known by this id.');
  sendJson(response, 200, removal);
}

async function giveAllEvents({ store }: StudyCall, { study }: Names, _: IncomingMessage, response: ServerResponse) {
  const participants = await store.participants(study);
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(200, { 'Content-Type': 'application/jsonl; charset=utf-8' });
  async function* lines() {
    for (const { participant } of participants) yield linesOf(await store.events(study, participant));
  }
  await pipeline(Readable.from(lines()), response);
}

function linesOf(events: readonly StudyEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

async function giveEvents(
  { store }: StudyCall,
  { study, participant }: Names,
  _: IncomingMessage,
  response: ServerResponse,
) {
  sendJson(response, 200, { events: await store.events(study, participant) });
}

async function takeEvents(
  { store, hasRoom, instruments, nowMs }: StudyCall,
  { study, participant }: Names,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await takeBody(request, response, studyLimits.eventBytes);
  if (body === null) return;
  const sent = decodeEvents(body, participant);
  if (!sent.ok) return say(response, 400, `${refusalOf(sent)}.`);
  if (!(await hasRoom())) return say(response, 507, 'the disk is full; make room for the study.');
  const { events } = sent.value;
  const appended = await store.append(study, participant, events);
  if (appended.ok) tellInstruments(instruments, study, sent.value, nowMs);
  sendAppended(response, appended);
}

/** Each with its moment on this server's clock, as far as the page's is known. */
function tellInstruments(
  instruments: Instruments,
  study: string,
  { events, timesMs, clock }: SentEvents,
  nowMs: number,
) {
  const { offsetMs, delayMs } = clock;
  for (const [i, event] of events.entries()) {
    const timeMs = timesMs === null ? nowMs : timesMs[i];
    // What happened in an earlier page has no place on this clock.
    if (timeMs === null || timeMs === undefined) continue;
    const isKnown = timesMs !== null && offsetMs !== null && delayMs !== null;
    instruments.sendEvent(study, event, {
      sessionSeconds: event.seconds,
      hostMs: isKnown ? timeMs + offsetMs : nowMs,
      uncertaintySeconds: isKnown ? delayMs / 2000 : null,
    });
  }
}

/** What other instruments have said in the last minute; the page makes events of it. */
async function giveMarkers(
  { instruments }: StudyCall,
  { participant }: Names,
  _: IncomingMessage,
  response: ServerResponse,
) {
  const markers = instruments.markersFor(participant).map(({ participant: _, ...marker }) => marker);
  sendJson(response, 200, { instruments: instruments.status, markers });
}

const number = v.pipe(v.number(), v.finite());
const timesSchema = v.object({
  timesMs: v.optional(v.nullable(v.array(v.nullable(number))), null),
  clock: v.optional(v.object({ offsetMs: v.nullable(number), delayMs: v.nullable(v.pipe(number, v.minValue(0))) }), {
    offsetMs: null,
    delayMs: null,
  }),
});

interface SentEvents extends v.InferOutput<typeof timesSchema> {
  readonly events: readonly StudyEvent[];
}

/** Of one participant, with numbers that rise by one. */
function decodeEvents(body: Buffer, participant: string): Decoded<SentEvents> {
  const parsed = parseJson(body.toString('utf8'));
  if (!parsed.ok) return parsed;
  const list = (parsed.value as { readonly events?: unknown } | null)?.events;
  if (!Array.isArray(list) || list.length < 1 || list.length > studyLimits.events)
    return refuse('events', `expected 1 to ${studyLimits.events} of them`);
  const events: StudyEvent[] = [];
  for (const [i, each] of list.entries()) {
    const decoded = decodeStudyEvent(each);
    if (!decoded.ok) return refuse(`events[${i}], ${decoded.path}`, decoded.reason);
    const { participant: who, sequence } = decoded.value;
    if (who !== participant) return refuse(`events[${i}].participant`, `expected ${participant}, got another one`);
    if (i > 0 && sequence !== events[0].sequence + i)
      return refuse(`events[${i}].sequence`, `expected ${events[0].sequence + i}, got ${sequence}`);
    events.push(decoded.value);
  }
  const times = decodeValue(parsed.value, timesSchema);
  return times.ok ? accept({ events, ...times.value }) : times;
}

const statuses = { gap: 409, other: 422, unknown: 404, removed: 410 } as const;

function sendAppended(response: ServerResponse, appended: Appended): void {
  sendJson(response, appended.ok ? 200 : statuses[appended.why], appended);
}

async function listRecordings({ store }: StudyCall, { study }: Names, _: IncomingMessage, response: ServerResponse) {
  sendJson(response, 200, { recordings: await store.streams(study) });
}

async function listMotion(
  { store }: StudyCall,
  { study, participant }: Names,
  _: IncomingMessage,
  response: ServerResponse,
) {
  sendJson(response, 200, { chunks: await store.motion(study, participant) });
}

/** Null where the number of a piece is none. */
function chunkOf({ participant, stream, number }: Names) {
  return /^\d{1,6}$/.test(number) ? { participant, stream, number: Number(number) } : null;
}

async function giveMotion({ store }: StudyCall, names: Names, _: IncomingMessage, response: ServerResponse) {
  const chunk = chunkOf(names);
  const bytes = chunk && (await store.motionBytes(names.study, chunk));
  if (!bytes) return say(response, 404, 'there is no such piece of a recording.');
  response.setHeader('Content-Disposition', 'attachment');
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length });
  response.end(bytes);
}

async function takeMotion(
  { store, hasRoom }: StudyCall,
  names: Names,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunk = chunkOf(names);
  if (chunk === null) return say(response, 400, 'expected the number of a piece, up to 999999.');
  const bytes = await takeBody(request, response, studyLimits.chunkBytes);
  if (bytes === null) return;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (request.headers['x-sha256'] !== sha256)
    return say(response, 400, 'expected bytes of the SHA-256 in X-SHA256, got others.');
  if (!(await hasRoom())) return say(response, 507, 'the disk is full; make room for the study.');
  sendAppended(response, await store.appendMotion(names.study, { ...chunk, bytes }));
}
