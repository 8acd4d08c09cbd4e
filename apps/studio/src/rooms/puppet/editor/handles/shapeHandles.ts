import {
  changePart,
  type HandConnection,
  moveBoneEnd,
  moveHandle,
  type PuppetFile,
  type PuppetPart,
  shapeHandles,
} from '@leib/puppet';
import { Quaternion } from 'three';
import { withConnections, withHand } from '../../hands/connections.js';
import { fingerColour } from '../../scene/partColours.js';
import {
  axisOf,
  type EditHandle,
  type HandleValue,
  type Point,
  pointFrom,
  turnFrom,
  turnOf,
  vectorOf,
} from './editHandle.js';

type PartShape = PuppetPart['shape'];

const axisNames = ['x', 'y', 'z'] as const;

/** Handles of a bone or a box: its ends, its middle, six sides, and turns. */
export function shapeHandlesOf(part: PuppetPart): EditHandle[] {
  const { shape, name } = part;
  const field = fieldOf(shape);
  const ends: EditHandle[] =
    shape.kind === 'bone'
      ? [endHandle(name, 'from', shape.from), endHandle(name, 'to', shape.to)]
      : [freeHandle(name, 'pivot', 'Move the pivot', shape.pivot, (to) => ({ ...shape, pivot: [...to] }))];
  const middle = freeHandle(name, 'centre', 'Move what it holds', field.centre, (to) =>
    withField(shape, { centre: to }),
  );
  const turned = shape.kind === 'bone' ? [2] : [0, 1, 2];
  return [
    ...ends,
    { ...middle, look: 'centre' },
    ...shapeHandles.map((side) => sideHandle(part, side)),
    ...turned.map((axis) => turnHandle(part, axis)),
  ];
}

interface Field {
  readonly centre: Point;
  readonly rotation: readonly [number, number, number, number];
}

function fieldOf(shape: PartShape): Field {
  return shape.kind === 'bone' ? shape.influence : shape;
}

function withField(shape: PartShape, { centre, rotation }: Partial<Field>): PartShape {
  const change = {
    ...(centre && { centre: [...centre] as Mutable }),
    ...(rotation && { rotation: [...rotation] as Mutable4 }),
  };
  return shape.kind === 'bone' ? { ...shape, influence: { ...shape.influence, ...change } } : { ...shape, ...change };
}

type Mutable = [number, number, number];
type Mutable4 = [number, number, number, number];

function endHandle(name: string, end: 'from' | 'to', at: Point): EditHandle {
  return {
    id: end,
    label: end === 'from' ? `Move where ${name} turns` : `Move the end of ${name}`,
    look: 'end',
    rides: 'part',
    motion: { kind: 'free', at },
    apply: (file, to) => (isPoint(to) ? moveBoneEnd(file, name, end, to) : file),
  };
}

function freeHandle(name: string, id: string, label: string, at: Point, shapeAt: (to: Point) => PartShape): EditHandle {
  return {
    id,
    label: `${label}: ${name}`,
    look: 'end',
    rides: 'part',
    motion: { kind: 'free', at },
    apply: (file, to) => (isPoint(to) ? changePart(file, name, { shape: shapeAt(to) }) : file),
  };
}

/** How far a shape reaches to one of its six sides, metres. */
function reachTo(shape: PartShape, side: (typeof shapeHandles)[number]): number {
  return shape.kind === 'bone' ? shape.influence.reach[side] : shape.halfSize[shapeHandles.indexOf(side) >> 1];
}

function sideHandle({ name, shape }: PuppetPart, side: (typeof shapeHandles)[number]): EditHandle {
  const { centre, rotation } = fieldOf(shape);
  const number = shapeHandles.indexOf(side);
  const direction = axisOf(rotation, number >> 1).multiplyScalar(number % 2 === 0 ? 1 : -1);
  return {
    id: `side ${side}`,
    label: `Size of ${name}, ${side}`,
    look: 'side',
    rides: 'part',
    motion: { kind: 'line', origin: centre, direction: pointFrom(direction), distance: reachTo(shape, side) },
    apply: (file, value) => (isPoint(value) ? file : moveHandle(file, name, side, value)),
  };
}

/** Outside of the shape, on a circle about one of its axes. */
function turnHandle({ name, shape }: PuppetPart, axis: number): EditHandle {
  const { centre, rotation } = fieldOf(shape);
  const arm = (axis + 1) % 3;
  const away = 1.35 * reachTo(shape, shapeHandles[arm * 2]);
  const about = axisOf(rotation, axis);
  const start = axisOf(rotation, arm).multiplyScalar(away);
  const turned = (angle: number) => new Quaternion().setFromAxisAngle(about, angle);
  return {
    id: `turn ${axisNames[axis]}`,
    label: `Turn what ${name} holds`,
    look: 'turn',
    rides: 'part',
    motion: {
      kind: 'circle',
      angle: 0,
      least: -Math.PI,
      most: Math.PI,
      pointAt: (angle) => pointFrom(start.clone().applyQuaternion(turned(angle)).add(vectorOf(centre))),
    },
    apply(file, value) {
      if (isPoint(value)) return file;
      const next = turned(value).multiply(turnOf(rotation)).normalize();
      return changePart(file, name, { shape: withField(shape, { rotation: turnFrom(next) }) });
    },
  };
}

export function isPoint(value: HandleValue): value is Point {
  return typeof value !== 'number';
}

export function partNamed({ parts }: PuppetFile, name: string | null): PuppetPart | null {
  return parts.find((part) => part.name === name) ?? null;
}

/** A handle and the part that it goes with; an empty name: the whole puppet. */
interface HandleOfPart {
  readonly part: string;
  readonly handle: EditHandle;
}

/** Handles of the virtual hands: where each turns, and where its fingers touch their parts. */
export function handHandlesOf({ hands }: PuppetFile): HandleOfPart[] {
  return hands.flatMap(({ rotationPoint, connections }, slot) => [
    { part: '', handle: rotationPointHandle(slot, rotationPoint) },
    ...connections.flatMap((connection, index) =>
      connection.kind === 'turn' ? [{ part: connection.part, handle: touchHandle(slot, index, connection) }] : [],
    ),
  ]);
}

function rotationPointHandle(slot: number, at: readonly [number, number, number]): EditHandle {
  return {
    id: `hand ${slot + 1}`,
    label: `Move the rotation point of the ${slot === 0 ? 'first' : 'second'} hand`,
    look: 'centre',
    rides: 'part',
    motion: { kind: 'free', at },
    apply: (file, to) =>
      isPoint(to) ? withHand(file, slot, (hand) => ({ ...hand, rotationPoint: [to[0], to[1], to[2]] })) : file,
  };
}

function touchHandle(slot: number, index: number, connection: Extract<HandConnection, { kind: 'turn' }>): EditHandle {
  const { finger, part, point } = connection;
  return {
    id: `touch ${slot + 1} ${finger} ${part}`,
    label: `Move where ${finger} touches ${part}`,
    look: 'end',
    colour: fingerColour(finger),
    rides: 'part',
    motion: { kind: 'free', at: point },
    apply: (file, to) =>
      isPoint(to)
        ? withConnections(file, slot, (all) => all.with(index, { ...connection, point: [to[0], to[1], to[2]] }))
        : file,
  };
}
