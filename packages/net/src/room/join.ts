import { accept, type Decoded, refuse } from '@leib/core';

/** Path of the WebSocket on a server. */
export const ROOM_PATH = '/api/room';

/** What a connection may be to walls: the simulation that they show, one of them, or one who looks after all. */
export const displayRoles = ['simulation', 'display', 'watcher'] as const;
export type DisplayRole = (typeof displayRoles)[number];

/** What a connection wants of a server; at least one of these. */
export interface RoomWish {
  /** Tracker feeds, and outputs to send to. */
  readonly feeds?: boolean;
  /** A simulated world: the one of this name, which others may share; null for one of its own. */
  readonly world?: string | null;
  readonly walls?: DisplayRole;
  /** Name of the wall, with `walls: 'display'`. */
  readonly wall?: string;
  /** The people of the room of this name, and the document that they share. */
  readonly people?: string;
  /** With `people`: the word of `welcome`, which gives the same person back. */
  readonly resume?: string;
  /** With `resume`: the version of the document that one has. */
  readonly since?: number;
}

/** A wish as it arrives at a server. */
export interface RoomJoin extends RoomWish {
  /** The word that a server may ask for; empty where none was given. */
  readonly token: string;
}

const names = ['feeds', 'world', 'walls', 'wall', 'people', 'resume', 'since', 'token'];
const worldName = /^[\w-]{0,40}$/;
const wallName = /^[\w-]{1,32}$/;
/** Lower case: it is the name of a folder, too. */
const peopleName = /^[a-z\d][a-z\d-]{0,39}$/;
const resumeWord = /^[\w.-]{1,120}$/;
const sinceNumber = /^\d{1,10}$/;

/** Path and query of a wish: all of the hello, so that a server refuses it before a connection is made of it. */
export function roomPath(wish: RoomWish, token = ''): string {
  const { feeds, world, walls, wall, people, resume, since } = wish;
  const query = new URLSearchParams();
  if (feeds) query.set('feeds', '');
  if (world !== undefined) query.set('world', world ?? '');
  if (walls !== undefined) query.set('walls', walls);
  if (wall !== undefined) query.set('wall', wall);
  if (people !== undefined) query.set('people', people);
  if (resume !== undefined) query.set('resume', resume);
  if (since !== undefined) query.set('since', String(since));
  if (token !== '') query.set('token', token);
  return `${ROOM_PATH}?${query}`;
}

/** Where a wish goes on a server. @param serverUrl of any page of it, or of the server; its `token` comes along */
export function roomUrl(serverUrl: string, wish: RoomWish): string {
  const server = new URL(serverUrl);
  const url = new URL(roomPath(wish, server.searchParams.get('token') ?? ''), server);
  url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss:' : 'ws:';
  return url.href;
}

/** What a request's path and query ask for, or why that is nothing. */
export function readJoin(target: string): Decoded<RoomJoin> {
  const query = new URL(target, 'http://localhost').searchParams;
  for (const name of query.keys()) {
    if (!names.includes(name)) return refuse('join', `expected ${names.join(', ')}, got ${name.slice(0, 40)}`);
    if (query.getAll(name).length > 1) return refuse(`join, ${name}`, 'expected once, got it again');
  }
  const [world, role, wall, people] = ['world', 'walls', 'wall', 'people'].map((name) => query.get(name));
  if (!query.has('feeds') && world === null && role === null && people === null) {
    return refuse('join', 'expected feeds, world, walls or people, got none of them');
  }
  if (world !== null && !worldName.test(world)) {
    return refuse('join, world', 'expected at most 40 letters, digits, "-" or "_"');
  }
  const walls = displayRoles.find((name) => name === role);
  if (role !== null && walls === undefined) return refuse('join, walls', `expected one of ${displayRoles.join(', ')}`);
  if ((walls === 'display') !== (wall !== null))
    return refuse('join, wall', 'expected with walls=display, and only then');
  if (wall !== null && !wallName.test(wall))
    return refuse('join, wall', 'expected 1 to 32 letters, digits, "-" or "_"');
  const person = readPeople(people, query.get('resume'), query.get('since'));
  if (!person.ok) return person;
  return accept({
    token: query.get('token') ?? '',
    ...(query.has('feeds') && { feeds: true }),
    ...(world !== null && { world: world === '' ? null : world }),
    ...(walls !== undefined && { walls }),
    ...(wall !== null && { wall }),
    ...person.value,
  });
}

function readPeople(
  people: string | null,
  resume: string | null,
  since: string | null,
): Decoded<Pick<RoomWish, 'people' | 'resume' | 'since'>> {
  if (people !== null && !peopleName.test(people))
    return refuse('join, people', 'expected 1 to 40 lower-case letters, digits or "-", the first not "-"');
  if (resume !== null && (people === null || !resumeWord.test(resume)))
    return refuse('join, resume', 'expected the word of a welcome, with people');
  if (since !== null && (resume === null || !sinceNumber.test(since)))
    return refuse('join, since', 'expected the version of a document, with resume');
  return accept({
    ...(people !== null && { people }),
    ...(resume !== null && { resume }),
    ...(since !== null && { since: Number(since) }),
  });
}
