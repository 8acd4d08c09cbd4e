/**
 * The entry of a table under a name from outside: of a file, a packet, a user. undefined where the table has none of its own, also for
 * "constructor", "__proto__" and other names that every object inherits.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
