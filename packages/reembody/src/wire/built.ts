import { accept, type Decoded } from '@leib/core';
import { decodeJsonMessage, encodeJson, roomKind } from '@leib/net';
import * as v from 'valibot';
import type { RemoteBody } from '../body/remoteBody.js';

/** A world after a change, as one client sees it. */
export interface RemoteBuilt {
  /** The client's own bodies first, then those of other clients. */
  readonly bodies: readonly RemoteBody[];
  /** How many of them are the client's own. */
  readonly ownCount: number;
  /** Clients in the world, this one among them. */
  readonly clientCount: number;
  /** The client's place in a shared world, counted from 0 and different for each: so that people do not stand in each other. */
  readonly seat: number;
  /** Numbers of a robot in the world; none where absent. */
  readonly robotLength?: number;
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

const builtSchema = v.object({
  ownCount: v.number(),
  clientCount: v.number(),
  seat: v.number(),
  /** Of each body its number among `bodies`. */
  numbers: v.array(v.number()),
  bodies: v.array(v.looseObject({})),
});

/** JSON in which equal bodies are sent once; a typed array is {"$array": its type, "values": [...]}. */
export function encodeBuilt({ bodies, ownCount, clientCount, seat }: RemoteBuilt): Uint8Array<ArrayBuffer> {
  const unique = [...new Set(bodies)];
  return encodeJson(roomKind.built, {
    ownCount,
    clientCount,
    seat,
    numbers: bodies.map((body) => unique.indexOf(body)),
    bodies: unique.map(pack),
  });
}

/** From our own server: the shape of bodies is trusted, since the version was checked. */
export function decodeBuilt(bytes: Uint8Array): Decoded<RemoteBuilt> {
  const decoded = decodeJsonMessage(bytes, builtSchema, 'built', Number.POSITIVE_INFINITY);
  if (!decoded.ok) return decoded;
  const { numbers, bodies, ...rest } = decoded.value;
  const unique = bodies.map(unpack) as RemoteBody[];
  return accept({ bodies: numbers.map((number) => unique[number]), ...rest });
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
