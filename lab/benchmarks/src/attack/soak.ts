import { setTimeout as pause } from 'node:timers/promises';
import { attackBridge } from './bridgeMessages.js';
import { attackByConnecting, attackByHeaders } from './connections.js';
import { attackByDatagrams } from './datagrams.js';
import { attackDisplays } from './displays.js';
import type { Flood, ServerAttack } from './flood.js';
import { attackByFragments } from './fragments.js';
import { attackPaths } from './paths.js';
import { attackByPings } from './pings.js';
import { attackByRequests } from './requests.js';
import { attackRooms } from './rooms.js';
import type { TargetAddress } from './startTarget.js';

const floods = [
  { flood: attackPaths, count: 100 },
  { flood: attackByRequests, count: 60 },
  { flood: attackByHeaders, count: 20 },
  { flood: attackByConnecting, count: 100 },
  { flood: attackByPings, count: 4000 },
  { flood: attackByFragments, count: 4000 },
  { flood: attackBridge, count: 5000 },
  { flood: attackByDatagrams, count: 2000 },
  { flood: attackDisplays, count: 1000 },
  { flood: attackRooms, count: 1000 },
];

/** Everything in turn for so many seconds: what each leaves behind would add up. */
async function soak(target: TargetAddress, seed: number, seconds: number): Promise<Flood> {
  const endMs = performance.now() + seconds * 1000;
  const faults: string[] = [];
  let inputs = 0;
  for (let i = 0; performance.now() < endMs; i++) {
    const { flood, count } = floods[i % floods.length];
    const result = await flood(target, seed * 1000 + i, count);
    inputs += result.inputs;
    faults.push(...result.faults);
    await pause(200);
  }
  return { inputs, outcomes: { seconds }, faults };
}

export const soakAttack: ServerAttack = {
  name: 'soak',
  title: 'everything in turn, so many seconds',
  counts: { full: 90, quick: 60 },
  flood: soak,
};
