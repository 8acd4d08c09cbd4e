import { homedir, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { InputError, requireDecoded } from '@leib/core';
import { parseWalls, readJoin, roomPath } from '@leib/net';
import {
  type Certificate,
  checkCertificate,
  fingerprintOf,
  keepCertificate,
  networkAddresses,
  type RunningServer,
  serveUntilStopped,
} from '@leib/server';
import { renderUnicodeCompact } from 'uqr';
import { type CommandRun, type OptionValues, UsageError } from './command.js';
import type { serveOptions } from './commands/serve.js';
import { readBridgeOptions } from './feeds/readFeedOptions.js';
import { readText } from './files.js';
import { readList, readNumberOption } from './options.js';
import { readIceServers } from './readIceServers.js';

/** How long the printed link of a host holds: a day. */
const HOST_MINUTES = 24 * 60;

export const runServe: CommandRun<typeof serveOptions> = async (_operands, options, output) => {
  const port = readNumberOption('port', options.port ?? (process.env.PORT || undefined), {
    low: 0,
    high: 65535,
    isWhole: true,
  });
  const bridge = readBridgeOptions(options);
  const walls = options.walls === undefined ? null : await readWalls(options.walls);
  const certificate = await chooseCertificate(options);
  const rooms = readRooms(options.rooms);
  const invitedRoom = readRoomName(options.invite ?? (rooms === 'invited' ? 'together' : undefined));
  const dataDir = options.data ?? leibHome(process.env, process.platform);
  const nats = readNats(options);
  const ice = await readIceServers(options);
  const isOwnCertificate = options.cert !== undefined;
  await serveUntilStopped({
    ...(certificate !== null && { certificate }),
    ...(port !== undefined && { port }),
    host: options.host ?? '127.0.0.1',
    ...(options.studio !== undefined && { studioDir: options.studio }),
    bridge,
    ...(options['allow-origin'] !== undefined && { allowedOrigins: [options['allow-origin']] }),
    ...(walls !== null && { displays: { walls } }),
    people: { dataDir, rooms, ...(ice !== null && { ice }) },
    study: {
      database: options.studies ?? join(dataDir, 'studies', 'studies.sqlite'),
      ...(isPostgres(options.studies) && { keyDir: join(dataDir, 'studies') }),
      site: readSite(options.site),
      instruments: readList(options.instruments),
      access: rooms === 'invited' || !isLoopback(options.host) ? 'invited' : 'open',
    },
    ...(nats !== null && { nats }),
    onConnection: (isConnected) =>
      output.note(isConnected ? 'NATS is back; all goes on.' : 'NATS is gone: changes of rooms wait until it is back.'),
    ...(options.scans !== undefined && { scansDir: options.scans }),
    onListening(server) {
      output.print(`Leib is at ${server.url} (Ctrl-C stops it)`);
      const fingerprint = certificate === null || isOwnCertificate ? null : fingerprintOf(certificate);
      if (nats !== null) output.print(natsNote);
      const { networkUrls } = server;
      const isLocal = isLoopback(options.host);
      for (const line of describeReach({ networkUrls, isLocal, isHttps: certificate !== null, fingerprint }))
        output.print(line);
      if (walls !== null) output.print(`displays: ${walls.walls.length} walls, see ${server.url}displays`);
      for (const { protocol, address, port, problem } of server.bridge.feeds) {
        if (problem !== null) output.note(problem);
        else output.print(`${protocol}: listening on UDP ${address}:${port}`);
      }
      if (options.operator !== undefined) {
        operatorLink(server, options.operator).then(
          (link) => output.print(`Operator of the study ${options.operator}, for a day: ${link}`),
          (error: Error) => output.note(`no link for an operator: ${error.message}`),
        );
      }
      if (invitedRoom === null) return;
      hostLink(server, invitedRoom).then(
        (link) => output.print(`Host of the room ${invitedRoom}, for a day: ${link}`),
        (error: Error) => output.note(`no invite: ${error.message}`),
      );
    },
  });
};

const natsNote =
  'Rooms are shared by NATS. That a power cut loses nothing, it has to be told: sync_interval: always (docs/together.md).';

type NatsChoice = Pick<
  OptionValues<typeof serveOptions>,
  'nats' | 'nats-credentials' | 'nats-prefix' | 'nats-replicas' | 'address'
>;

/** The servers to share rooms with; null: this one is alone. */
function readNats(options: NatsChoice) {
  const { nats: servers, address } = options;
  const more = ['nats-credentials', 'nats-prefix', 'nats-replicas', 'address'] as const;
  if (servers === undefined) {
    const extra = more.find((name) => options[name] !== undefined);
    if (extra !== undefined) throw new UsageError(`--${extra}`, 'expected with --nats only');
    return null;
  }
  if (address !== undefined && !URL.canParse(address))
    throw new UsageError('--address', `expected https://host/, got "${address}"`);
  const limits = { low: 1, high: 5, isWhole: true };
  const replicas = readNumberOption('nats-replicas', options['nats-replicas'], limits);
  return {
    servers,
    ...(options['nats-credentials'] !== undefined && { credentials: options['nats-credentials'] }),
    ...(options['nats-prefix'] !== undefined && { prefix: options['nats-prefix'] }),
    ...(replicas !== undefined && { replicas }),
    ...(address !== undefined && { address }),
  };
}

/** An invite by the first address that others reach; this machine's where there is none. */
async function hostLink(server: RunningServer, room: string): Promise<string> {
  const { token } = await server.people.sign({ room, role: 'host' }, HOST_MINUTES);
  const url = new URL(server.networkUrls[0] ?? server.url);
  url.search = new URLSearchParams({ room: 'together', people: room, token }).toString();
  return url.href;
}

/** The same for an operator: the page of the study's room. */
async function operatorLink(server: RunningServer, study: string): Promise<string> {
  if (server.studies === null) throw new InputError('--operator', 'expected a server that keeps studies');
  const { token } = await server.studies.sign(study, 'operator', HOST_MINUTES);
  const url = new URL(server.networkUrls[0] ?? server.url);
  url.search = new URLSearchParams({ room: 'study', study, token }).toString();
  return url.href;
}

const isPostgres = (database = '') => /^postgres(ql)?:/.test(database);

/** Whether only this machine can reach the server. */
function isLoopback(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function readSite(site = 'main'): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(site)) return site;
  throw new UsageError('--site', `expected 1 to 40 letters, digits, "-" or "_", got "${site}"`);
}

