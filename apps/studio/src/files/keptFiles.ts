/** A file that the browser keeps between visits. */
export interface KeptFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Files in the browser's database, by name. Where it is unavailable (blocked, private), nothing is kept. */
export interface KeptFiles {
  /** In the order in which they were first kept. Empty where the database cannot be opened. */
  list(): Promise<readonly KeptFile[]>;
  /** Keeps a file; one of that name is replaced. False where it could not be kept. */
  put(file: KeptFile): Promise<boolean>;
  remove(name: string): Promise<void>;
}

interface StoredFile extends KeptFile {
  readonly order: number;
}

const STORE = 'files';

export function openKeptFiles(database: string): KeptFiles {
  let opening: Promise<IDBDatabase | null> | null = null;
  const open = () => {
    opening ??= openDatabase(database).catch(() => null);
    return opening;
  };

  async function withStore<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> {
    const db = await open();
    if (!db) return null;
    return resultOf(work(db.transaction(STORE, mode).objectStore(STORE))).catch(() => null);
  }

  return {
    async list() {
      const all = (await withStore<StoredFile[]>('readonly', (store) => store.getAll())) ?? [];
      return all.sort((a, b) => a.order - b.order).map(({ name, bytes }) => ({ name, bytes }));
    },
    async put({ name, bytes }) {
      const known = await withStore<StoredFile | undefined>('readonly', (store) => store.get(name));
      const count = (await withStore('readonly', (store) => store.count())) ?? 0;
      const stored: StoredFile = { name, bytes, order: known?.order ?? count + 1 };
      return (await withStore('readwrite', (store) => store.put(stored))) !== null;
    },
    async remove(name) {
      await withStore('readwrite', (store) => store.delete(name));
    },
  };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'name' });
  return resultOf(request);
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
