import { type Curve, InputError } from '@leib/core';
import {
  type FingerName,
  fingerNames,
  type HandConnection,
  type Magnets,
  type PuppetFile,
  type PuppetHand,
  type PuppetPart,
} from '../file/puppetFile.js';
import { endOf, type PartBinding, pivotOf } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { applyMagnets, buildFingerCurve, fingerShare } from './fingerCurve.js';
import { measureSpreadTurns, type SpreadTurn } from './spreadTurns.js';

type Point = readonly [number, number, number];

/** Mode 2: a finger turns a part. */
export interface FingerTurn {
  readonly finger: number;
  readonly part: number;
  /** Unit, in the part's frame at rest. */
  readonly axis: Point;
  readonly angle: number;
  readonly curve: Curve | null;
  /** What a hand at rest asks for: not 0 where a stopper or the curve's beginning keeps the part from its rest. */
  readonly restAngle: number;
  readonly yaw: number;
  readonly splay: number;
  readonly carrySeconds: number;
  readonly magnets: Magnets | null;
  /** Number of its spread turn; -1: the whole part turns as one. */
  readonly spreadIndex: number;
  /** Where the finger touches the part, model space. */
  readonly point: Point;
}

/** Mode 1: a finger moves an effector. */
export interface FingerDrag {
  readonly finger: number;
  readonly effector: number;
  readonly travel: Point;
  /** Unit, along the travel; all 0 where there is none. */
  readonly outward: Point;
  readonly yaw: number;
  readonly distance: number;
}

/** An effector that fingers move, model space. */
export interface DraggedEffector {
  readonly effector: number;
  readonly rest: Point;
  /** Where its chain begins: what the hand's yaw turns it about. */
  readonly chainStart: Point;
  readonly turns: boolean;
}

/** What one hand of the file moves. */
export interface HandControl {
  readonly hand: PuppetHand;
  readonly turns: readonly FingerTurn[];
  readonly drags: readonly FingerDrag[];
  readonly effectors: readonly DraggedEffector[];
  /** Part that goes with the hand's rotation; -1: none. */
  readonly carriedPart: number;
  /** 1 where the hand moves a joint of the skeleton: 0 the whole puppet, part i + 1. */
  readonly movedJoints: Uint8Array;
}

/** What all hands of a puppet move. Read-only. */
export interface ControlModel {
  readonly partCount: number;
  readonly hands: readonly HandControl[];
  readonly spreadTurns: readonly SpreadTurn[];
  /** Parts that turn about a hand's rotation point instead of their own pivot. */
  readonly swings: readonly PartSwing[];
  /** 1: no spring takes the part back to rest. One per part. */
  readonly isSpringless: Uint8Array;
  /** Parts of each effector's chain. One list per effector of the file. */
  readonly chainParts: readonly (readonly number[])[];
}

export interface PartSwing {
  readonly part: number;
  /** From the rotation point to the part's pivot, model space. */
  readonly arm: Point;
}

/** The file's hands over its parts (sorted, parents first). References must be whole. */
export function buildHandControl(file: PuppetFile, mesh: PuppetMesh, binding: PartBinding): ControlModel {
  const parts = new Map(file.parts.map((part, index) => [part.name, index]));
  const spreadTurns: SpreadTurn[] = [];
  const hands = file.hands.map((hand) => buildHand(file, parts, hand, spreadTurns));
  return {
    partCount: file.parts.length,
    hands,
    spreadTurns: measureSpreadTurns(spreadTurns, mesh.positions, binding),
    swings: findSwings(file.parts, hands),
    isSpringless: Uint8Array.from(file.parts, ({ joint }) => (joint.spring === null ? 1 : 0)),
    chainParts: file.effectors.map((_, effector) => chainParts(file, parts, effector)),
  };
}

