/** One packet of a log. */
export interface LoggedPacket {
  readonly bytes: Uint8Array;
  /** When it was received, seconds since the Unix epoch; NaN where the log does not say, because the packet itself does. */
  readonly receivedSeconds: number;
}

/** Receipt times stand on a line of their own, which DTrack's readers pass over as they do all unknown lines. */
const receivedLine = /^leib received ([\d.]+)\s*$/m;
const timeLine = /^ts2? /m;

/**
 * A datagram as it is logged: DTrack's own text, one packet after the other. A packet without a time of its own (ts, ts2)
 * gets the time of its receipt, where that is known.
 */
export function dtrackLogText(datagram: Uint8Array, receivedSeconds: number): string {
  const nul = datagram.indexOf(0);
  const text = new TextDecoder().decode(nul < 0 ? datagram : datagram.subarray(0, nul)).trimEnd();
  const isTimed = timeLine.test(text) || receivedLine.test(text) || Number.isNaN(receivedSeconds);
  const received = isTimed ? '' : `leib received ${receivedSeconds.toFixed(6)}\r\n`;
  return `${text}\r\n${received}`;
}

/** The packets of a log: each begins with its frame counter. What stands before the first one is left out. */
export function* packetsOfDTrackLog(bytes: Uint8Array): Generator<LoggedPacket, void, void> {
  const encoder = new TextEncoder();
  for (const text of new TextDecoder()
    .decode(bytes)
    .replaceAll('\0', '')
    .split(/^(?=fr \d)/m)) {
    if (!/^fr \d/.test(text)) continue;
    const received = receivedLine.exec(text);
    yield { bytes: encoder.encode(text), receivedSeconds: received === null ? Number.NaN : Number(received[1]) };
  }
}

/** Whether bytes begin as a log does. */
export function looksLikeDTrackLog(bytes: Uint8Array): boolean {
  return /^\s*fr \d+\s/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}
