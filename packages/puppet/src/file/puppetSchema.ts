import { parse, pipe, transform } from 'valibot';
import type { MeshPlacement } from '../mesh/meshPlacement.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';
import {
  type HandConnection,
  type PuppetEffector,
  type PuppetFile,
  type PuppetHand,
  type PuppetJoint,
  type WrittenPuppet,
  writtenSchema,
} from './puppetFile.js';
import { jointSchema } from './shapeSchema.js';

type Point = [number, number, number];
type Parts = ReadonlyMap<string, PuppetFile['parts'][number]>;

/** A puppet's file: checked, and what was left out is filled in. */
export const puppetSchema = pipe(writtenSchema, transform(fillInPuppet));

/**
 * What a file leaves out and other places of it say: the end of an effector's chain, the point that a finger touches,
 * the middle of what a hand turns. A name that leads nowhere gives the origin here and is refused afterwards.
 */
function fillInPuppet(written: WrittenPuppet): PuppetFile {
  const parts: Parts = new Map(written.parts.map((part) => [part.name, part]));
  const chainLengths = new Map(written.chains.map((chain) => [chain.name, chain.parts.length]));
  const effectors = written.effectors.map(({ name, chain, point, turns }): PuppetEffector => {
    return { name, chain, point: point ?? chainLengths.get(chain) ?? 0, turns };
  });
  const hands = written.hands.map((hand, index) => fillInHand(hand, index, parts));
  return { ...written, effectors, hands };
}

function fillInHand(hand: WrittenPuppet['hands'][number], index: number, parts: Parts): PuppetHand {
  const { name, carries, rotationPoint, rest } = hand;
  const connections = hand.connections.map((connection) => fillInConnection(connection, parts));
  const turned = connections.flatMap((connection) => {
    const part = connection.kind === 'turn' ? parts.get(connection.part) : undefined;
    return part === undefined ? [] : [pivotOf(part)];
  });
  return {
    name: name ?? (index === 0 ? 'first hand' : 'second hand'),
    carries,
    rotationPoint: rotationPoint ?? middleOf(turned),
    connections,
    rest,
  };
}

function fillInConnection(
  connection: WrittenPuppet['hands'][number]['connections'][number],
  parts: Parts,
): HandConnection {
  if (connection.kind === 'effector') return connection;
  const { kind, finger, part: partName, point, ...rest } = connection;
  const part = parts.get(partName);
  const [x, y, z] = part === undefined ? [0, 0, 0] : endOf(part);
  return { kind, finger, part: partName, point: point ?? [x, y, z], ...rest };
}

function middleOf(points: readonly (readonly number[])[]): Point {
  const mean = (k: number) => points.reduce((sum, point) => sum + point[k], 0) / Math.max(points.length, 1);
  return [mean(0), mean(1), mean(2)];
}

/** A joint that turns by a quarter to all sides and stays where it is put: what a new part begins with. */
export const freeJoint: PuppetJoint = parse(jointSchema, {});

/** A puppet without parts for a model: what a new one begins with. `uri` as in the file. */
export function createPuppet(name: string, uri: string | null, placement: MeshPlacement): PuppetFile {
  const { scale, rotation, position } = placement;
  return { ...parse(puppetSchema, { format: 'leib-puppet/1' }), name, mesh: { uri, scale, rotation, position } };
}
