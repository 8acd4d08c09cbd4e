/** The browser's storage between visits. Where it is unavailable (blocked, private, full), nothing is stored. */
export interface VisitorStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

export const visitorStorage: VisitorStorage = {
  getItem(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, text) {
    try {
      localStorage.setItem(key, text);
    } catch {
      // The page works without storage.
    }
  },
};