function buildHand(
  file: PuppetFile,
  parts: ReadonlyMap<string, number>,
  hand: PuppetHand,
  spreadTurns: SpreadTurn[],
): HandControl {
  const turns: FingerTurn[] = [];
  const drags: FingerDrag[] = [];
  for (const connection of hand.connections) {
    if (connection.kind === 'turn') turns.push(buildTurn(file.parts, parts, hand, connection, spreadTurns));
    else drags.push(buildDrag(file, connection));
  }
  const effectors = [...new Set(drags.map(({ effector }) => effector))].map((effector) => findEffector(file, effector));
  const carriedPart = hand.carries.kind === 'part' ? indexOf(parts, hand.carries.part, 'part') : -1;
  const movedJoints = new Uint8Array(file.parts.length + 1);
  if (hand.carries.kind === 'puppet') movedJoints[0] = 1;
  if (carriedPart >= 0) movedJoints[carriedPart + 1] = 1;
  for (const { part } of turns) movedJoints[part + 1] = 1;
  for (const { effector } of drags) {
    for (const part of chainParts(file, parts, effector)) movedJoints[part + 1] = 1;
  }
  return { hand, turns, drags, effectors, carriedPart, movedJoints };
}

/** Parts of the chain that an effector belongs to. */
function chainParts({ chains, effectors }: PuppetFile, parts: ReadonlyMap<string, number>, effector: number): number[] {
  const chain = chains.find(({ name }) => name === effectors[effector].chain);
  return (chain?.parts ?? []).map((name) => indexOf(parts, name, 'part'));
}

function buildTurn(
  list: readonly PuppetPart[],
  parts: ReadonlyMap<string, number>,
  hand: PuppetHand,
  connection: HandConnection & { kind: 'turn' },
  spreadTurns: SpreadTurn[],
): FingerTurn {
  const { finger, point, axis, angle, curve, spread, yaw, splay, carry, magnets } = connection;
  const part = indexOf(parts, connection.part, 'part');
  if (spread > 0) {
    const centre = list[part].parent === null ? hand.rotationPoint : pivotOf(list[part]);
    spreadTurns.push({ part, centre, point, spread, meanShare: 1 });
  }
  const shares = buildFingerCurve(curve);
  const restAngle = angle * fingerShare(shares, 0);
  return {
    finger: fingerIndex(finger),
    part,
    axis: unit(axis),
    angle,
    curve: shares,
    restAngle: magnets ? applyMagnets(magnets, restAngle) : restAngle,
    yaw,
    splay,
    carrySeconds: carry,
    magnets,
    spreadIndex: spread > 0 ? spreadTurns.length - 1 : -1,
    point,
  };
}

function buildDrag(file: PuppetFile, connection: HandConnection & { kind: 'effector' }): FingerDrag {
  const { finger, travel, yaw, distance } = connection;
  const effector = file.effectors.findIndex(({ name }) => name === connection.effector);
  if (effector < 0) throw new InputError('hands', `expected an effector named "${connection.effector}", got none`);
  return { finger: fingerIndex(finger), effector, travel, outward: unit(travel), yaw, distance };
}

/** Where an effector is at rest: at the beginning of its chain, or at the end of one of its parts. */
function findEffector({ parts, chains, effectors }: PuppetFile, effector: number): DraggedEffector {
  const { chain: chainName, point, turns } = effectors[effector];
  const chain = chains.find(({ name }) => name === chainName);
  const links = (chain?.parts ?? []).map((name) => parts.find((part) => part.name === name));
  const first = links[0];
  const at = point === 0 ? first : links[point - 1];
  if (!first || !at) throw new InputError('effectors', `expected point ${point} of a chain "${chainName}", got none`);
  return { effector, rest: point === 0 ? pivotOf(first) : endOf(at), chainStart: pivotOf(first), turns };
}

/** Parts that hang on the whole puppet turn about the rotation point of the first hand that turns them. */
function findSwings(parts: readonly PuppetPart[], hands: readonly HandControl[]): PartSwing[] {
  const swings: PartSwing[] = [];
  for (const { hand, turns } of hands) {
    for (const { part } of turns) {
      if (parts[part].parent !== null || swings.some((swing) => swing.part === part)) continue;
      const pivot = pivotOf(parts[part]);
      const [x, y, z] = hand.rotationPoint;
      swings.push({ part, arm: [pivot[0] - x, pivot[1] - y, pivot[2] - z] });
    }
  }
  return swings;
}

function indexOf(numbers: ReadonlyMap<string, number>, name: string, what: string): number {
  const index = numbers.get(name);
  if (index === undefined) throw new InputError('hands', `expected a ${what} named "${name}", got none`);
  return index;
}

function fingerIndex(finger: FingerName): number {
  return fingerNames.indexOf(finger);
}

function unit([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 0];
}
