import { InputError } from '@leib/core';
import { openRecordingWriter, type RecordingWriter, trackingHeaderText, trackingLineText } from '@leib/formats';
import { type BodyReader, bodiesHeader, dtrackLogText, pointsOfMap, rateOfTimes } from '@leib/mocap';
import { createTrackerOffsets } from '@leib/tracking';
import { UsageError } from '../command.js';
import { type OutputFile, openOutput } from '../outputFile.js';
import { readVersion } from '../process.js';

/** A file that grows while bodies are recorded, and is whole whenever it is closed. */
export interface RecordingFile {
  /** One moment of the recorder, with the packet that it came from. */
  append(recorder: BodyReader, datagram: Uint8Array, receivedSeconds: number): void;
  /** Writes what is left; rejects where the disk failed on the way. */
  close(): Promise<void>;
  /** Removes it again: nothing was recorded. */
  discard(): Promise<void>;
}

export type RecordingKind = 'jsonl' | 'mcap' | 'dtrack';

export function kindOfRecording(path: string): RecordingKind {
  const kind = /\.(jsonl|mcap|dtrack)$/i.exec(path)?.[1].toLowerCase();
  if (kind === 'jsonl' || kind === 'mcap' || kind === 'dtrack') return kind;
  throw new UsageError('--out', `expected a name that ends with .jsonl, .mcap or .dtrack, got "${path}"`);
}

/** Opens a recording. The file has its name when it is closed; before, and after a failure, its bytes are beside it. */
export async function openRecordingFile(path: string, kind: RecordingKind): Promise<RecordingFile> {
  const file = queueWrites(await openOutput(path));
  if (kind === 'dtrack') {
    return {
      append: (_recorder, datagram, receivedSeconds) => file.write(dtrackLogText(datagram, receivedSeconds)),
      close: file.end,
      discard: file.discard,
    };
  }
  return kind === 'jsonl' ? openLines(file) : openMcap(file);
}

/** A file that is written in order, without waiting. */
export interface OpenFile {
  write(data: string | Uint8Array): void;
  end(): Promise<void>;
  discard(): Promise<void>;
}

/** Writes in the order of the calls, without waiting for each; the first failure ends it. */
export function queueWrites(output: OutputFile): OpenFile {
  let written: Promise<void> = Promise.resolve();
  return {
    write(data) {
      // Recorders reuse their buffers.
      const copy = typeof data === 'string' ? data : data.slice();
      written = written.then(() => output.write(copy));
      written.catch(() => {});
    },
    async discard() {
      await written.catch(() => {});
      await output.discard();
    },
    async end() {
      try {
        await written;
        await output.commit();
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        // What was recorded is worth more than a tidy folder.
        output.keep();
        throw new InputError('', `${error.message}; what was recorded until then is in ${output.temporaryPath}`);
      }
    },
  };
}

/** Moments after which the rate is known well enough for the header: the first ones wait in memory. */
const RATE_MOMENTS = 30;

function openLines(file: OpenFile): RecordingFile {
  const times: number[] = [];
  let waiting: string[] | null = [];
  const writeHeader = () => {
    if (waiting === null) return;
    file.write(`${trackingHeaderText(bodiesHeader(rateOfTimes(times)))}${waiting.join('')}`);
    waiting = null;
  };
  return {
    append({ frame, extras, map }) {
      const line = `${trackingLineText(frame, { points: pointsOfMap(map), extras })}\n`;
      if (waiting === null) return file.write(line);
      times.push(frame.timeSeconds);
      waiting.push(line);
      if (waiting.length >= RATE_MOMENTS) writeHeader();
    },
    async close() {
      writeHeader();
      await file.end();
    },
    discard: file.discard,
  };
}

/** MCAP needs its header first: the first moments are kept as copies until the rate is known. */
function openMcap(file: OpenFile): RecordingFile {
  let writer: RecordingWriter | null = null;
  let devices: ReturnType<RecordingWriter['devices']> | null = null;
  let opening: Promise<void> | null = null;
  let waiting: Pick<BodyReader, 'frame' | 'extras'>[] = [];
  const open = async () => {
    const hz = rateOfTimes(waiting.map(({ frame }) => frame.timeSeconds));
    writer = await openRecordingWriter(file, { versions: { '@leib/cli': readVersion() }, startedAtMs: Date.now() });
    devices = writer.devices({ offsets: createTrackerOffsets() }, { hz, stature: null });
    for (const { frame, extras } of waiting) devices.append(frame, extras);
    waiting = [];
  };
  return {
    append({ frame, extras }) {
      if (devices !== null) {
        devices.append(frame, extras);
        return;
      }
      waiting.push(structuredClone({ frame, extras }));
      if (waiting.length >= RATE_MOMENTS) opening ??= open();
    },
    async close() {
      await (opening ?? open());
      await writer?.dispose();
      await file.end();
    },
    discard: file.discard,
  };
}
