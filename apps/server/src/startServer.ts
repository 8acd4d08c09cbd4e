import { existsSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '@leib/core';
import { FILES_PATH, ROOM_PATH } from '@leib/net';
import { type BridgeOptions, type FeedsChannel, openFeeds } from './bridge/feedsChannel.js';
import { AddressShares, type ShareLimits } from './common/addressShares.js';
import { type ServerClock, systemClock } from './common/serverClock.js';
import { refuseUpgrade } from './common/upgrade.js';
import { type DisplaysOptions, WallsChannel } from './displays/wallsChannel.js';
import { RoomFiles } from './files/roomFiles.js';
import { handleRequest, type ServerModel } from './handleRequest.js';
import { type Certificate, namesOfCertificate } from './https/certificate.js';
import { networkAddresses } from './https/networkAddresses.js';
import type { NatsOptions } from './nodes/natsLink.js';
import { PeopleChannel, type PeopleOptions } from './people/peopleChannel.js';
import type { Nodes } from './people/roomLink.js';
import { type RemoteOptions, WorldsChannel } from './remote/worldsChannel.js';
import { createTokenCheck, RoomService } from './room/roomService.js';
import { ScanFolders } from './scans/scanFolders.js';
import { createStaticFiles } from './staticFiles.js';
import { type StudyOptions, StudyService } from './study/studyService.js';

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen on. Only this machine can reach the default. */
  readonly host?: string;
  /** Serves by https with it; by http where absent. */
  readonly certificate?: Certificate;
  /** Folder of the page, the one with index.html; the studio that this package carries where absent; null: no page. */
  readonly studioDir?: string | null;
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
  /** What everybody has to show (`?token=` of the page's address) for a connection or a file; nothing where absent. */
  readonly token?: string;
  /** How long a client of https may take until its connection is encrypted, milliseconds; 10 000 unless given. */
  readonly handshakeMs?: number;
  /** For tests. Threads of feeds and worlds always have the system's. */
  readonly clock?: ServerClock;
  /** Tracker feeds to bridge to the page; none unless given. */
  readonly bridge?: BridgeOptions;
  /** Simulations for pages that ask for one. */
  readonly remote?: RemoteOptions;
  /** Display pages of one simulation. */
  readonly displays?: DisplaysOptions;
  /** Rooms of people. */
  readonly people?: PeopleOptions;
  /** Studies; none are kept where absent. */
  readonly study?: StudyOptions;
  /** Shares rooms of people with other servers, and keeps documents and files there; alone where absent. */
  readonly nats?: NatsOptions;
  /** With `nats`: the connection is gone, or back by itself. */
  readonly onConnection?: (isConnected: boolean) => void;
  /** Folder of converted scans for them, each a folder of its own, and of files of splats; none unless given. */
  readonly scansDir?: string;
}

export interface RunningServer {
  /** Where a browser on this machine finds it, with a closing slash. */
  readonly url: string;
  /** Where other machines find it; none where it listens to this machine only. */
  readonly networkUrls: readonly string[];
  readonly port: number;
  readonly bridge: Pick<FeedsChannel, 'feeds' | 'clientCount'>;
  readonly remote: Pick<WorldsChannel, 'worldCount' | 'clientCount'>;
  readonly displays: Pick<WallsChannel, 'walls' | 'status' | 'clientCount'>;
  readonly people: Pick<PeopleChannel, 'clientCount' | 'roomCount' | 'sign'>;
  /** Null: none are kept. */
  readonly studies: Pick<StudyService, 'sign'> | null;
  /** Takes nobody in any more, has every change of people on disk, tells everybody to come back, lets answers under way finish for a moment, then cuts what is left. */
  close(): Promise<void>;
}

/** Another program listens on the port. */
export class PortTakenError extends InputError {
  override readonly name = 'PortTakenError';
  readonly port: number;

  constructor(port: number) {
    super('', `port ${port} is taken; stop what runs there or choose another one (PORT=... or --port)`);
    this.port = port;
  }
}

