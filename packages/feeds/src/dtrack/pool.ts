/** A list that reuses its entries. The first `count` belong to this frame. */
export interface Pool<Item> {
  readonly items: Item[];
  count: number;
  readonly create: () => Item;
}

export function createPool<Item>(create: () => Item): Pool<Item> {
  return { items: [], count: 0, create };
}

/** The next entry, with old contents. */
export function takeFromPool<Item>(pool: Pool<Item>): Item {
  if (pool.count === pool.items.length) pool.items.push(pool.create());
  return pool.items[pool.count++];
}
