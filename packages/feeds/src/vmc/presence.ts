/**
 * Which parts a sender has, told by what it sends. All parts come once a frame, so a part that stays away is gone, and one
 * that turns up later counts after a few frames: a single forged or old packet must not add a bone for good.
 */
export interface Presence {
  /** Frames so far. A part that comes again begins the next one, at most once in a packet. */
  frame: number;
  isFrameBegun: boolean;
  /** Frame in which each part came last; -1 before. */
  readonly lastFrame: Int32Array;
  /** Frame in which each part came first, since it was away. */
  readonly firstFrame: Int32Array;
  /** In how many frames it came since then. */
  readonly count: Int32Array;
}

/** A part that was away for this many frames is gone: half a second at 60 Hz. */
const MEMORY = 30;
/** A part that turns up later counts from this many frames on. */
const CONFIRMED = 3;

export function createPresence(partCount: number): Presence {
  return {
    frame: 0,
    isFrameBegun: false,
    lastFrame: new Int32Array(partCount).fill(-1),
    firstFrame: new Int32Array(partCount),
    count: new Int32Array(partCount),
  };
}

/** Call before the parts of each packet. */
export function beginPresencePacket(presence: Presence): void {
  presence.isFrameBegun = false;
}

export function notePresence(presence: Presence, part: number): void {
  const { lastFrame, firstFrame, count } = presence;
  if (lastFrame[part] === presence.frame) {
    if (presence.isFrameBegun) return;
    presence.isFrameBegun = true;
    presence.frame++;
  }
  if (lastFrame[part] < 0 || presence.frame - lastFrame[part] > MEMORY) {
    firstFrame[part] = presence.frame;
    count[part] = 0;
  }
  lastFrame[part] = presence.frame;
  count[part]++;
}

export function isPresent({ frame, lastFrame, firstFrame, count }: Presence, part: number): boolean {
  if (lastFrame[part] < 0 || frame - lastFrame[part] > MEMORY) return false;
  return count[part] >= CONFIRMED || firstFrame[part] < CONFIRMED;
}
