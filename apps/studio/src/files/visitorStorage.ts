/** What the browser keeps between visits. Where it keeps nothing (blocked, private, full), nothing is remembered. */
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
      // The page works all the same; it only forgets.
    }
  },
};
