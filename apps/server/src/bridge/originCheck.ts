import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a WebSocket may be opened. Browsers send the page's origin along and do not keep pages from opening sockets to
 * anybody: so it must be our own page's, or one that the user named. Programs send none. The host must be an address or
 * localhost, else a name of somebody's own choosing could be pointed at this machine after the page has loaded.
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
