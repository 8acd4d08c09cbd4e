/** Names that are taken, and the number that the next copy of each gets. */
export type NameList = Map<string, number>;

export function createNameList(): NameList {
  return new Map();
}

/**
 * The wanted name, or "name.2", "name.3" where it is taken. The count is kept with the name: looking for a free number from 2 on
 * takes hours in a file that calls 100 000 nodes the same.
 */
export function ownName(names: NameList, wanted: string): string {
  let copy = names.get(wanted) ?? 1;
  let name = copy === 1 ? wanted : `${wanted}.${copy}`;
  while (copy > 1 && names.has(name)) name = `${wanted}.${++copy}`;
  names.set(wanted, copy + 1);
  if (name !== wanted) names.set(name, 2);
  return name;
}
