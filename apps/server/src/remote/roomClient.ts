import { buildRemoteFrameLayout, HELD_HAND, inputAt, type RemoteFrameLayout } from '@leib/reembody';
import { mixTarget, type RemoteOpening } from '@leib/reembody/wire';

/** Before its first frame a later client's body stands so far behind its start for each seat, out of the others' way, metres. */
const WAITING_DISTANCE = 3;
/** A copy without a frame yet stands this far beside the one before, metres. */
const COPY_DISTANCE = 0.9;

/** A frame says how long it took, and a wrong one shall not stop a body: it arrives after this at the latest, seconds. */
const LONGEST_WAY_SECONDS = 0.5;

/** One client of a world. */
export interface RoomClient {
  readonly id: number;
  /** The lowest number that was free when it came. */
  readonly seat: number;
  /** Blocks of its bodies in its last frame. */
  input: Float64Array;
  /** The same with the targets where they are on their way to it, and where they were when it came. */
  given: Float64Array;
  givenBefore: Float64Array;
  /** Length of a frame before its count of bodies changed: such frames may still arrive. */
  lengthBefore: number;
  /** Numbers of the world's bodies in this client's order: its own first. */
  order: number[];
  ownCount: number;
  layout: RemoteFrameLayout;
  output: Float64Array;
  /** Of its last frame, and of the one that was answered last. */
  sequence: number;
  answeredSequence: number;
  receivedMs: number;
  /** How much it jumped about lately: jumps of its frames, older ones count less. */
  unrest: number;
  /** Rises with every change of the world; of its last one. */
  changeNumber: number;
}

/** Translates a held hand's body number into the client's order. */
export function renumberHeld(output: Float64Array, at: number, order: readonly number[]): void {
  if (output[at] <= HELD_HAND) output[at] = HELD_HAND - order.indexOf(HELD_HAND - output[at]);
}

export function createRoomClient(id: number, seat: number, { body, starts }: RemoteOpening): RoomClient {
  const { jointCount } = body.skeleton;
  const blockLength = inputAt.targetRotations + jointCount * 4;
  const input = new Float64Array(blockLength * starts.length);
  const behind = seat * WAITING_DISTANCE;
  for (const [i, [x, y, z]] of starts.entries()) {
    writeStart(input, i * blockLength, jointCount, [x, y, z - behind]);
  }
  const layout = buildRemoteFrameLayout([], 0);
  return {
    id,
    seat,
    input,
    given: input.slice(),
    givenBefore: input.slice(),
    lengthBefore: input.length,
    order: [],
    ownCount: starts.length,
    layout,
    output: new Float64Array(layout.outputLength),
    sequence: 0,
    answeredSequence: 0,
    receivedMs: 0,
    unrest: 0,
    changeNumber: 0,
  };
}

/** Before its client's first frame a body stands in its T-pose. */
function writeStart(input: Float64Array, at: number, jointCount: number, start: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) input[at + inputAt.targetRootPosition + k] = start[k];
  for (let joint = 0; joint < jointCount; joint++) input[at + inputAt.targetRotations + joint * 4 + 3] = 1;
}

export function resizeInput(client: RoomClient, count: number, countBefore: number): void {
  const { input } = client;
  const blockLength = input.length / countBefore;
  const next = new Float64Array(blockLength * count);
  next.set(input.subarray(0, Math.min(input.length, next.length)));
  const jointCount = (blockLength - inputAt.targetRotations) / 4;
  const first = input.subarray(inputAt.targetRootPosition, inputAt.targetRootPosition + 3);
  for (let i = countBefore; i < count; i++) {
    writeStart(next, i * blockLength, jointCount, [first[0] + COPY_DISTANCE * i, first[1], first[2]]);
  }
  client.lengthBefore = input.length;
  client.input = next;
  client.given = next.slice();
  client.givenBefore = next.slice();
}

/**
 * What the world gets of a client, so many seconds after its last frame came. Targets go evenly from frame to frame, in the time
 * that the frame says it took: where a world steps at 90 Hz and a page at 60 or 20, feet that stand would slide else, and hips
 * stutter.
 */
export function nextInput(client: RoomClient, sinceFrameSeconds: number): Float64Array {
  const { input, given, givenBefore, ownCount } = client;
  const frameSeconds = Math.min(input[inputAt.dtSeconds], LONGEST_WAY_SECONDS);
  const amount = frameSeconds > sinceFrameSeconds ? sinceFrameSeconds / frameSeconds : 1;
  given.set(input);
  const blockLength = input.length / ownCount;
  const jointCount = (blockLength - inputAt.targetRotations) / 4;
  for (let i = 0; i < ownCount; i++) mixTarget(given, givenBefore, input, i * blockLength, jointCount, amount);
  return given;
}

/** What is left of a client's unrest from frame to frame. */
const UNREST_KEPT = 0.97;

/** After a frame has come: adds how far its bodies have jumped since the one before. */
export function noteJump(client: RoomClient, before: Float64Array): void {
  const { input, ownCount } = client;
  const blockLength = input.length / ownCount;
  let most = 0;
  for (let at = 0; at < input.length; at += blockLength) {
    const root = at + inputAt.targetRootPosition;
    let waySq = 0;
    for (let k = 0; k < 3; k++) waySq += (input[root + k] - before[root + k]) ** 2;
    most = Math.max(most, Math.sqrt(waySq));
    for (let q = at + inputAt.targetRotations; q < at + blockLength; q += 4) {
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += input[q + k] * before[q + k];
      // 0 for none, 1 for half a turn.
      most = Math.max(most, 1 - Math.abs(dot));
    }
  }
  // A teleport is one jump, however far; numbers that are none jump as well.
  client.unrest = UNREST_KEPT * client.unrest + (most < 1 ? most : 1);
}
