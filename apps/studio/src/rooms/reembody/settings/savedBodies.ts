import { isRecord, parseJson } from '@leib/core';
import { parseRemoteBodySettings, type RemoteBodySettings } from '@leib/reembody';
import type { VisitorStorage } from '../../../files/visitorStorage.js';

const KEY = 'leib-reembody-bodies';

/** Bodies that this browser keeps, by name. save() and rename() return the reason why they failed, or null. */
export interface SavedBodies {
  /** In the order of the alphabet. */
  names(): readonly string[];
  /** Null where there is none, or it cannot be read any more. */
  load(name: string): RemoteBodySettings | null;
  /** Under its own name; one of that name is replaced. */
  save(body: RemoteBodySettings): string | null;
  rename(from: string, to: string): string | null;
  remove(name: string): void;
}

export function createSavedBodies(storage: VisitorStorage): SavedBodies {
  function readAll(): Readonly<Record<string, unknown>> {
    const all = parseJson(storage.getItem(KEY) ?? '{}');
    // Anything else under this key is ignored.
    return all.ok && isRecord(all.value) ? all.value : {};
  }

  /** A full or blocked storage does not throw, so the value is read back. */
  function writeAll(all: Readonly<Record<string, unknown>>): string | null {
    const text = JSON.stringify(all);
    storage.setItem(KEY, text);
    return storage.getItem(KEY) === text ? null : 'This browser keeps nothing more here; export the body to a file.';
  }

  return {
    names: () => Object.keys(readAll()).toSorted((a, b) => a.localeCompare(b)),
    load(name) {
      const all = readAll();
      if (!Object.hasOwn(all, name)) return null;
      try {
        return { ...parseRemoteBodySettings(all[name]), name };
      } catch {
        return null;
      }
    },
    save(body) {
      if (body.name.trim() === '') return 'A body needs a name to be kept under.';
      return writeAll({ ...readAll(), [body.name]: body });
    },
    rename(from, to) {
      const all = readAll();
      const { [from]: body, ...rest } = all;
      if (!Object.hasOwn(all, from)) return `There is no body "${from}".`;
      if (to.trim() === '') return 'A body needs a name to be kept under.';
      if (to !== from && Object.hasOwn(rest, to)) return `There is a body "${to}" already.`;
      return writeAll({ ...rest, [to]: { ...(body as object), name: to } });
    },
    remove(name) {
      const { [name]: _removed, ...rest } = readAll();
      writeAll(rest);
    },
  };
}
