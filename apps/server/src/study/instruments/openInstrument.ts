import { createSocket } from 'node:dgram';
import { InputError } from '@leib/core';
import { ReconnectingSocket } from '@leib/net';
import { WebSocket as NodeSocket } from 'ws';
import { parseEndpoint } from '../../bridge/endpoint.js';
import type { ServerClock } from '../../common/serverClock.js';
import type { Instrument, OnMarker } from './instrument.js';
import { OscInstrument } from './oscInstrument.js';

/** Larger packets of an instrument are none. */
const MOST_BYTES = 65_536;

/** Opens the way to an instrument. It need not be there yet, and may come and go. Throws InputError where `spec` is no such way. */
export async function openInstrument(spec: string, clock: ServerClock, onMarker: OnMarker): Promise<Instrument> {
  const [kind, rest] = spec.split(/:(.*)/s);
  if (kind === 'osc') return openOsc(spec, rest ?? '', clock, onMarker);
  if (kind === 'ws' || kind === 'wss') return openWebSocket(spec, clock, onMarker);
  if (kind === 'lsl') return (await import('./lslInstrument.js')).openLsl(rest ?? '', clock, onMarker);
  throw new InputError('', `expected osc:HOST:PORT, ws://HOST:PORT or lsl, got "${spec}"`);
}

/** The socket is connected: nothing is heard of other addresses. */
function openOsc(name: string, at: string, clock: ServerClock, onMarker: OnMarker): Promise<Instrument> {
  const { address, port } = parseEndpoint(at);
  if (port === 0) throw new InputError('', `expected osc:HOST:PORT with a port above 0, got "${name}"`);
  const socket = createSocket('udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => reject(new InputError('', `${name}: ${error.message}`)));
    socket.connect(port, address, () => {
      socket.removeAllListeners('error');
      // Nobody is there, says the system: they may come.
      socket.on('error', () => {});
      const send = (packet: Uint8Array) => socket.send(packet, () => {});
      const instrument = new OscInstrument({ name, send, close: () => void socket.close() }, clock, onMarker);
      socket.on('message', (packet) => instrument.receive(packet));
      resolve(instrument);
    });
  });
}

function openWebSocket(url: string, clock: ServerClock, onMarker: OnMarker): Instrument {
  if (!URL.canParse(url)) throw new InputError('', `expected ws://HOST:PORT, got "${url}"`);
  const options = { maxPayload: MOST_BYTES, perMessageDeflate: false };
  const handlers = {
    onOpen: () => {},
    onMessage: (data: string | ArrayBuffer) => typeof data !== 'string' && instrument.receive(new Uint8Array(data)),
    onClose: () => {},
  };
  const socket = new ReconnectingSocket(url, handlers, (to) => new NodeSocket(to, options) as unknown as WebSocket);
  const way = {
    name: url,
    send: (packet: Uint8Array<ArrayBuffer>) => void socket.send(packet),
    close: () => socket.dispose(),
  };
  const instrument = new OscInstrument(way, clock, onMarker);
  return instrument;
}
