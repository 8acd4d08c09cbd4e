/** Numbers by their keys, smallest first. */
export interface MinHeap {
  keys: Float64Array;
  values: Int32Array;
  size: number;
}

export function createMinHeap(capacity: number): MinHeap {
  return { keys: new Float64Array(capacity), values: new Int32Array(capacity), size: 0 };
}

export function pushHeap(heap: MinHeap, key: number, value: number): void {
  if (heap.size === heap.keys.length) {
    const keys = new Float64Array(heap.size * 2);
    const values = new Int32Array(heap.size * 2);
    keys.set(heap.keys);
    values.set(heap.values);
    heap.keys = keys;
    heap.values = values;
  }
  const { keys, values } = heap;
  let at = heap.size++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (keys[parent] <= key) break;
    keys[at] = keys[parent];
    values[at] = values[parent];
    at = parent;
  }
  keys[at] = key;
  values[at] = value;
}

/** Takes the smallest key away and returns its value; -1 when the heap is empty. */
export function popHeap(heap: MinHeap): number {
  if (heap.size === 0) return -1;
  const { keys, values } = heap;
  const top = values[0];
  const size = --heap.size;
  const key = keys[size];
  const value = values[size];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && keys[child + 1] < keys[child]) child++;
    if (keys[child] >= key) break;
    keys[at] = keys[child];
    values[at] = values[child];
    at = child;
  }
  keys[at] = key;
  values[at] = value;
  return top;
}
