/** The browser's storage between visits. Where it is unavailable (blocked, private, full), nothing is stored. */
export interface VisitorStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

const guarded = (storage: () => VisitorStorage): VisitorStorage => ({
  getItem(key) {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, text) {
    try {
      storage().setItem(key, text);
    } catch {
      // The page works without storage.
    }
  },
});

export const visitorStorage = guarded(() => localStorage);

/** The same until this tab is closed: another tab is somebody else. */
export const tabStorage = guarded(() => sessionStorage);
