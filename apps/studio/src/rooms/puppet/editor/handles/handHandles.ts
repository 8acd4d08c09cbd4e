import type { HandConnection, PuppetFile } from '@leib/puppet';
import { withConnections, withHand } from '../../hands/connections.js';
import { fingerColour } from '../../scene/fingerColours.js';
import type { EditHandle } from './editHandle.js';
import { isPoint } from './shapeHandles.js';

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