function readRooms(text = 'open'): 'open' | 'invited' {
  if (text !== 'open' && text !== 'invited') throw new UsageError('--rooms', `expected open or invited, got "${text}"`);
  return text;
}

function readRoomName(name: string | undefined): string | null {
  if (name === undefined) return null;
  if (readJoin(roomPath({ people: name })).ok) return name;
  throw new UsageError('--invite', `expected 1 to 40 lower-case letters, digits or "-", got "${name}"`);
}

async function readWalls(path: string) {
  return requireDecoded(parseWalls(await readText(path)), path);
}

interface HttpsChoice {
  readonly https: boolean;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/** The certificate to serve with: the user's, the one that is kept, or null for http. */
export async function chooseCertificate({ https, cert, key }: HttpsChoice): Promise<Certificate | null> {
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError(
      cert === undefined ? '--key' : '--cert',
      'expected --cert and --key together, got one of them',
    );
  }
  if (cert !== undefined && key !== undefined) {
    const own = { cert: await readText(cert), key: await readText(key) };
    checkCertificate(own, Date.now());
    return own;
  }
  if (!https) return null;
  const hosts = ['localhost', '127.0.0.1', '::1', ...networkAddresses(networkInterfaces())];
  return keepCertificate({ folder: leibHome(process.env, process.platform), hosts, nowMs: Date.now() });
}

/** Folder for what `leib` keeps between starts: LEIB_HOME, or where this system's programs keep their data. */
export function leibHome(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
  if (env.LEIB_HOME) return env.LEIB_HOME;
  switch (platform) {
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'leib');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'leib');
    default:
      return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'leib');
  }
}

interface Reach {
  readonly networkUrls: readonly string[];
  /** It listens to this machine only; otherwise it may be reached by addresses that are not among those: IPv6, names. */
  readonly isLocal: boolean;
  readonly isHttps: boolean;
  /** Of a certificate that was made here; null where it is the user's own. */
  readonly fingerprint: string | null;
}

/** What a person with a headset has to do, as lines for the terminal. */
export function describeReach({ networkUrls, isLocal, isHttps, fingerprint }: Reach): readonly string[] {
  const [first, ...others] = networkUrls;
  const noLogin =
    'There is no login: whoever reaches this address may use it. People need an invite with --rooms invited; the rest is for networks that you trust.';
  if (first === undefined && !isLocal) return [noLogin];
  if (first === undefined) {
    return isHttps ? ['Only this machine can reach it; for a headset on the network add --host 0.0.0.0.'] : [];
  }
  const also = others.length > 0 ? ` (also ${others.join(', ')})` : '';
  if (!isHttps) {
    return [
      `On the network: ${first}${also}`,
      noLogin,
      'Browsers give virtual reality, camera and microphone only to https: for a headset add --https.',
    ];
  }
  return [
    `On the network: ${first}${also}`,
    noLogin,
    '',
    renderUnicodeCompact(first, { border: 2 }),
    '',
    'On the headset: join the same network, open this address in its browser (or scan the code with its camera).',
    ...(fingerprint === null
      ? []
      : [
          'The browser warns once, since the certificate was made here: press "Advanced", then "Proceed" ("Visit this website" in Safari).',
          `Its SHA-256, to compare: ${fingerprint}`,
        ]),
    'Then press "Enter VR" and allow it.',
  ];
}
