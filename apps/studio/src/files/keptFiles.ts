/** A file that the browser keeps between visits. */
export interface KeptFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Files in the browser's database, by name. Where it is unavailable (blocked, private), nothing is kept. */
export interface KeptFiles {
  /** In the order in which they were first kept. Empty where the database cannot be opened. */
  list(): Promise<readonly KeptFile[]>;
  /** Names of all files, without reading them. */
  names(): Promise<readonly string[]>;
  /** One file; null where there is none. */
  read(name: string): Promise<KeptFile | null>;
  /**
   * Keeps a file; one of that name is replaced. False where it could not be kept: blocked, or the storage is full.
   * @param isNew no file has this name: one request less, for pages that are being closed
   */
  put(file: KeptFile, isNew?: boolean): Promise<boolean>;
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

  /** Places in the list by name, as far as they are known; null before the first list(). */
  let orders: Map<string, number> | null = null;

  async function withStore<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> {
    const db = await open();
    if (!db) return null;
    try {
      const transaction = db.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      if (mode === 'readonly') return await resultOf(request);
      // A page that is being closed hears of nothing more: what it asked for is done all the same.
      transaction.commit();
      // A full storage is noticed only when the transaction ends.
      return (await isCompleted(transaction)) ? request.result : null;
    } catch {
      // Closed by the browser, or full.
      return null;
    }
  }

  async function readAll(): Promise<readonly StoredFile[]> {
    const all = (await withStore<StoredFile[]>('readonly', (store) => store.getAll())) ?? [];
    orders = new Map(all.map(({ name, order }) => [name, order]));
    return all.sort((a, b) => a.order - b.order);
  }

  /** Known without asking the database where list() was called before, so that put() is a single request. */
  async function orderOf(name: string): Promise<number> {
    if (orders) return orders.get(name) ?? Math.max(0, ...orders.values()) + 1;
    const stored = await withStore<StoredFile | undefined>('readonly', (store) => store.get(name));
    return stored?.order ?? Date.now();
  }

  return {
    async list() {
      return (await readAll()).map(({ name, bytes }) => ({ name, bytes }));
    },
    async names() {
      const keys = (await withStore('readonly', (store) => store.getAllKeys())) ?? [];
      return keys.map(String);
    },
    async read(name) {
      const stored = await withStore<StoredFile | undefined>('readonly', (store) => store.get(name));
      return stored ? { name, bytes: stored.bytes } : null;
    },
    async put({ name, bytes }, isNew = false) {
      const stored: StoredFile = { name, bytes, order: isNew ? Date.now() : await orderOf(name) };
      orders?.set(name, stored.order);
      return (await withStore('readwrite', (store) => store.put(stored))) !== null;
    },
    async remove(name) {
      orders?.delete(name);
      await withStore('readwrite', (store) => store.delete(name));
    },
  };
}

/** Rejects where there is no database, too: private mode, blocked by settings. */
async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'name' });
  return resultOf(request);
}

function isCompleted(transaction: IDBTransaction): Promise<boolean> {
  return new Promise((resolve) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => resolve(false);
    transaction.onerror = () => resolve(false);
  });
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Larger files are not kept, bytes. */
const MOST_BYTES = 100e6;

/** Keeps a file in place of all others of this database. False where it cannot be kept: too large, blocked or full. */
export async function keepOnly(kept: KeptFiles, file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const name of await kept.names()) if (name !== file.name) await kept.remove(name);
  return bytes.length <= MOST_BYTES && (await kept.put({ name: file.name, bytes }));
}
