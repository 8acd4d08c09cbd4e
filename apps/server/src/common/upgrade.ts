import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';

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
  try {
    const page = new URL(origin);
    const name = page.hostname.replace(/^\[|\]$/g, '');
    const isNumbered = name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
    return isNumbered && page.host === new URL(`${page.protocol}//${host}`).host;
  } catch {
    return false;
  }
}

/** Answers a request for a WebSocket with an HTTP status, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
