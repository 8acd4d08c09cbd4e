import { bridgeAttack } from './bridgeMessages.js';
import { connectionsAttack, headersAttack, slownessAttack } from './connections.js';
import { datagramsAttack } from './datagrams.js';
import { displaysAttack, uploadsAttack } from './displays.js';
import type { ServerAttack } from './flood.js';
import { fragmentsAttack } from './fragments.js';
import { afarAttack, comingAttack, settingsAttack, worldsAttack } from './guests.js';
import { pathsAttack } from './paths.js';
import { peopleAttack } from './people.js';
import { pingsAttack } from './pings.js';
import { requestsAttack } from './requests.js';
import { roomsAttack } from './rooms.js';
import { soakAttack } from './soak.js';

/** Attacks on a server, in the order in which they run. */
export const serverAttacks: readonly ServerAttack[] = [
  pathsAttack,
  requestsAttack,
  headersAttack,
  slownessAttack,
  connectionsAttack,
  pingsAttack,
  fragmentsAttack,
  bridgeAttack,
  datagramsAttack,
  displaysAttack,
  uploadsAttack,
  roomsAttack,
  settingsAttack,
  afarAttack,
  comingAttack,
  worldsAttack,
  peopleAttack,
  soakAttack,
];
