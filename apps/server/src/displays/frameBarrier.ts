/** joining: has not been in time yet; inStep: waited for; late: was not ready in time, and is not waited for. */
export type WallState = 'joining' | 'inStep' | 'late';

export interface BarrierParams {
  /** Longest time for which a frame waits for a wall, milliseconds. */
  readonly timeOutMs: number;
  /** Frames in a row that a wall must be ready for in time before it is waited for: at first, and after it was late. */
  readonly joinFrames: number;
  readonly returnFrames: number;
}

export const defaultBarrierParams: BarrierParams = { timeOutMs: 50, joinFrames: 2, returnFrames: 20 };

/** One display at the barrier. Written by the barrier. */
export interface BarrierWall {
  state: WallState;
  /** Last frame that it was ready for, and the time from sending it to that, milliseconds. */
  readyFrame: number;
  readyMs: number;
  /** Frames in a row that it was ready for in time. */
  inTimeCount: number;
  /** Frames that were shown without it while it was in step: one each time it fell behind. */
  missedCount: number;
}

/**
 * Keeps walls in step. A frame goes to all walls; when those that are in step are ready, or the time is out, all are told to
 * show it. A wall that was not ready becomes late and is not waited for until it was in time for a while: a dead wall costs the
 * others one time-out.
 */
export interface FrameBarrier {
  params: BarrierParams;
  readonly walls: Map<number, BarrierWall>;
  /** The frame that walls prepare; 0: none. */
  pendingFrame: number;
  /** The frame that was shown last; 0: none. */
  shownFrame: number;
  /** Times at which the last frames were sent, milliseconds; by frame number. */
  readonly sentMs: Float64Array;
}

/** Number of frames whose times are kept: a second at 60 Hz. */
const MEMORY = 64;

export function createFrameBarrier(params: BarrierParams = defaultBarrierParams): FrameBarrier {
  return { params, walls: new Map(), pendingFrame: 0, shownFrame: 0, sentMs: new Float64Array(MEMORY) };
}

export function joinBarrier(barrier: FrameBarrier, wall: number): BarrierWall {
  const joined: BarrierWall = { state: 'joining', readyFrame: 0, readyMs: 0, inTimeCount: 0, missedCount: 0 };
  barrier.walls.set(wall, joined);
  return joined;
}

export function leaveBarrier(barrier: FrameBarrier, wall: number): void {
  barrier.walls.delete(wall);
}

/** A frame is sent to all walls now. Only where none is pending. Frame numbers rise from 1. */
export function sendToWalls(barrier: FrameBarrier, frame: number, nowMs: number): void {
  barrier.pendingFrame = frame;
  barrier.sentMs[frame % MEMORY] = nowMs;
}

/** A wall has prepared a frame. */
export function noteReady(barrier: FrameBarrier, id: number, frame: number, nowMs: number): void {
  const wall = barrier.walls.get(id);
  const newest = Math.max(barrier.pendingFrame, barrier.shownFrame);
  if (wall === undefined || frame <= wall.readyFrame || frame > newest || frame <= newest - MEMORY) return;
  const { timeOutMs, joinFrames, returnFrames } = barrier.params;
  wall.readyMs = nowMs - barrier.sentMs[frame % MEMORY];
  wall.inTimeCount = wall.readyMs <= timeOutMs ? wall.inTimeCount + 1 : 0;
  wall.readyFrame = frame;
  const needed = wall.state === 'late' ? returnFrames : joinFrames;
  if (wall.inTimeCount >= needed) wall.state = 'inStep';
}

/** The frame that all walls must show now, or 0. Called after every answer, and again and again while a frame is pending. */
export function releaseFrame(barrier: FrameBarrier, nowMs: number): number {
  const { pendingFrame: frame, params, walls } = barrier;
  if (frame === 0) return 0;
  const isTimeOut = nowMs - barrier.sentMs[frame % MEMORY] >= params.timeOutMs;
  const missing = [...walls.values()].filter(({ state, readyFrame }) => state === 'inStep' && readyFrame < frame);
  if (missing.length > 0 && !isTimeOut) return 0;
  for (const wall of missing) {
    wall.state = 'late';
    wall.inTimeCount = 0;
    wall.missedCount++;
  }
  barrier.pendingFrame = 0;
  barrier.shownFrame = frame;
  return frame;
}
