import { createDeviceFrame, type DeviceFrame, type TrackingHeader } from '@leib/tracking';
import { createJsonLineWalk, endJsonLines, type JsonLineWalk, walkJsonLine } from './jsonLines.js';
import { readTrackingHeader } from './trackingHeader.js';
import { readTrackingLine, type TrackingMessage } from './trackingLine.js';

/**
 * leib-tracking/1 line by line: for pipes, and for files longer than memory. All its methods throw FormatError with
 * line, key and reason.
 */
export interface TrackingLineReader {
  /** null before the first line. */
  readonly header: TrackingHeader | null;
  /** The last line's moment; overwritten by the next. Lost things keep their last pose. */
  readonly frame: DeviceFrame;
  /** Takes a line without its line end; true where it held a moment, false for the header and blank lines. */
  readLine(line: string): boolean;
  /** To be called after the last line. */
  end(): void;
}

export function createTrackingLineReader(): TrackingLineReader {
  const walk: JsonLineWalk = createJsonLineWalk('leib-tracking/1');
  const message: TrackingMessage = { frame: createDeviceFrame(), extras: new Map() };
  let header: TrackingHeader | null = null;
  let previousTimeSeconds = Number.NEGATIVE_INFINITY;
  let hasMoment = false;
  const visitor: Parameters<typeof walkJsonLine>[2] = {
    onHeader(object, place) {
      header = readTrackingHeader(object, place);
    },
    onLine(object, place) {
      readTrackingLine(object, previousTimeSeconds, place, message);
      previousTimeSeconds = message.frame.timeSeconds;
      hasMoment = true;
    },
  };
  return {
    get header() {
      return header;
    },
    frame: message.frame,
    readLine(line) {
      hasMoment = false;
      walkJsonLine(walk, line, visitor);
      return hasMoment;
    },
    end: () => endJsonLines(walk),
  };
}
