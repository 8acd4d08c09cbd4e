/**
 * Said, "Introduction to Arithmetic Coding - Theory and Practice", 2004, with the constants of LASzip (Isenburg, "LASzip: lossless
 * compression of LiDAR data", 2013): what the table of a LAZ file's chunks is packed with. Bytes behind the end are 0.
 */
export class ArithmeticDecoder {
  readonly #bytes: Uint8Array;
  #at = 4;
  #value: number;
  #length = 0xffffffff;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#value = [0, 1, 2, 3].reduce((sum, i) => sum * 256 + (bytes[i] ?? 0), 0);
  }

  bit(model: BitModel): number {
    const split = model.zeroShare * (this.#length >>> 13);
    const isOne = this.#value >= split;
    this.#narrow(isOne ? split : 0, isOne ? this.#length - split : split);
    model.count(isOne ? 1 : 0);
    return isOne ? 1 : 0;
  }

  symbol(model: SymbolModel): number {
    const unit = this.#length >>> 15;
    let [low, high] = [0, this.#length];
    let [symbol, end] = [0, model.shares.length];
    while (end - symbol > 1) {
      const middle = (symbol + end) >> 1;
      const split = unit * model.shares[middle];
      if (split > this.#value) [end, high] = [middle, split];
      else [symbol, low] = [middle, split];
    }
    this.#narrow(low, high - low);
    model.count(symbol);
    return symbol;
  }

  /** @param count at most 32 */
  bits(count: number): number {
    if (count > 19) {
      const low = this.#plain(16);
      return this.#plain(count - 16) * 65536 + low;
    }
    return this.#plain(count);
  }

  #plain(count: number): number {
    const unit = this.#length >>> count;
    const value = Math.floor(this.#value / unit);
    this.#narrow(unit * value, unit);
    return value;
  }

  #narrow(from: number, length: number): void {
    this.#value -= from;
    this.#length = length;
    while (this.#length < 2 ** 24) {
      this.#value = this.#value * 256 + (this.#bytes[this.#at++] ?? 0);
      this.#length *= 256;
    }
  }
}

/** How often a bit was 0, learnt while it is read. */
export class BitModel {
  /** Of 2^13. */
  zeroShare = 2 ** 12;
  #zeros = 1;
  #all = 2;
  #cycle = 4;
  #left = 4;

  count(bit: number): void {
    if (bit === 0) this.#zeros++;
    if (--this.#left > 0) return;
    this.#all += this.#cycle;
    if (this.#all > 2 ** 13) {
      this.#all = (this.#all + 1) >> 1;
      this.#zeros = (this.#zeros + 1) >> 1;
      if (this.#zeros === this.#all) this.#all++;
    }
    this.zeroShare = Math.floor((this.#zeros * Math.floor(2 ** 31 / this.#all)) / 2 ** 18);
    this.#cycle = Math.min(64, (5 * this.#cycle) >> 2);
    this.#left = this.#cycle;
  }
}

/** How often each of several symbols came. */
export class SymbolModel {
  /** Of 2^15, of all symbols before each. */
  readonly shares: Float64Array;
  readonly #counts: Uint32Array;
  #total = 0;
  #cycle: number;
  #left: number;

  constructor(symbols: number) {
    this.shares = new Float64Array(symbols);
    this.#counts = new Uint32Array(symbols).fill(1);
    this.#cycle = symbols;
    this.#update();
    this.#cycle = (symbols + 6) >> 1;
    this.#left = this.#cycle;
  }

  count(symbol: number): void {
    this.#counts[symbol]++;
    if (--this.#left > 0) return;
    this.#update();
    this.#cycle = Math.min((5 * this.#cycle) >> 2, (this.#counts.length + 6) << 3);
    this.#left = this.#cycle;
  }

  #update(): void {
    this.#total += this.#cycle;
    if (this.#total > 2 ** 15) {
      this.#total = 0;
      for (const [i, count] of this.#counts.entries()) {
        this.#counts[i] = (count + 1) >> 1;
        this.#total += this.#counts[i];
      }
    }
    const scale = Math.floor(2 ** 31 / this.#total);
    let sum = 0;
    for (const [i, count] of this.#counts.entries()) {
      this.shares[i] = Math.floor((scale * sum) / 2 ** 16);
      sum += count;
    }
  }
}

const HIGH_BITS = 8;

/** Whole numbers of 32 bits that are near to what was expected. One for each context of `contexts`. */
export function createIntegerDecoder(
  bytes: Uint8Array,
  contexts: number,
): (expected: number, context: number) => number {
  const decoder = new ArithmeticDecoder(bytes);
  const widths = Array.from({ length: contexts }, () => new SymbolModel(33));
  const zero = new BitModel();
  const models = Array.from({ length: 33 }, (_, k) => new SymbolModel(2 ** Math.min(Math.max(1, k), HIGH_BITS)));
  const correction = (context: number): number => {
    const width = decoder.symbol(widths[context]);
    if (width === 0) return decoder.bit(zero);
    if (width === 32) return -(2 ** 31);
    let value = decoder.symbol(models[width]);
    if (width > HIGH_BITS) value = value * 2 ** (width - HIGH_BITS) + decoder.bits(width - HIGH_BITS);
    return value >= 2 ** (width - 1) ? value + 1 : value - (2 ** width - 1);
  };
  return (expected, context) => (expected + correction(context)) | 0;
}
