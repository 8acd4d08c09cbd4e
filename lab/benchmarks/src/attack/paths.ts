import { seededRandom } from '@leib/core/testing';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { askUntilTaken, inLanes, rawRequest } from './rawHttp.js';
import type { TargetAddress } from './startTarget.js';
import { SECRET } from './targetFolder.js';

/** Ways to write a step up, a slash, and what lies outside. */
const ups = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '..%00',
  '%252e%252e',
  '....',
  '..;',
  '%c0%ae%c0%ae',
  '\u2025',
  '..%0d',
  '.',
];
const slashes = ['/', '%2f', '%5c', '\\', '//', '/./', '%252f', '%c0%af', '\uff0f', '/;/'];
const places = [
  'secret.txt',
  'studio/.env',
  '.env',
  'link.txt',
  'etc/passwd',
  'package.json',
  'proc/self/environ',
  'CON',
];
const heads = ['/', '//', '/assets/', '/api/', '/api/health/', 'http://127.0.0.1/', 'file:///', '', '/%', '/?', '/#/'];
const tails = ['', '/', '%00', '%00.html', '?', '?x=/../', '#', '.', '%20', '::$DATA', ';.js', '/.'];

/** Request targets that try to leave the served folder. */
export function hostilePaths(seed: number, count: number): string[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, () => {
    const steps = Array.from({ length: Math.floor(random() * 9) }, () => pick(ups) + pick(slashes)).join('');
    return (pick(heads) + steps + pick(places) + pick(tails)).replaceAll(/[\r\n ]/g, '');
  });
}

/** Asks for each path; what is outside of the folder must not come back, and every request must be answered. */
export async function attackPaths({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const faults: string[] = [];
  await inLanes(hostilePaths(seed, count), 8, async (path) => {
    const request = Buffer.from(rawRequest('GET', path), 'utf8');
    const { status, text } = await askUntilTaken(port, request);
    outcomes.add(`${status}`);
    if (text.includes(SECRET) || text.includes('root:')) faults.push(`GET ${JSON.stringify(path)} left the folder`);
    if (status === 0 || status >= 500) faults.push(`GET ${JSON.stringify(path)} was answered with ${status}`);
  });
  return { inputs: count, outcomes: outcomes.toRecord(), faults };
}

export const pathsAttack: ServerAttack = {
  name: 'paths',
  title: 'paths that try to leave the served folder',
  counts: { full: 2520, quick: 504 },
  flood: attackPaths,
};
