import type { RemoteBody } from '../body/remoteBody.js';
import { decodeJson, encodeJson, remoteKind } from './remoteMessage.js';

/** What a world is from now on, as one client is told. */
export interface RemoteBuilt {
  /** The client's own bodies first, then everybody else's. */
  readonly bodies: readonly RemoteBody[];
  /** How many of them are the client's own. */
  readonly ownCount: number;
  /** Clients in the world, this one among them. */
  readonly clientCount: number;
  /** The client's place in a shared world, counted from 0 and nobody else's: so that people do not stand in each other. */
  readonly seat: number;
}

type AnyArray = Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Uint8Array;

const arrayTypes = {
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Uint8Array,
} as const;
const TYPE_KEY = '$array';

/** Bodies that are the same are told once. JSON; a typed array is {"$array": its type, "values": [...]}. */
export function encodeBuilt({ bodies, ownCount, clientCount, seat }: RemoteBuilt): Uint8Array<ArrayBuffer> {
  const unique = [...new Set(bodies)];
  return encodeJson(remoteKind.built, {
    ownCount,
    clientCount,
    seat,
    numbers: bodies.map((body) => unique.indexOf(body)),
    bodies: unique.map(pack),
  });
}

/** From our own server: its shape is trusted, its version was checked. Null where it is no such message. */
export function decodeBuilt(bytes: Uint8Array): RemoteBuilt | null {
  const json = decodeJson(bytes);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return null;
  const given = json.value as Omit<RemoteBuilt, 'bodies'> & { numbers: number[]; bodies: unknown[] };
  if (!Array.isArray(given.bodies) || !Array.isArray(given.numbers)) return null;
  const unique = given.bodies.map(unpack) as RemoteBody[];
  return {
    bodies: given.numbers.map((number) => unique[number]),
    ownCount: given.ownCount,
    clientCount: given.clientCount,
    seat: given.seat,
  };
}

function pack(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    return { [TYPE_KEY]: value.constructor.name, values: Array.from(value as AnyArray) };
  }
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pack(each)]));
}

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const type = record[TYPE_KEY];
  if (typeof type === 'string' && Object.hasOwn(arrayTypes, type)) {
    return arrayTypes[type as keyof typeof arrayTypes].from(record.values as number[]);
  }
  return Object.fromEntries(Object.entries(record).map(([key, each]) => [key, unpack(each)]));
}
