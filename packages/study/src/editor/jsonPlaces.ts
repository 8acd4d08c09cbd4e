/** Where a value stands in a text, characters from its beginning. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text of JSON with the place of everything in it. */
export interface JsonPlaces {
  /** By path, as refusals write it: `flow[6].order`; '' is the whole. */
  readonly ranges: ReadonlyMap<string, TextRange>;
  /** The first thing that is no JSON; null where all of it is. */
  readonly wrong: { readonly at: number; readonly reason: string } | null;
}

/** Reads a text of JSON for its places. Unlike JSON.parse it goes as far as it can, and says the same in every browser. */
export function readJsonPlaces(text: string): JsonPlaces {
  const ranges = new Map<string, TextRange>();
  try {
    new Reader(text, ranges).readAll();
    return { ranges, wrong: null };
  } catch (error) {
    if (error instanceof Wrong) return { ranges, wrong: { at: error.at, reason: error.message } };
    throw error;
  }
}

/** The range of a path; where nothing stands there, of what it should be in. */
export function rangeOfPath({ ranges }: JsonPlaces, path: string): TextRange {
  for (let at = path; ; at = at.replace(/(\.[^.[]*|\[\d+\]|^[^.[]+)$/, '')) {
    const range = ranges.get(at);
    if (range) return range;
    if (at === '') return { start: 0, end: 0 };
  }
}

/** Line and column, from 1. */
export function lineOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

class Wrong extends Error {
  readonly at: number;

  constructor(at: number, expected: string, got: string) {
    super(`expected ${expected}, got ${got}`);
    this.at = at;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
/** Deeper ones overflow the stack. */
const MOST_LEVELS = 200;

class Reader {
  #at = 0;
  #levels = 0;
  readonly #text: string;
  readonly #ranges: Map<string, TextRange>;

  constructor(text: string, ranges: Map<string, TextRange>) {
    this.#text = text;
    this.#ranges = ranges;
  }

  readAll(): void {
    this.#value('');
    this.#skip();
    if (this.#at < this.#text.length) throw this.#wrong('the end');
  }

  #value(path: string): void {
    this.#skip();
    const start = this.#at;
    const first = this.#text[start];
    if (first === '{') this.#members(path);
    else if (first === '[') this.#entries(path);
    else if (first === '"') this.#string();
    else if (this.#take(NUMBER) === null && this.#take(WORD) === null) throw this.#wrong('a value');
    this.#ranges.set(path, { start, end: this.#at });
  }

  #members(path: string): void {
    this.#list('}', () => {
      if (this.#text[this.#at] !== '"') throw this.#wrong('a key in quotes');
      const key = JSON.parse(this.#string()) as string;
      this.#skip();
      if (this.#text[this.#at] !== ':') throw this.#wrong('":" after a key');
      this.#at++;
      this.#value(path === '' ? key : `${path}.${key}`);
    });
  }

  #entries(path: string): void {
    let index = 0;
    this.#list(']', () => this.#value(`${path}[${index++}]`));
  }

  /** What stands between brackets, with commas between. */
  #list(close: string, readOne: () => void): void {
    if (++this.#levels > MOST_LEVELS) throw this.#wrong(`at most ${MOST_LEVELS} levels of lists and objects`);
    this.#at++;
    this.#skip();
    if (this.#text[this.#at] !== close) {
      for (;;) {
        readOne();
        this.#skip();
        if (this.#text[this.#at] !== ',') break;
        this.#at++;
        this.#skip();
      }
    }
    if (this.#text[this.#at] !== close) throw this.#wrong(`"," or "${close}"`);
    this.#at++;
    this.#levels--;
  }

  #string(): string {
    const found = this.#take(STRING);
    if (found === null) throw this.#wrong('a text that ends with a quote on the same line');
    return found;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #skip(): void {
    while (/[ \t\n\r]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #wrong(expected: string): Wrong {
    const rest = this.#text.slice(this.#at, this.#at + 12).split('\n')[0];
    return new Wrong(this.#at, expected, this.#at >= this.#text.length ? 'the end' : `"${rest}"`);
  }
}
