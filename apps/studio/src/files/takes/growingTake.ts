import { type GrowingTrack, momentValues } from '@leib/core';
import { openRecordingWriter, type RecordingWriter } from '@leib/formats';
import type { KeptTakes } from './keptTakes.js';

/** What was recorded goes into the browser's database this often, seconds: what a closed tab loses at most. */
const KEEP_SECONDS = 2;

/** What is written in one piece, bytes: a closed tab loses less than that besides. */
const CHUNK_BYTES = 8192;

const lockName = (id: string) => `leib-take-${id}`;

/** A take while it is recorded, in any room: it goes into the browser's database as it grows. */
export class GrowingTake {
  readonly id = crypto.randomUUID();
  readonly startedAt = new Date();
  readonly writer: RecordingWriter;
  readonly #kept: KeptTakes;
  readonly #pieces: Uint8Array<ArrayBuffer>[];
  /** The page's end, and other tabs, are not told of it any more. */
  readonly #release: () => void;
  #keptCount = 0;
  #pieceNumber = 0;
  #keptSeconds = 0;

  private constructor(
    kept: KeptTakes,
    pieces: Uint8Array<ArrayBuffer>[],
    writer: RecordingWriter,
    release: () => void,
  ) {
    this.#kept = kept;
    this.#pieces = pieces;
    this.writer = writer;
    this.#release = release;
  }

  static async start(kept: KeptTakes): Promise<GrowingTake> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    // The writer uses its buffer again.
    const sink = { write: (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes)) };
    const writer = await openRecordingWriter(sink, {
      startedAtMs: Date.now(),
      chunkBytes: CHUNK_BYTES,
      // Micrometres and microradians.
      decimals: 6,
      versions: { leib: __LEIB_VERSION__ },
    });
    const listening = new AbortController();
    let unlock = () => {};
    const take = new GrowingTake(kept, pieces, writer, () => {
      listening.abort();
      unlock();
    });
    // A tab that is closed keeps what was written so far.
    addEventListener('pagehide', () => take.#keepNow(), { signal: listening.signal });
    unlock = await lock(lockName(take.id));
    return take;
  }

  /** To be called in every frame: what was written since the last time is kept now and then. */
  keep(seconds: number): void {
    if (seconds - this.#keptSeconds >= KEEP_SECONDS) {
      this.#keptSeconds = seconds;
      this.#keepNow();
    }
  }

  /** Pieces can be read as far as they go. */
  #keepNow(): void {
    if (this.#pieces.length === this.#keptCount) return;
    const piece = joined(this.#pieces.slice(this.#keptCount));
    this.#keptCount = this.#pieces.length;
    void this.#kept.keepPiece(this.id, this.#pieceNumber++, piece);
  }

  /** Ends the file; the pieces go when end() is called, after the take is in the list. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    await this.writer.dispose();
    return joined(this.#pieces);
  }

  async end(): Promise<void> {
    await this.#kept.removePieces(this.id);
    this.#release();
  }
}

/** At once: a page that is being closed waits for nothing. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A track that grows in memory, and what is said about it in the file. */
export interface StreamedTrack {
  readonly track: GrowingTrack;
  readonly about?: GrowingTrack['about'];
}

/** A track that is streamed, as far as it is in the file. */
interface Stream extends StreamedTrack {
  writer: ReturnType<RecordingWriter['track']> | null;
  written: number;
  channelCount: number;
}

/** Writes tracks that grow in memory into a growing take. It begins at once; the file follows when it is open. */
export class TrackStream {
  readonly #opening: Promise<GrowingTake>;
  readonly #streams: readonly Stream[];
  #take: GrowingTake | null = null;

  constructor(kept: KeptTakes, tracks: readonly StreamedTrack[]) {
    this.#streams = tracks.map((each) => ({ ...each, writer: null, written: 0, channelCount: 0 }));
    const release = kept.clock.hold();
    const opening = GrowingTake.start(kept).then((take) => {
      for (const stream of this.#streams) {
        const { track, about = track.about } = stream;
        stream.writer = take.writer.track({ ...track, about });
        stream.channelCount = Object.keys(track.channels).length;
      }
      this.#take = take;
      this.step();
      return take;
    });
    this.#opening = opening.finally(release);
  }

  /** To be called in every frame: writes the moments that came since the last time. */
  step(): void {
    for (const stream of this.#streams) {
      const { track, writer, about = track.about } = stream;
      const channelCount = Object.keys(track.channels).length;
      if (writer && channelCount > stream.channelCount) writer.describe(about, track.channels);
      if (writer) stream.channelCount = channelCount;
      for (; writer && stream.written < track.momentCount; stream.written++)
        writer.append(track.times[stream.written], momentValues(track, stream.written));
    }
    const [{ track }] = this.#streams;
    this.#take?.keep(track.momentCount > 0 ? track.times[track.momentCount - 1] : 0);
  }

  /** The whole file; then the take, whose pieces go with end(). */
  async finish(): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly take: GrowingTake }> {
    const take = await this.#opening;
    this.step();
    return { bytes: await take.finish(), take };
  }
}

/** Marks a recording as running, for other tabs of this browser. Call what it returns when it is over. */
async function lock(name: string): Promise<() => void> {
  const { locks } = navigator;
  // Absent without https.
  if (!locks) return () => {};
  return new Promise((resolve) => {
    void locks.request(name, () => new Promise<void>((release) => resolve(release)));
  });
}

/** Does the work unless the recording runs in another tab. */
export async function whileUnlocked(id: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(lockName(id), { ifAvailable: true }, async (found) => {
    if (found) await work();
  });
}
