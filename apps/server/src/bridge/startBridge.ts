import { createSocket } from 'node:dgram';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  BRIDGE_OUTPUT_HEADER_SIZE,
  BRIDGE_VERSION,
  type BridgeFeed,
  type BridgeHello,
  type BridgeOutput,
  type BridgePong,
  decodeBridgeOutput,
  encodeBridgeDatagram,
  MAX_DATAGRAM_SIZE,
  readBridgePing,
} from '@leib/feeds';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { BridgeClient } from './bridgeClient.js';
import { isAllowedOrigin } from './originCheck.js';
import { serverNowMs } from './serverClock.js';
import { type FeedSpec, openUdpFeed } from './udpFeed.js';

export interface BridgeOptions {
  /** What to listen for; nothing is opened that is not named here. */
  readonly feeds?: readonly FeedSpec[];
  /** Where pages may send to: they choose among these, they cannot name others. */
  readonly outputs?: readonly BridgeOutput[];
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
}

/** UDP on one side, pages on the other. */
export interface Bridge {
  /** With the ports that were taken, and with the problem where none could be. */
  readonly feeds: readonly BridgeFeed[];
  readonly clientCount: number;
  /** Takes over an HTTP connection that asks for a WebSocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

const MAX_CLIENTS = 16;
const HEARTBEAT_MS = 10_000;
/** Output that the network does not take is dropped. */
const MAX_SEND_QUEUE_BYTES = 1 << 20;
/** The header has one byte for the feed's number. */
const MAX_FEEDS = 256;

/** Opens the feeds. Never rejects over one of them: see `feeds[i].problem`. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { feeds: specs = [], outputs = [], allowedOrigins = [] } = options;
  if (specs.length > MAX_FEEDS) throw new Error(`a bridge has at most ${MAX_FEEDS} feeds.`);
  const clients = new Set<BridgeClient>();
  const sequences = new Uint32Array(specs.length);

  const onDatagram = (feedIndex: number, datagram: Buffer, receivedMs: number): void => {
    // Counted even when nobody listens: whoever comes later starts anywhere.
    const sequence = sequences[feedIndex]++;
    for (const client of clients) client.send(encodeBridgeDatagram(feedIndex, sequence, receivedMs, datagram));
  };
  const opened = await Promise.all(
    specs.map((spec, index) => openUdpFeed(spec, (datagram, receivedMs) => onDatagram(index, datagram, receivedMs))),
  );
  const feeds = opened.map(({ info }) => info);
  const hello: BridgeHello = { type: 'hello', version: BRIDGE_VERSION, feeds, outputs };

  const sender = outputs.length > 0 ? createSocket('udp4') : null;
  sender?.on('error', () => {});
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: BRIDGE_OUTPUT_HEADER_SIZE + MAX_DATAGRAM_SIZE,
  });

  const onOutput = (bytes: Buffer): void => {
    const message = decodeBridgeOutput(bytes);
    const output = message === null ? undefined : outputs[message.outputIndex];
    if (sender === null || message === null || output === undefined) return;
    if (sender.getSendQueueSize() > MAX_SEND_QUEUE_BYTES) return;
    sender.send(message.payload, output.port, output.address, () => {});
  };

  const welcome = (socket: WebSocket): void => {
    const client = new BridgeClient(socket);
    clients.add(client);
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const receivedMs = serverNowMs();
      if (isBinary) onOutput(data as Buffer);
      else answerPing(socket, String(data), receivedMs);
    });
    socket.on('pong', () => {
      client.isAlive = true;
    });
    socket.on('close', () => clients.delete(client));
    // Too large a message, or bytes that are no WebSocket's: the connection is closed for it.
    socket.on('error', () => socket.terminate());
    socket.send(JSON.stringify(hello));
  };

  const heartbeat = setInterval(() => {
    for (const client of clients) {
      if (!client.isAlive) client.socket.terminate();
      client.isAlive = false;
      client.socket.ping();
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  let isClosed = false;

  return {
    feeds,
    get clientCount() {
      return clients.size;
    },
    handleUpgrade(request, socket, head) {
      if (!isAllowedOrigin(request, allowedOrigins)) return refuse(socket, '403 Forbidden');
      if (clients.size >= MAX_CLIENTS) return refuse(socket, '503 Service Unavailable');
      sockets.handleUpgrade(request, socket, head, welcome);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(heartbeat);
      for (const { socket } of clients) socket.terminate();
      for (const feed of opened) feed.close();
      sender?.close();
      sockets.close();
    },
  };
}

function answerPing(socket: WebSocket, text: string, receivedMs: number): void {
  const ping = readBridgePing(text);
  if (ping === null) return;
  const pong: BridgePong = { type: 'pong', t0: ping.t0, t1: receivedMs, t2: serverNowMs() };
  socket.send(JSON.stringify(pong));
}

/** Says no in HTTP and hangs up. */
export function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