/** How long a client may take to send its request, and how long a connection may do nothing, milliseconds. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 5000 };
const IDLE_MS = 60_000;
const HANDSHAKE_MS = 10_000;
/** Only files may take longer than this to arrive, milliseconds. */
const BODY_MS = 20_000;
/** Well below the number of files that a process may have open. */
const MAX_CONNECTIONS = 512;
/** Connections that wait to be looked at, all of which are looked at in one go. */
const BACKLOG = 128;
/**
 * A browser has six connections to a server, and one for each socket; a page has some hundred files. A room of people may be
 * behind one address, and all of them come back at once.
 */
const shareLimits: ShareLimits = {
  maxConnections: 288,
  connectionRate: { perSecond: 50, burst: 300 },
  requestRate: { perSecond: 500, burst: 2000 },
  // The last ones are for others: two addresses would have them all.
  crowdedAt: MAX_CONNECTIONS - 128,
  fewConnections: 16,
};

/** What is answered to requests that Node could not read. */
const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** How long close() waits for answers under way. */
const CLOSE_GRACE_MS = 300;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * Serves the built studio, /api/health, and one room service for tracker feeds, simulated worlds, walls, people and their files.
 * Resolves once it listens; rejects with the reason in one line.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host = '127.0.0.1', studioDir = builtStudio(), certificate, clock = systemClock } = options;
  if (studioDir !== null) await checkPage(studioDir);
  const certificateNames = certificate ? namesOfCertificate(certificate) : [];
  const allowedHosts = (options.allowedOrigins ?? []).map((origin) => new URL(origin).hostname);
  // Filled once the port is known.
  const allowedOrigins: string[] = [...(options.allowedOrigins ?? [])];
  const walls = new WallsChannel(options.displays ?? {}, clock);
  const mayEnter = createTokenCheck(options.token);
  const studies = options.study ? new StudyService(options.study, clock) : null;
  // Loaded only where servers share rooms by NATS.
  const nodes = options.nats ? await (await import('./nodes/natsNodes.js')).openNatsNodes(options.nats) : null;
  const people = new PeopleChannel(options.people ?? {}, clock, nodes, studies);
  const mayHaveFiles = async (token: string) => mayEnter(token) || (await people.readInvite(token)) !== null;
  const scans = new ScanFolders({ folder: options.scansDir ?? null, mayEnter: mayHaveFiles });
  await scans.check();
  const files = new RoomFiles({
    allowedOrigins,
    // Of several nodes each has copies only.
    dataDir: nodes === null ? (options.people?.dataDir ?? null) : null,
    shared: nodes?.files ?? null,
    mayEnter: mayHaveFiles,
    keptHashes: () => new Set([...walls.fileHashes, ...people.fileHashes]),
  });
  const model: ServerModel = {
    studio: studioDir === null ? null : await createStaticFiles(studioDir),
    files,
    people,
    studies,
    scans,
    mayEnter,
    allowedOrigins,
    version,
    startedAtMs: Date.now(),
    hostNames: new Set(
      [...certificateNames, ...allowedHosts, host, ...ownHostNames()].map((name) => name.toLowerCase()),
    ),
  };

  const shares = new AddressShares(shareLimits, () => performance.now());
  const answer: RequestListener = (request, response) => {
    if (!shares.request(request.socket.remoteAddress ?? '')) {
      response.writeHead(429, { Connection: 'close', 'Content-Length': 0, 'Retry-After': 1 }).end();
      return;
    }
    limitBody(request);
    handleRequest(model, request, response).catch(() => response.destroy());
  };
  const server = createGuarded(options, answer, shares);
  await listen(server, port, host).catch(async (error: Error) => {
    await nodes?.close();
    throw error;
  });
  // Only now: while ports are tried, none of the feeds' must be taken twice.
  const address = server.address() as AddressInfo;
  const urlOf = (name: string) => `${certificate ? 'https' : 'http'}://${urlHost(name)}:${address.port}/`;
  // Names are refused unless a certificate proves that they are this machine's (common/upgrade.ts).
  allowedOrigins.push(...certificateNames.map((name) => new URL(urlOf(name)).origin));
  const bridge = await openFeeds(options.bridge ?? {}, clock);
  const remote = new WorldsChannel(options.remote ?? {}, clock);
  const room = new RoomService({ feeds: bridge, world: remote, walls, people }, { clock, allowedOrigins, mayEnter });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?', 1)[0] !== ROOM_PATH) refuseUpgrade(socket, '404 Not Found');
    else room.handleUpgrade(request, socket, head).catch(() => refuseUpgrade(socket, '503 Service Unavailable'));
  });
  let closing: Promise<unknown> | null = null;
  const url = urlOf(isWildcard(host) ? '127.0.0.1' : host);
  const networkUrls = reachableAt(host).map(urlOf);
  if (nodes !== null) joinNodes(nodes, networkUrls[0] ?? url, people, allowedOrigins, options.onConnection);

  return {
    url,
    networkUrls,
    port: address.port,
    bridge,
    remote,
    displays: walls,
    people,
    studies,
    async close() {
      closing ??= Promise.all([room.close(), close(server)])
        .then(() => Promise.all([files.close(), studies?.close()]))
        .then(() => nodes?.close());
      await closing;
    },
  };
}

