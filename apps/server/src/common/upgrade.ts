import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isAddress, nameOfHost } from './hostName.js';

/**
 * Whether a WebSocket may be opened. Browsers let any page open sockets to any address and only name the page's origin:
 * it must be our own page's, or one that the user allowed. Programs send none. The host must be an address or localhost:
 * a domain name could be pointed at this machine after the page has loaded (DNS rebinding).
 */
export function isAllowedOrigin(request: IncomingMessage, allowedOrigins: readonly string[] = []): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowedOrigins.includes(origin)) return true;
  if (host === undefined) return false;
  const name = nameOfHost(origin);
  if (name === null || !isAddress(name)) return false;
  try {
    const page = new URL(origin);
    return page.host === new URL(`${page.protocol}//${host}`).host;
  } catch {
    return false;
  }
}

/** Answers a request for a WebSocket with an HTTP status, and ends the connection, also where the client keeps its end open. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(statusLine(status), () => socket.destroy());
}

/** An answer that is nothing but a status. */
export function statusLine(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}
