import { isIPv4 } from 'node:net';
import { InputError } from '@leib/core';

/** Where datagrams come from or go to. IPv4 only, like the trackers' protocols. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/** "5000" or "192.168.1.7:5000"; without an address it is loopback, which only this machine reaches. */
export function parseEndpoint(text: string): Endpoint {
  const colon = text.lastIndexOf(':');
  const address = colon < 0 ? LOOPBACK : text.slice(0, colon) === 'localhost' ? LOOPBACK : text.slice(0, colon);
  const port = Number(text.slice(colon + 1));
  if (!isIPv4(address) || !/^\d+$/.test(text.slice(colon + 1)) || port > 65535) {
    throw new InputError('', `expected a port ("5000") or an IPv4 address with one ("0.0.0.0:5000"), got "${text}"`);
  }
  return { address, port };
}

/** 224.0.0.0/4: groups, which a socket joins. */
export function isMulticast(address: string): boolean {
  const first = Number(address.split('.', 1)[0]);
  return first >= 224 && first < 240;
}
