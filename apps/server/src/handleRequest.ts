import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isAddress, nameOfHost } from './common/hostName.js';
import { say } from './common/say.js';
import { contentPolicy } from './contentPolicy.js';
import { chooseEncoding } from './encoding.js';
import type { RoomFiles } from './files/roomFiles.js';
import { answerInvite } from './people/answerInvite.js';
import type { PeopleChannel } from './people/peopleChannel.js';
import { writeMetrics } from './people/peopleFigures.js';
import { readRequestPath } from './requestPath.js';
import type { TokenCheck } from './room/roomService.js';
import type { ScanFolders } from './scans/scanFolders.js';
import { readStaticFile, type StaticFile, type StaticFiles } from './staticFiles.js';
import type { StudyService } from './study/studyService.js';

/** What every answer of one server draws on. */
export interface ServerModel {
  /** The page; null: there is none. */
  readonly studio: StaticFiles | null;
  readonly files: RoomFiles;
  readonly people: PeopleChannel;
  /** Null: this server keeps none. */
  readonly studies: StudyService | null;
  readonly scans: ScanFolders;
  readonly mayEnter: TokenCheck;
  readonly allowedOrigins: readonly string[];
  readonly version: string;
  readonly startedAtMs: number;
  /** Names that this server may be asked for by, lower case; addresses and localhost always may. */
  readonly hostNames: ReadonlySet<string>;
}

/**
 * Sent with every answer. The page is isolated from other origins: SharedArrayBuffer and exact timers ask for it.
 * https://developer.mozilla.org/docs/Web/API/Window/crossOriginIsolated
 */
const commonHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': contentPolicy(),
} as const;

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad request',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  421: 'Misdirected request',
};

export async function handleRequest(
  model: ServerModel,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  // Two of them (RFC 9112, section 3.2): a proxy before this server may go by the other one.
  if ((request.headersDistinct.host?.length ?? 0) > 1) return sendPage(request, response, 400);
  if (!isOwnHost(model, request.headers.host)) return sendPage(request, response, 421);
  const path = readRequestPath(request.url ?? '');
  if (path.ok && path.segments[0] === 'api' && path.segments[1] === 'files') {
    return model.files.answer(request, response, path.segments.slice(2).join('/'));
  }
  if (path.ok && path.segments.join('/') === 'api/invites') {
    return answerInvite(model.people, model.allowedOrigins, request, response);
  }
  if (path.ok && path.segments[0] === 'api' && path.segments[1] === 'study' && model.studies !== null) {
    const { allowedOrigins } = model;
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('token') ?? '';
    const call = { segments: path.segments.slice(2), allowedOrigins, mayEnter: model.mayEnter(token) };
    return model.studies.answer(request, response, call).catch((error: Error) => sayUnavailable(response, error));
  }
  // A server that keeps none says so: it is asked for its list by every page that shows results.
  if (path.ok && path.segments.join('/') === 'api/study') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"studies":[]}');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendPage(request, response, 405);
  }
  if (!path.ok) return sendPage(request, response, path.status);
  if (path.segments[0] === 'api' && path.segments[1] === 'scans')
    return model.scans.answer(request, response, path.segments.slice(2));
  if (path.segments[0] === 'api') return sendApi(model, request, response, path.segments.slice(1).join('/'));
  return sendStatic(model, request, response, path.isFolder ? [...path.segments, 'index.html'] : path.segments);
}

/** A database that cannot answer now: pages keep what they have and ask again. */
function sayUnavailable(response: ServerResponse, error: Error): void {
  if (response.headersSent) response.destroy();
  else say(response, 503, `studies cannot be kept now: ${error.message}.`);
}

/**
 * Whether a request means this server. A page of another name that was pointed at this machine after it had loaded (DNS
 * rebinding) could otherwise read from it.
 */
function isOwnHost({ hostNames }: ServerModel, host: string | undefined): boolean {
  if (host === undefined) return true;
  const name = nameOfHost(`http://${host}`);
  return name !== null && (isAddress(name) || hostNames.has(name));
}

function sendApi(model: ServerModel, request: IncomingMessage, response: ServerResponse, name: string): void {
  if (name === 'metrics') {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('token') ?? '';
    if (!model.mayEnter(token)) say(response, 401, 'expected the token of this server.');
    else {
      response.setHeader('Cache-Control', 'no-store');
      const text = Buffer.from(writeMetrics(model.people.figures));
      send(request, response, 200, 'text/plain; version=0.0.4; charset=utf-8', text);
    }
  } else if (name === 'health') {
    const uptimeSeconds = Math.round((Date.now() - model.startedAtMs) / 100) / 10;
    sendJson(request, response, 200, { ok: true, version: model.version, uptimeSeconds });
  } else {
    sendJson(request, response, 404, { error: `there is no /api/${name}` });
  }
}

async function sendStatic(
  model: ServerModel,
  request: IncomingMessage,
  response: ServerResponse,
  segments: readonly string[],
): Promise<void> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const file =
    model.studio &&
    ((await readStaticFile(model.studio, segments, encoding)) ??
      (await readStaticFile(model.studio, pageOf(segments), encoding)));
  if (!file) return sendPage(request, response, 404);
  if (file.scriptHashes.length > 0) {
    response.setHeader('Content-Security-Policy', contentPolicy(file.scriptHashes));
  }
  response.setHeader('ETag', file.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304).end();
    return;
  }
  if (file.encoding !== 'identity') response.setHeader('Content-Encoding', file.encoding);
  response.writeHead(200, { 'Content-Type': file.mimeType, 'Content-Length': file.body.length });
  if (request.method === 'HEAD') response.end();
  else await pipeline(piecesOf(file), response);
}

/** Pages may be asked for without their ending: /display is display.html. */
function pageOf(segments: readonly string[]): readonly string[] {
  return [...segments.slice(0, -1), `${segments.at(-1)}.html`];
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: object): void {
  response.setHeader('Cache-Control', 'no-store');
  send(request, response, status, 'application/json; charset=utf-8', Buffer.from(`${JSON.stringify(value)}\n`));
}

/** An HTML page. It repeats nothing of the request, so nothing in it needs escaping. */
function sendPage(request: IncomingMessage, response: ServerResponse, status: number): void {
  const reason = reasons[status];
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${status} ${reason} · Leib</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 20vh auto; padding: 0 1rem">
<h1>${reason}</h1>
<p>There is no page here. <a href="/">Back to the studio</a></p>
`;
  response.setHeader('Cache-Control', 'no-store');
  send(request, response, status, 'text/html; charset=utf-8', Buffer.from(page));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  mimeType: string,
  body: Buffer,
): void {
  response.writeHead(status, { 'Content-Type': mimeType, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Bytes of a file that are given to a connection at once. With https it holds a copy of them until the client reads, and
 * encrypts them in this thread: hundreds of connections want a piece in one turn.
 */
const PIECE_BYTES = 16 << 10;

/** Holds the file until all of it is sent. */
function* piecesOf(file: StaticFile): Generator<Buffer> {
  const { body } = file;
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}
