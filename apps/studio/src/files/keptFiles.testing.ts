import type { KeptFile, KeptFiles } from './keptFiles.js';

/** Tests only: files in memory. `isFull` refuses what is put, as a full or blocked storage does. */
export interface FakeKeptFiles extends KeptFiles {
  isFull: boolean;
}

export function fakeKeptFiles(): FakeKeptFiles {
  const all = new Map<string, KeptFile>();
  return {
    isFull: false,
    list: async () => [...all.values()],
    names: async () => [...all.keys()],
    read: async (name) => all.get(name) ?? null,
    async put(file) {
      if (!this.isFull) all.set(file.name, file);
      return !this.isFull;
    },
    async remove(name) {
      all.delete(name);
    },
  };
}
