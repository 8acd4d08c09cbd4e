import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import {
  type BridgeFeed,
  defaultUpAxis,
  encodeNatNetRequest,
  type FeedProtocol,
  NATNET_COMMAND_PORT,
  type UpAxis,
} from '@leib/feeds';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { DatagramSenders } from './datagramSenders.js';
import { type Endpoint, isMulticast } from './endpoint.js';

/** A feed that the user asked for. */
export interface FeedSpec extends Endpoint {
  readonly protocol: FeedProtocol;
  /** Which axis is up in the tracked room; the protocol's own default when absent. */
  readonly up?: UpAxis;
  /** NatNet only: address of the computer that runs Motive, to be asked for its version and for names. */
  readonly natNetServer?: string;
}

/** A datagram and the number of its sender. It returns false where it had no time for it, anything else otherwise. */
export type OnDatagram = (datagram: Buffer, sender: number, receivedMs: number) => unknown;

/** An open feed: what pages get to know of it, and the sockets behind it. */
export interface UdpFeed {
  readonly info: BridgeFeed;
  /** Counts a datagram that was taken and is of no use after all: after 256 of them the port is closed for a moment. */
  drop(): void;
  close(): void;
}

/** At 240 Hz and two kilobytes, room for a pause of two seconds. */
const RECEIVE_BUFFER_BYTES = 1 << 20;
const ASK_AGAIN_MS = 2000;
/** Datagrams that are read and dropped before the feed stops reading, and for how long it does, milliseconds. */
const MAX_DROPPED = 256;
const REST_MS = 100;

/** Listens for datagrams. Never rejects: where the port cannot be opened, `info.problem` has the reason. */
export async function openUdpFeed(
  spec: FeedSpec,
  onDatagram: OnDatagram,
  clock: ServerClock = systemClock,
): Promise<UdpFeed> {
  const { protocol, address } = spec;
  const up = spec.up ?? defaultUpAxis[protocol];
  const first = await openSocket(spec).catch((error: NodeJS.ErrnoException) => explain(error, spec));
  if (typeof first === 'string') {
    return { info: { protocol, address, port: spec.port, up, problem: first }, drop: () => {}, close: () => {} };
  }
  const { port } = first.address() as AddressInfo;
  const senders = new DatagramSenders(protocol);
  // Motive's answers and its frames come from two ports of one machine, and belong together.
  const isByMachine = spec.natNetServer !== undefined;
  const receive = (datagram: Buffer, from: RemoteInfo): void => {
    const nowMs = clock.nowMs();
    const sender = senders.admit(isByMachine ? from.address : `${from.address}:${from.port}`, datagram, nowMs);
    if (sender === null || onDatagram(datagram, sender, nowMs) === false) reader.drop();
  };
  const reader = new RestingReader(first, () => openSocket({ ...spec, port }), receive, clock);
  const asking = spec.natNetServer === undefined ? null : askMotive(spec.natNetServer, receive, clock);
  return {
    info: { protocol, address, port, up, problem: null },
    drop: () => reader.drop(),
    close() {
      asking?.close();
      reader.close();
    },
  };
}

/**
 * Reads datagrams until too many of them were dropped. Then the port is closed for a moment: the system refuses what arrives,
 * which costs this process nothing, while reading it only to drop it would take all its time.
 */
class RestingReader {
  readonly #open: () => Promise<Socket>;
  readonly #receive: (datagram: Buffer, from: RemoteInfo) => void;
  readonly #clock: ServerClock;
  #socket: Socket | null = null;
  #droppedCount = 0;
  #stopResting: (() => void) | null = null;
  #isClosed = false;

  constructor(
    first: Socket,
    open: () => Promise<Socket>,
    receive: (datagram: Buffer, from: RemoteInfo) => void,
    clock: ServerClock,
  ) {
    this.#open = open;
    this.#receive = receive;
    this.#clock = clock;
    this.#read(first);
  }

  /** Counts a datagram that was read and is of no use. */
  drop(): void {
    if (++this.#droppedCount <= MAX_DROPPED || this.#socket === null) return;
    this.#socket.close();
    this.#socket = null;
    this.#stopResting = this.#clock.every(REST_MS, () => this.#goOn());
  }

  close(): void {
    this.#isClosed = true;
    this.#stopResting?.();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Where another program has taken the port meanwhile, the next rest follows. */
  #goOn(): void {
    this.#open().then(
      (socket) => {
        if (this.#isClosed || this.#socket !== null) socket.close();
        else this.#read(socket);
      },
      () => {},
    );
  }

  #read(socket: Socket): void {
    this.#stopResting?.();
    this.#stopResting = null;
    this.#droppedCount = 0;
    this.#socket = socket;
    socket.on('message', this.#receive);
    // Network errors do not matter to a socket that only listens.
    socket.on('error', () => {});
  }
}

async function openSocket(spec: FeedSpec): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: isMulticast(spec.address) });
  try {
    await bind(socket, spec);
  } catch (error) {
    socket.close();
    throw error;
  }
  return socket;
}

function bind(socket: Socket, { address, port }: Endpoint): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    // Bound to the group itself, a socket receives nothing else; Windows can bind only to the wildcard.
    const local = isMulticast(address) && process.platform === 'win32' ? '0.0.0.0' : address;
    socket.bind(port, local, () => {
      try {
        if (isMulticast(address)) socket.addMembership(address);
        socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
      } catch (error) {
        reject(error);
        return;
      }
      socket.removeListener('error', reject);
      resolve();
    });
  });
}

function explain(error: NodeJS.ErrnoException, { protocol, address, port }: FeedSpec): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `${protocol}: UDP port ${port} is taken by another program; stop it or choose another port.`;
    case 'EACCES':
      return `${protocol}: UDP port ${port} needs rights that this user does not have; choose one above 1023.`;
    case 'EADDRNOTAVAIL':
      return `${protocol}: this machine has no address ${address} to listen on.`;
    default:
      return `${protocol}: UDP ${address}:${port} cannot be opened (${error.code ?? error.message}).`;
  }
}

/**
 * Motive sends its version, its clock and the names of its bodies on request, and frames by unicast only to programs that
 * keep asking. The socket is connected: datagrams of other computers are not received.
 */
function askMotive(
  server: string,
  receive: (datagram: Buffer, from: RemoteInfo) => void,
  clock: ServerClock,
): { close(): void } {
  const socket = createSocket('udp4');
  const requests = (['connect', 'requestModelDef', 'keepAlive'] as const).map(encodeNatNetRequest);
  let stopAsking: (() => void) | null = null;
  const ask = () => {
    for (const request of requests) socket.send(request, () => {});
  };
  socket.on('error', () => {});
  socket.on('message', receive);
  const colon = server.indexOf(':');
  const port = colon < 0 ? NATNET_COMMAND_PORT : Number(server.slice(colon + 1));
  socket.connect(port, colon < 0 ? server : server.slice(0, colon), () => {
    ask();
    stopAsking = clock.every(ASK_AGAIN_MS, ask);
  });
  return {
    close() {
      stopAsking?.();
      socket.close();
    },
  };
}
