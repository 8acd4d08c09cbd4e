import { seededRandom } from '@leib/core/testing';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { askUntilTaken, inLanes, rawRequest } from './rawHttp.js';
import type { TargetAddress } from './startTarget.js';
import { SECRET } from './targetFolder.js';

const methods = [
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'GET\t',
  'X'.repeat(200),
];
const paths = [
  '/',
  '/api/health',
  '/api/room',
  '/api/room?feeds',
  '/api/files/',
  '/api/__proto__',
  '/api/constructor',
  '/index.html',
];
const bodies = ['', '{}', '[', '{"__proto__":1}', 'a'.repeat(100_000), '\0\0\0', '%PDF', `${'['.repeat(10_000)}`];

/** Requests inside of requests, and lengths that do not fit each other: a proxy and a server may read them differently. */
const smuggled = [
  'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /secret HTTP/1.1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\nHost: 127.0.0.1\n\n',
  'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\rGET /x HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: elsewhere.example\r\n\r\n',
  'GET / HTTP/1.1\r\n Host: 127.0.0.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET /\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: elsewhere\r\n\r\n',
  `${'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50)}`,
];
const wildHeaders = [
  'Range: bytes=0-0',
  'Range: bytes=-1',
  `Range: bytes=${Array.from({ length: 500 }, (_, i) => `${i}-`).join(',')}`,
  'If-None-Match: *',
  `If-None-Match: ${'"a",'.repeat(2000)}`,
  `Accept-Encoding: ${'gzip;q=0.1,'.repeat(1000)}`,
  'Accept-Encoding: br;q=NaN, gzip;q=1e309',
  `Cookie: ${'a=b;'.repeat(3000)}`,
  'Upgrade: h2c',
  'Connection: Upgrade, HTTP2-Settings',
  'Content-Type: multipart/form-data; boundary=',
  'X-HTTP-Method-Override: DELETE',
  'X-Forwarded-Host: elsewhere.example',
];

/** Requests that a server on the web gets on its first day, as bytes. */
export function hostileRequests(seed: number, count: number): string[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.3) return pick(smuggled);
    if (kind < 0.5) {
      const body = pick(bodies);
      return rawRequest(pick(methods), pick(paths), [`Content-Length: ${body.length}`], body);
    }
    if (kind < 0.8) return rawRequest('GET', pick(paths), [pick(wildHeaders), pick(wildHeaders)]);
    return rawRequest(
      'GET',
      `${pick(paths)}?${pick(['a', '%00', '__proto__[x]=1&', '&=']).repeat(Math.floor(random() * 3000))}`,
    );
  });
}

/** Each request is answered or cut; none with an error of the server, none with what another name would be given. */
export async function attackByRequests({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const faults: string[] = [];
  await inLanes(hostileRequests(seed, count), 8, async (request) => {
    const { status, text } = await askUntilTaken(port, Buffer.from(request, 'latin1'), 1000);
    outcomes.add(`${status}`);
    const said = JSON.stringify(request.slice(0, 60));
    if (status >= 500) faults.push(`${said} was answered with ${status}`);
    if (text.includes(SECRET)) faults.push(`${said} gave the secret`);
    if (request.includes('\r\nHost: elsewhere') && text.includes('The page.')) faults.push(`${said} gave the page`);
  });
  return { inputs: count, outcomes: outcomes.toRecord(), faults };
}

export const requestsAttack: ServerAttack = {
  name: 'requests',
  title: 'requests inside of requests, wrong methods, bodies, lengths, ranges, long queries',
  counts: { full: 1200, quick: 600 },
  flood: attackByRequests,
};
