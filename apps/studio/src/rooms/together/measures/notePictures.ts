import { InputError } from '@leib/core';
import { fetchFile, sendFile } from '@leib/net';
import { pictureLimits, readPictureFile } from './pictureFile.js';

/** Pictures that are kept in the page at a time: the ones that were looked at last. */
const MOST_KEPT = 48;
/** A picture that could not be fetched is asked for again after so long, seconds. */
const AGAIN_SECONDS = 10;
const qualities = [0.85, 0.7, 0.5, 0.3] as const;

interface KeptPicture {
  /** Blob address; null while it is on its way, or where it could not be had. */
  url: string | null;
  bytes: Uint8Array<ArrayBuffer> | null;
  askedAt: number;
}

/** Pictures of notes: taken here, kept by the server under their hash, and fetched from there. */
export class NotePictures {
  /** Files of a recorded room, by their hash. */
  recorded: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | null = null;
  readonly #kept = new Map<string, KeptPicture>();
  readonly #nowSeconds: () => number;
  readonly #ends = new AbortController();
  #isOpen = false;

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  /** Gives a picture to the server; its hash. Throws InputError where that cannot be. */
  async send(canvas: HTMLCanvasElement): Promise<string> {
    const bytes = await encode(canvas);
    const hash = await sendFile(location.href, bytes, () => {}, this.#ends.signal);
    this.#keep(hash, bytes);
    return hash;
  }

  /** Address of a picture for <img>; null while it comes, and where it is gone. */
  urlOf(hash: string): string | null {
    const kept = this.#kept.get(hash);
    if (kept) {
      // The last in the map is the one that was looked at last.
      this.#kept.delete(hash);
      this.#kept.set(hash, kept);
    }
    if (kept?.url || (kept && this.#nowSeconds() - kept.askedAt < AGAIN_SECONDS)) return kept.url;
    this.#kept.set(hash, { url: null, bytes: null, askedAt: this.#nowSeconds() });
    void this.#fetch(hash);
    return null;
  }

  /** A server that was started again has no files: it gets those that are kept here, once for each connection. */
  follow(isOpen: boolean, hashes: () => readonly string[]): void {
    const isNew = isOpen && !this.#isOpen;
    this.#isOpen = isOpen;
    if (!isNew) return;
    const own = hashes().flatMap((hash) => this.#kept.get(hash)?.bytes ?? []);
    void this.#sendAgain(own);
  }

  dispose(): void {
    this.#ends.abort();
    for (const { url } of this.#kept.values()) if (url) URL.revokeObjectURL(url);
    this.#kept.clear();
  }

  async #sendAgain(pictures: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
    try {
      for (const bytes of pictures) await sendFile(location.href, bytes, () => {}, this.#ends.signal);
    } catch {
      // The next connection tries again; a note without its picture still has its words.
    }
  }

  async #fetch(hash: string): Promise<void> {
    const own = this.recorded?.get(hash);
    if (own && own.length <= pictureLimits.bytes) return this.#keep(hash, own);
    try {
      const tooLarge = new AbortController();
      const onProgress = (_part: number, size: number) => size > pictureLimits.bytes && tooLarge.abort();
      const signal = AbortSignal.any([this.#ends.signal, tooLarge.signal]);
      this.#keep(hash, new Uint8Array(await fetchFile(location.href, hash, onProgress, signal)));
    } catch {
      // It is gone, or not to be had now: asked for again later.
    }
  }

  #keep(hash: string, bytes: Uint8Array<ArrayBuffer>): void {
    const file = readPictureFile(bytes);
    if (!file || this.#ends.signal.aborted) return;
    const url = URL.createObjectURL(new Blob([bytes], { type: file.type }));
    this.#kept.set(hash, { url, bytes, askedAt: this.#nowSeconds() });
    for (const [oldest, { url: old }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
      if (old) URL.revokeObjectURL(old);
    }
  }
}

/** As WebP, or as JPEG where the browser writes no WebP; as good as fits into the limit. */
async function encode(canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  for (const type of ['image/webp', 'image/jpeg']) {
    for (const quality of qualities) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
      if (blob?.type === type && blob.size <= pictureLimits.bytes) return new Uint8Array(await blob.arrayBuffer());
    }
  }
  throw new InputError('picture', 'this browser wrote none that is small enough; leave the picture out');
}