/** By https with a certificate. Who is too slow, or too many, is cut off before anything is read of them. */
function createGuarded(
  { certificate, handshakeMs: handshakeTimeout = HANDSHAKE_MS }: ServerOptions,
  answer: RequestListener,
  shares: AddressShares,
): Server {
  const server = certificate
    ? createHttpsServer({ ...timeouts, handshakeTimeout, ...certificate }, answer)
    : createHttpServer(timeouts, answer);
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_MS);
  limitConnections(server, shares);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    refuseUpgrade(socket, clientErrors[code] ?? '400 Bad Request');
  });
  // Nothing can be said to who is not encrypted yet: an answer would wait for that.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  return server;
}

/** Tells the other nodes of this one, and people and sockets here of the others. */
function joinNodes(
  nodes: Nodes,
  address: string,
  people: PeopleChannel,
  allowedOrigins: string[],
  onConnection: ServerOptions['onConnection'],
): void {
  let isConnected = true;
  nodes.announce(address, () => {
    // Pages of the other ones come here when theirs is gone.
    for (const { origin } of nodes.addresses.map((other) => new URL(other)))
      if (!allowedOrigins.includes(origin)) allowedOrigins.push(origin);
    people.tellOfNodes();
    if (nodes.isConnected !== isConnected) onConnection?.(nodes.isConnected);
    isConnected = nodes.isConnected;
  });
}

/** Folder of the studio's page: the published package carries it; in the repository the studio is a neighbour. */
function builtStudio(): string {
  const neighbour = fileURLToPath(new URL('../../studio/dist', import.meta.url));
  return existsSync(neighbour) ? neighbour : fileURLToPath(new URL('../studio', import.meta.url));
}

async function checkPage(studioDir: string): Promise<void> {
  const hasPage = await stat(join(studioDir, 'index.html')).then(
    (info) => info.isFile(),
    () => false,
  );
  if (hasPage) return;
  throw new InputError(
    'studioDir',
    `expected a folder with index.html, got ${studioDir}; build the studio with npm start`,
  );
}

/** Bodies that are no files are not read; who keeps sending one all the same is cut off. */
function limitBody(request: IncomingMessage): void {
  const { headers, method, url = '' } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (!hasBody || (method === 'PUT' && url.startsWith(FILES_PATH))) return;
  const cut = setTimeout(() => request.complete || request.destroy(), BODY_MS);
  request.once('close', () => clearTimeout(cut));
}

/** Ends connections of an address beyond its share before anything is read from them. */
function limitConnections(server: Server, shares: AddressShares): void {
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (shares.connect(address)) socket.once('close', () => shares.disconnect(address));
    else refuseUpgrade(socket, '503 Service Unavailable');
  });
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, port, host)));
    server.listen(port, host, BACKLOG, resolve);
  });
}

function explainListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new PortTakenError(port);
    case 'EACCES':
      return new InputError('', `port ${port} needs rights that this user does not have; choose one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new InputError('host', `expected an address of this machine, got "${host}"`);
    default:
      return error;
  }
}

/** What this machine is called on its network. */
function ownHostNames(): readonly string[] {
  return [hostname(), `${hostname()}.local`];
}

/** A wildcard is for listening only; a browser needs an address to go to. */
function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Addresses of this machine on the network that a server with this host answers on. */
function reachableAt(host: string): readonly string[] {
  const addresses = networkAddresses(networkInterfaces());
  return isWildcard(host) ? addresses : addresses.filter((address) => address === host);
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
