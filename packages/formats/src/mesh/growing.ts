/** A list of numbers whose length is not known beforehand, without a box for each. */
export interface Growing<T extends Float64Array | Uint32Array> {
  values: T;
  length: number;
}

const firstCapacity = 1024;

export function createGrowingFloat64(): Growing<Float64Array> {
  return { values: new Float64Array(firstCapacity), length: 0 };
}

export function createGrowingUint32(): Growing<Uint32Array> {
  return { values: new Uint32Array(firstCapacity), length: 0 };
}

export function pushFloat64(list: Growing<Float64Array>, value: number): void {
  if (list.length === list.values.length) {
    const larger = new Float64Array(list.length * 2);
    larger.set(list.values);
    list.values = larger;
  }
  list.values[list.length++] = value;
}

export function pushUint32(list: Growing<Uint32Array>, value: number): void {
  if (list.length === list.values.length) {
    const larger = new Uint32Array(list.length * 2);
    larger.set(list.values);
    list.values = larger;
  }
  list.values[list.length++] = value;
}

/** What was gathered, in an array of just that length. */
export function gathered<T extends Float64Array | Uint32Array>({ values, length }: Growing<T>): T {
  return values.slice(0, length) as T;
}
