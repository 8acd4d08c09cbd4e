import { endOf, type HandConnection, type PuppetFile, type PuppetPart, pivotOf } from '@leib/puppet';

type PuppetHand = PuppetFile['hands'][number];

type FingerName = HandConnection['finger'];
type Turn = Extract<HandConnection, { kind: 'turn' }>;
type Drag = Extract<HandConnection, { kind: 'effector' }>;

/** What a finger can move: a part (mode 2, the hand in the puppet) or a grip (mode 1). */
export interface FingerTarget {
  readonly kind: HandConnection['kind'];
  readonly name: string;
}

export function targetsOf({ parts, effectors }: PuppetFile): FingerTarget[] {
  return [
    ...parts.map(({ name }) => ({ kind: 'turn' as const, name })),
    ...effectors.map(({ name }) => ({ kind: 'effector' as const, name })),
  ];
}

export function targetOf(connection: HandConnection): FingerTarget {
  return connection.kind === 'turn'
    ? { kind: 'turn', name: connection.part }
    : { kind: 'effector', name: connection.effector };
}

/** Number of the connection between a finger and a target; -1 where there is none. */
export function findConnection({ connections }: PuppetHand, finger: FingerName, target: FingerTarget): number {
  return connections.findIndex((connection) => {
    const { kind, name } = targetOf(connection);
    return connection.finger === finger && kind === target.kind && name === target.name;
  });
}

/** The file with one of its hands changed. */
export function withHand(file: PuppetFile, slot: number, change: (hand: PuppetHand) => PuppetHand): PuppetFile {
  return { ...file, hands: file.hands.map((hand, i) => (i === slot ? change(hand) : hand)) };
}

/** The file with a hand's connections changed. */
export function withConnections(
  file: PuppetFile,
  slot: number,
  change: (connections: readonly HandConnection[]) => HandConnection[],
): PuppetFile {
  return withHand(file, slot, (hand) => ({ ...hand, connections: change(hand.connections) }));
}

export type CarriedKind = PuppetHand['carries']['kind'];

/** What a hand carries when another kind is chosen; null: there is no part that it could turn. */
export function newCarries({ parts }: PuppetFile, kind: CarriedKind): PuppetHand['carries'] | null {
  if (kind === 'puppet') return { kind, positionScale: 1, turns: true };
  if (kind === 'nothing') return { kind };
  return parts.length > 0 ? { kind, part: parts[0].name, turns: 1 } : null;
}

/** A first connection that moves something at once: the widest way that the joint is free to go. */
export function newConnection(file: PuppetFile, finger: FingerName, target: FingerTarget): HandConnection | null {
  if (target.kind === 'effector') return newDrag(file, finger, target.name);
  const part = file.parts.find(({ name }) => name === target.name);
  return part ? newTurn(part, finger) : null;
}

function newTurn(part: PuppetPart, finger: FingerName): Turn {
  const { axis, angle } = widestTurn(part);
  const [x, y, z] = endOf(part);
  return {
    kind: 'turn',
    finger,
    part: part.name,
    point: [x, y, z],
    axis,
    angle,
    curve: [],
    spread: 0,
    yaw: 0,
    splay: 0,
    carry: 0.03,
    magnets: null,
  };
}

/** About the axis across which a joint may turn farthest, to the farther side. */
function widestTurn({ joint: { limits } }: PuppetPart): { axis: [number, number, number]; angle: number } {
  if (limits.kind === 'cone') return { axis: [1, 0, 0], angle: Math.min(0.8, limits.halfAngle * 0.9) };
  const axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;
  const wide = (['x', 'y', 'z'] as const).reduce((best, name) => {
    const width = ({ min, max }: { min: number; max: number }) => max - min;
    return width(limits[name]) > width(limits[best]) ? name : best;
  }, 'x');
  const { min, max } = limits[wide];
  const angle = Math.abs(max) >= Math.abs(min) ? max : min;
  return { axis: [...axes[wide]], angle: Math.max(-1, Math.min(1, angle * 0.9)) };
}

/** Up by a third of the chain's length at full bend. */
function newDrag(file: PuppetFile, finger: FingerName, name: string): Drag | null {
  const effector = file.effectors.find((each) => each.name === name);
  const chain = file.chains.find((each) => each.name === effector?.chain);
  if (!chain) return null;
  const length = chain.parts.reduce((sum, partName) => {
    const part = file.parts.find((each) => each.name === partName);
    if (!part) return sum;
    const [from, to] = [pivotOf(part), endOf(part)];
    return sum + Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  }, 0);
  return { kind: 'effector', finger, effector: name, travel: [0, length / 3, 0], yaw: 0.5, distance: 0.5 };
}
