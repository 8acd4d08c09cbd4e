import type { StudyEvent } from '../studyEvent.js';

/** A piece of a participant's recording. */
export interface MotionChunk {
  /** Which recording: of which step, in which attempt. Letters, digits, ".", "-" and "_". */
  readonly stream: string;
  /** From 0. */
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A piece that waits, and how many events of the session came before it: these are sent first, and the later ones after it. */
export interface WaitingChunk extends MotionChunk {
  readonly eventsBefore: number;
}

/** Where a page keeps a session until the server has it: it must outlive the page. Each promise resolves when it is kept. */
export interface UplinkStorage {
  /** All events of the session, in order, whether the server has them or not. */
  events(): Promise<readonly StudyEvent[]>;
  addEvents(events: readonly StudyEvent[]): Promise<void>;
  /** Pieces of recordings that the server has not answered yet, in the order in which they came. */
  chunks(): Promise<readonly WaitingChunk[]>;
  addChunk(chunk: WaitingChunk): Promise<void>;
  dropChunk(chunk: Pick<MotionChunk, 'stream' | 'number'>): Promise<void>;
  /** Forgets all: the session is over, and the server has it. */
  clear(): Promise<void>;
}

/** For programs that send a session whose events are kept elsewhere, and for tests. */
export function createMemoryStorage(): UplinkStorage {
  const events: StudyEvent[] = [];
  const chunks = new Map<string, WaitingChunk>();
  return {
    events: async () => [...events],
    addEvents: async (added) => void events.push(...added),
    chunks: async () => [...chunks.values()],
    addChunk: async (chunk) => void chunks.set(keyOf(chunk), chunk),
    dropChunk: async (chunk) => void chunks.delete(keyOf(chunk)),
    async clear() {
      events.length = 0;
      chunks.clear();
    },
  };
}

function keyOf({ stream, number }: Pick<MotionChunk, 'stream' | 'number'>): string {
  return `${stream}/${number}`;
}

/** In the browser, by study and participant. Writes are flushed to the disk before they resolve ("strict"). */
export async function openBrowserStorage(study: string, participant: string): Promise<UplinkStorage> {
  const opening = indexedDB.open(`leib-study-${study}-${participant}`, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('events', { keyPath: 'sequence' });
    opening.result.createObjectStore('chunks', { keyPath: 'order', autoIncrement: true }).createIndex('key', 'key');
  };
  const database = await resultOf(opening);
  const write = (name: string, work: (store: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    work(transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser keeps nothing more'));
    });
  };
  const read = (name: string) => resultOf(database.transaction(name).objectStore(name).getAll());
  return {
    events: () => read('events') as Promise<StudyEvent[]>,
    addEvents: (events) => write('events', (store) => events.forEach((event) => void store.put(event))),
    chunks: () => read('chunks') as Promise<WaitingChunk[]>,
    addChunk: (chunk) => write('chunks', (store) => void store.put({ ...chunk, key: keyOf(chunk) })),
    dropChunk: (chunk) =>
      write('chunks', (store) => {
        const found = store.index('key').getAllKeys(keyOf(chunk));
        found.onsuccess = () => found.result.forEach((key) => void store.delete(key));
      }),
    clear: async () => {
      await write('events', (store) => void store.clear());
      await write('chunks', (store) => void store.clear());
    },
  };
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
