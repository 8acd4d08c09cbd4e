import { InputError } from '@leib/core';
import type { JsonObject, StageDoc, Thing } from '@leib/stage';
import { decodeWorldObjects } from '../world/decodeWorldObjects.js';
import type { WorldObject } from '../world/worldObject.js';

/** A thing of the world as an entry of a stage's document. */
export function thingOfObject(object: WorldObject): Thing {
  if (object.kind === 'floor')
    return { kind: 'floor', pose: [0, object.height, 0, 0, 0, 0, 1], settings: { name: object.name } };
  const { kind, position, ...settings } = object;
  const turn = ('rotation' in settings ? settings.rotation : undefined) ?? [0, 0, 0, 1];
  // Interfaces are no JSON for TypeScript; these have nothing else in them.
  return { kind, pose: [...position, ...turn], settings: settings as unknown as JsonObject };
}

/** Things of a document that have a place in the world of simulated bodies; things of other kinds are somebody else's. */
export interface WorldThings {
  readonly objects: readonly WorldObject[];
  /** Of each object its number among the document's things; -1: it is none of them. */
  readonly numbers: readonly number[];
}

const kinds = new Set(['box', 'ball', 'floor', 'door', 'button']);

/** Where the document has nothing to stand on there is a floor at its ground. Throws InputError with the thing's place. */
export function readWorldThings({ things, ground }: Pick<StageDoc, 'things' | 'ground'>): WorldThings {
  const numbers = [...things.keys()].filter((number) => kinds.has(things[number].kind));
  const given = numbers.map((number) => objectOf(things[number], number));
  if (numbers.length === 0)
    return { objects: [{ kind: 'floor', name: 'floor', height: ground.height }], numbers: [-1] };
  const decoded = decodeWorldObjects(given);
  if (decoded.ok) return { objects: decoded.value, numbers };
  const path = decoded.path.replace(/^\[(\d+)\]/, (_, index) => `[${numbers[Number(index)]}]`);
  throw new InputError(`things${path}`, decoded.reason);
}

function objectOf({ kind, pose, settings }: Thing, number: number): unknown {
  const { name = `${kind}${number}`, ...rest } = settings;
  if (kind === 'floor') return { kind, name, height: pose[1], ...rest };
  const isTurned = kind === 'box' && pose.slice(3).some((value, k) => value !== (k === 3 ? 1 : 0));
  return { kind, name, ...rest, position: pose.slice(0, 3), ...(isTurned && { rotation: pose.slice(3) }) };
}
