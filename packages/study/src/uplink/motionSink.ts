import { gunzipIfNeeded, gzip } from '@leib/formats';
import type { StepPlace } from '../studyEvent.js';
import type { StudyUplink } from './studyUplink.js';

/** So many bytes of a recording make a piece, about a second of a body with forces at 90 Hz: what a kill of the page may cost. */
const PIECE_BYTES = 512 << 10;

/** Name of the recording of one attempt at a step. */
export function streamOf({ step, attempt }: Pick<StepPlace, 'step' | 'attempt'>): string {
  return `${step}-${attempt}`;
}

/** Where a recording's bytes go, piece by piece: for openRecordingWriter(). */
export interface MotionSink {
  write(bytes: Uint8Array): void;
  /** Hands on what is left; resolves when all of it is kept here. Afterwards `uplink.saved()` tells when the server has it. */
  end(): Promise<void>;
}

/** Pieces of one recording, packed, on their way through the uplink. */
export function createMotionSink(uplink: Pick<StudyUplink, 'appendMotion'>, stream: string): MotionSink {
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let [size, number] = [0, 0];
  let last: Promise<void> = Promise.resolve();
  const flush = () => {
    if (size === 0) return;
    const piece = joined(waiting);
    const own = number++;
    [waiting, size] = [[], 0];
    last = last.then(async () =>
      uplink.appendMotion({ stream, number: own, bytes: new Uint8Array(await gzip(piece)) }),
    );
    // Reported by end(); until then nobody listens.
    last.catch(() => {});
  };
  return {
    write(bytes) {
      // The writer uses its buffer again.
      waiting.push(bytes.slice());
      size += bytes.length;
      if (size >= PIECE_BYTES) flush();
    },
    end() {
      flush();
      return last;
    },
  };
}

/** The recording that pieces were cut from, as an MCAP file. It may lack its end, where its page was killed: readers say so. */
export async function joinMotion(pieces: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return joined(await Promise.all(pieces.map((piece) => gunzipIfNeeded(new Uint8Array(piece)))));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
