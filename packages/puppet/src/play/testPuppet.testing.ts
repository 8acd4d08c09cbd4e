import { createHandSignal, type HandSignal } from '@leib/tracking/hands';
import type { FingerName, HandConnection, PuppetFile, PuppetPart } from '../file/puppetFile.js';
import { createPuppet, freeJoint } from '../file/puppetSchema.js';
import { type PuppetMesh, puppetMeshOf } from '../model/puppetMesh.js';

type Point = [number, number, number];

/** Tests only: where the hand sits in the mouth puppet. */
export const wrist: Point = [0, 0.1, -0.1];

function lip(name: string, y: number): PuppetPart {
  const shape: PuppetPart['shape'] = {
    kind: 'box',
    pivot: [0, y, 0],
    centre: [0, y, 0.1],
    rotation: [0, 0, 0, 1],
    halfSize: [0.25, 0.04, 0.15],
  };
  return { name, parent: null, shape, joint: freeJoint, region: null };
}

function bone(name: string, parent: string | null, from: Point, to: Point): PuppetPart {
  const centre: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  const reach = { right: 0.06, left: 0.06, up: 0.06, down: 0.06, front: 0.08, back: 0.08 };
  const influence = { centre, rotation: [0, 0, 0, 1] as [number, number, number, number], reach, e: 1, n: 1 };
  const shape: PuppetPart['shape'] = { kind: 'bone', from, to, influence: { ...influence, throughAir: true } };
  return { name, parent, shape, joint: freeJoint, region: null };
}

type Turn = Extract<HandConnection, { kind: 'turn' }>;

/** Tests only: a finger that opens a lip. */
export function openLip(finger: FingerName, part: string, x: number, more: Partial<Turn> = {}): HandConnection {
  const angle = part === 'upper lip' ? -0.8 : 0.8;
  const point: Point = [x, part === 'upper lip' ? 0.14 : 0.06, 0.25];
  const none = { curve: [], yaw: 0, splay: 0, carry: 0, magnets: null };
  return { kind: 'turn', finger, part, point, axis: [1, 0, 0], angle, spread: 0, ...none, ...more };
}

/** Tests only: four fingers in the upper lip, the thumb in the lower one, a tail whose tip the second hand pulls. */
export function mouthPuppet(): PuppetFile {
  const file = createPuppet('mouth', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const fingers: readonly FingerName[] = ['index', 'middle', 'ring', 'little'];
  return {
    ...file,
    parts: [
      lip('upper lip', 0.14),
      lip('lower lip', 0.06),
      bone('tail 1', null, [0, 0.1, -0.2], [0, 0.1, -0.3]),
      bone('tail 2', 'tail 1', [0, 0.1, -0.3], [0, 0.1, -0.4]),
      bone('tail 3', 'tail 2', [0, 0.1, -0.4], [0, 0.1, -0.5]),
    ],
    chains: [
      { name: 'tail', parts: ['tail 1', 'tail 2', 'tail 3'], root: 'fixed', tip: 'free', solver: 'ccd', wave: null },
    ],
    effectors: [{ name: 'tip', chain: 'tail', point: 3, turns: false }],
    hands: [
      {
        name: 'mouth',
        carries: { kind: 'puppet', positionScale: 2, turns: true },
        rotationPoint: wrist,
        connections: [
          ...fingers.map((finger, i) => openLip(finger, 'upper lip', 0.18 - 0.12 * i, { spread: 0.06 })),
          openLip('thumb', 'lower lip', 0),
        ],
        rest: null,
      },
      {
        name: 'tail',
        carries: { kind: 'nothing' },
        rotationPoint: [0, 0.1, -0.2],
        connections: [
          { kind: 'effector', finger: 'index', effector: 'tip', travel: [0, 0.1, 0], yaw: 1, distance: 0.5 },
        ],
        rest: null,
      },
    ],
    inner: { method: 'voxels', points: 60 },
  };
}

/** Tests only: two sheets as lips and a narrow one as a tail; `across` places in the width of a lip. */
export function mouthMesh(across = 9): PuppetMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  addSheet(positions, triangles, { x: 0.25, y: 0.14, from: -0.05, to: 0.25, across, along: 6 });
  addSheet(positions, triangles, { x: 0.25, y: 0.06, from: -0.05, to: 0.25, across, along: 6 });
  addSheet(positions, triangles, { x: 0.02, y: 0.1, from: -0.5, to: -0.2, across: 2, along: 10 });
  return puppetMeshOf(Float64Array.from(positions), Uint32Array.from(triangles));
}

function addSheet(
  positions: number[],
  triangles: number[],
  { x, y, from, to, across, along }: Readonly<Record<'x' | 'y' | 'from' | 'to' | 'across' | 'along', number>>,
): void {
  const first = positions.length / 3;
  for (let j = 0; j < along; j++) {
    for (let i = 0; i < across; i++) {
      positions.push(-x + (2 * x * i) / (across - 1), y, from + ((to - from) * j) / (along - 1));
      const at = first + j * across + i;
      if (i + 1 === across || j + 1 === along) continue;
      triangles.push(at, at + across, at + 1, at + 1, at + across, at + across + 1);
    }
  }
}

/** Tests only: a hand that is seen, at the origin unless it is said otherwise. */
export function handAt(
  bends: readonly number[] = [0, 0, 0, 0, 0],
  position: readonly number[] = [0, 0, 0],
  rotation: readonly number[] = [0, 0, 0, 1],
): HandSignal {
  const signal = createHandSignal();
  signal.bends.set(bends);
  signal.position.set(position);
  signal.rotation.set(rotation);
  signal.confidence = 1;
  return signal;
}
