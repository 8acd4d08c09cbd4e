import { bridgeAttack } from './bridgeMessages.js';
import { connectionsAttack, headersAttack, slownessAttack } from './connections.js';
import { datagramsAttack } from './datagrams.js';
import { displaysAttack, uploadsAttack } from './displays.js';
import { encryptedAttack } from './encrypted.js';
import type { ServerAttack } from './flood.js';
import { fragmentsAttack } from './fragments.js';
import { afarAttack, comingAttack, jumpsAttack, settingsAttack, worldsAttack } from './guests.js';
import { leverAttack } from './lever.js';
import { lockoutAttack } from './lockout.js';
import { pathsAttack } from './paths.js';
import { peopleAttack } from './people.js';
import { pingsAttack } from './pings.js';
import { requestsAttack } from './requests.js';
import { roomsAttack } from './rooms.js';
import { soakAttack } from './soak.js';
import { studiesAttack } from './studies.js';
import { unreadAttack } from './unread.js';

/** Attacks on a server, in the order in which they run. */
export const serverAttacks: readonly ServerAttack[] = [
  pathsAttack,
  requestsAttack,
  headersAttack,
  slownessAttack,
  connectionsAttack,
  encryptedAttack,
  pingsAttack,
  fragmentsAttack,
  bridgeAttack,
  datagramsAttack,
  lockoutAttack,
  displaysAttack,
  unreadAttack,
  uploadsAttack,
  roomsAttack,
  settingsAttack,
  afarAttack,
  leverAttack,
  jumpsAttack,
  comingAttack,
  worldsAttack,
  peopleAttack,
  studiesAttack,
  soakAttack,
];
