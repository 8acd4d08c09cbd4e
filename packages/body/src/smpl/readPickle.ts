import { FormatError } from '@leib/formats';
import { latin1Text } from './latin1.js';
import { callGlobal, isKnownGlobal, makeObject, setState } from './pickleGlobals.js';
import { isKind, type PickleList, type PickleValue, textOfValue } from './pickleValue.js';

/** pickletools.py, "opcodes": those that data is written with, protocols 0 to 5. */
const op = {
  mark: 0x28,
  stop: 0x2e,
  pop: 0x30,
  popMark: 0x31,
  dup: 0x32,
  float: 0x46,
  int: 0x49,
  binInt: 0x4a,
  binInt1: 0x4b,
  long: 0x4c,
  binInt2: 0x4d,
  none: 0x4e,
  reduce: 0x52,
  string: 0x53,
  binString: 0x54,
  shortBinString: 0x55,
  unicode: 0x56,
  binUnicode: 0x58,
  append: 0x61,
  build: 0x62,
  global: 0x63,
  dict: 0x64,
  appends: 0x65,
  get: 0x67,
  binGet: 0x68,
  inst: 0x69,
  longBinGet: 0x6a,
  list: 0x6c,
  obj: 0x6f,
  put: 0x70,
  binPut: 0x71,
  longBinPut: 0x72,
  setItem: 0x73,
  tuple: 0x74,
  setItems: 0x75,
  emptyDict: 0x7d,
  emptyList: 0x5d,
  emptyTuple: 0x29,
  binFloat: 0x47,
  binBytes: 0x42,
  shortBinBytes: 0x43,
  proto: 0x80,
  newObj: 0x81,
  tuple1: 0x85,
  tuple2: 0x86,
  tuple3: 0x87,
  newTrue: 0x88,
  newFalse: 0x89,
  long1: 0x8a,
  long4: 0x8b,
  shortBinUnicode: 0x8c,
  binUnicode8: 0x8d,
  binBytes8: 0x8e,
  emptySet: 0x8f,
  addItems: 0x90,
  frozenSet: 0x91,
  newObjEx: 0x92,
  stackGlobal: 0x93,
  memoize: 0x94,
  frame: 0x95,
  byteArray8: 0x96,
} as const;

/**
 * Reads a Python pickle as plain data. A pickle is a program; this runs only the part of it that builds lists,
 * dictionaries, numbers, text and the arrays of numpy, scipy and chumpy. It imports nothing and calls nothing: any
 * other class or function that the file names is refused by name. Throws FormatError with byte and reason.
 */
export function readPickle(bytes: Uint8Array, name = 'pickle'): PickleValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const memo = new Map<number, PickleValue>();
  let stack: PickleValue[] = [];
  const marks: PickleValue[][] = [];
  let at = 0;
  let opcodeAt = 0;

  try {
    for (;;) {
      opcodeAt = at;
      const opcode = byte();
      if (opcode === op.stop) return pop();
      step(opcode);
    }
  } catch (error) {
    if (error instanceof FormatError) throw new FormatError('SMPL', `${name} byte ${opcodeAt}`, error.reason);
    throw error;
  }

  function step(opcode: number): void {
    switch (opcode) {
      case op.proto:
        if (byte() > 5) throw fail('is written by a later protocol than 5');
        return;
      case op.frame:
        take(8);
        return;
      case op.mark:
        marks.push(stack);
        stack = [];
        return;
      case op.pop:
        if (stack.length > 0) stack.pop();
        else sinceMark();
        return;
      case op.popMark:
        sinceMark();
        return;
      case op.dup:
        stack.push(top());
        return;
      case op.none:
        stack.push(null);
        return;
      case op.newTrue:
      case op.newFalse:
        stack.push(opcode === op.newTrue);
        return;
      case op.int:
      case op.long:
      case op.float:
        stack.push(numberOfLine(line()));
        return;
      case op.binInt:
        stack.push(view.getInt32(take(4), true));
        return;
      case op.binInt1:
        stack.push(byte());
        return;
      case op.binInt2:
        stack.push(view.getUint16(take(2), true));
        return;
      case op.long1:
        stack.push(longOf(byte()));
        return;
      case op.long4:
        stack.push(longOf(size4()));
        return;
      case op.binFloat:
        stack.push(view.getFloat64(take(8), false));
        return;
      case op.string:
        stack.push(bytesOfRepr(line()));
        return;
      case op.binString:
      case op.binBytes:
        stack.push(chunk(size4()));
        return;
      case op.shortBinString:
      case op.shortBinBytes:
        stack.push(chunk(byte()));
        return;
      case op.binBytes8:
      case op.byteArray8:
        stack.push(chunk(size8()));
        return;
      case op.unicode:
        stack.push(line().replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))));
        return;
      case op.binUnicode:
        stack.push(utf8(chunk(size4())));
        return;
      case op.shortBinUnicode:
        stack.push(utf8(chunk(byte())));
        return;
      case op.binUnicode8:
        stack.push(utf8(chunk(size8())));
        return;
      case op.emptyTuple:
      case op.emptyList:
      case op.emptySet:
        stack.push({ kind: 'list', items: [] });
        return;
      case op.tuple:
      case op.list:
      case op.frozenSet:
        pushList(sinceMark());
        return;
      case op.tuple1:
      case op.tuple2:
      case op.tuple3:
        pushList(popCount(opcode - op.tuple1 + 1));
        return;
      case op.append: {
        const item = pop();
        listOnTop().items.push(item);
        return;
      }
      case op.appends:
      case op.addItems: {
        const items = sinceMark();
        const list = listOnTop();
        for (const item of items) list.items.push(item);
        return;
      }
      case op.emptyDict:
        stack.push({ kind: 'dict', entries: new Map() });
        return;
      case op.dict: {
        const pairs = sinceMark();
        stack.push({ kind: 'dict', entries: new Map() });
        setPairs(pairs);
        return;
      }
      case op.setItem:
        setPairs(popCount(2));
        return;
      case op.setItems:
        setPairs(sinceMark());
        return;
      case op.put:
        memo.set(memoIndex(line()), top());
        return;
      case op.binPut:
        memo.set(byte(), top());
        return;
      case op.longBinPut:
        memo.set(size4(), top());
        return;
      case op.memoize:
        memo.set(memo.size, top());
        return;
      case op.get:
        stack.push(remembered(memoIndex(line())));
        return;
      case op.binGet:
        stack.push(remembered(byte()));
        return;
      case op.longBinGet:
        stack.push(remembered(size4()));
        return;
      case op.global: {
        const module = line();
        stack.push(global(`${module}.${line()}`));
        return;
      }
      case op.stackGlobal: {
        const [module, inner] = popCount(2).map(textOfValue);
        stack.push(global(`${module}.${inner}`));
        return;
      }
      case op.reduce: {
        const [callee, args] = popCount(2);
        stack.push(callGlobal(callee, args));
        return;
      }
      case op.newObj: {
        const [callee] = popCount(2);
        stack.push(makeObject(callee));
        return;
      }
      case op.newObjEx: {
        const [callee] = popCount(3);
        stack.push(makeObject(callee));
        return;
      }
      case op.inst: {
        sinceMark();
        const module = line();
        stack.push(makeObject(global(`${module}.${line()}`)));
        return;
      }
      case op.obj: {
        const [callee] = sinceMark();
        stack.push(makeObject(callee));
        return;
      }
      case op.build: {
        const state = pop();
        setState(top(), state);
        return;
      }
      default:
        throw fail(`has an instruction (0x${opcode.toString(16)}) that no array needs`);
    }
  }

  function fail(reason: string): FormatError {
    return new FormatError('SMPL', '', reason);
  }

  function take(count: number): number {
    const start = at;
    if (count > bytes.length - at) throw fail('the file is cut off');
    at += count;
    return start;
  }

  function byte(): number {
    return bytes[take(1)];
  }

  function size4(): number {
    return view.getUint32(take(4), true);
  }

  function size8(): number {
    const size = view.getBigUint64(take(8), true);
    if (size > BigInt(bytes.length)) throw fail('the file is cut off');
    return Number(size);
  }

  function chunk(count: number): Uint8Array {
    const start = take(count);
    return bytes.subarray(start, start + count);
  }

  /** Text up to the end of the line, which is passed over. */
  function line(): string {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) throw fail('the file is cut off');
    const text = latin1Text(bytes.subarray(at, end));
    at = end + 1;
    return text;
  }

  /** A whole number of so many bytes, little-endian, two's complement. */
  function longOf(count: number): number {
    if (count > 8) throw fail(`has a whole number of ${count} bytes`);
    let value = 0n;
    const start = take(count);
    for (let i = count - 1; i >= 0; i--) value = value * 256n + BigInt(bytes[start + i]);
    return Number(BigInt.asIntN(count * 8, value));
  }

  function top(): PickleValue {
    if (stack.length === 0) throw fail('takes from an empty stack');
    return stack[stack.length - 1];
  }

  function pop(): PickleValue {
    const value = top();
    stack.pop();
    return value;
  }

  function popCount(count: number): PickleValue[] {
    if (stack.length < count) throw fail('takes from an empty stack');
    return stack.splice(stack.length - count);
  }

  function sinceMark(): PickleValue[] {
    const before = marks.pop();
    if (before === undefined) throw fail('takes from an empty stack');
    const items = stack;
    stack = before;
    return items;
  }

  function pushList(items: PickleValue[]): void {
    stack.push({ kind: 'list', items });
  }

  function listOnTop(): PickleList {
    const list = top();
    if (!isKind(list, 'list')) throw fail('adds to what is no list');
    return list;
  }

  function setPairs(pairs: readonly PickleValue[]): void {
    const dict = top();
    // Instances of dict's children get their items here too; only their attributes are of use.
    if (isKind(dict, 'object')) return;
    if (!isKind(dict, 'dict')) throw fail('adds to what is no dictionary');
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const key = typeof pairs[i] === 'number' ? String(pairs[i]) : textOfValue(pairs[i]);
      // Keys of other kinds cannot be any that is asked for.
      if (key !== null) dict.entries.set(key, pairs[i + 1]);
    }
  }

  function remembered(index: number): PickleValue {
    const value = memo.get(index);
    if (value === undefined) throw fail(`asks for memo ${index}, which is empty`);
    return value;
  }

  function memoIndex(text: string): number {
    return /^\d{1,10}$/.test(text) ? Number(text) : -1;
  }

  function numberOfLine(text: string): number | boolean {
    if (text === '00' || text === '01') return text === '01';
    const value = Number(text.replace(/L$/, ''));
    if (text === '' || Number.isNaN(value)) throw fail(`has ${JSON.stringify(text.slice(0, 24))} for a number`);
    return value;
  }

  function global(wanted: string): PickleValue {
    if (isKnownGlobal(wanted)) return { kind: 'global', name: wanted };
    const shown = wanted.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
    throw fail(`asks for ${shown}; only arrays of numpy, scipy and chumpy are read, nothing else is ever loaded`);
  }

  function utf8(text: Uint8Array): string {
    return new TextDecoder().decode(text);
  }

  /** The bytes of a string as Python 2 writes it: quoted, with escapes. */
  function bytesOfRepr(text: string): Uint8Array {
    const quote = text[0];
    if ((quote !== "'" && quote !== '"') || text.length < 2 || text.at(-1) !== quote)
      throw fail('has text without quotes');
    const out = new Uint8Array(text.length - 2);
    let length = 0;
    for (let i = 1; i < text.length - 1; i++) {
      let code = text.charCodeAt(i);
      if (code === 0x5c) {
        const escaped = text[++i];
        if (escaped === 'x') {
          code = parseInt(text.slice(i + 1, i + 3), 16);
          if (Number.isNaN(code)) throw fail('has a broken escape in a text');
          i += 2;
        } else {
          code = simpleEscapes[escaped] ?? escaped.charCodeAt(0);
        }
      }
      out[length++] = code;
    }
    return out.subarray(0, length);
  }
}

const simpleEscapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, a: 7, b: 8, f: 12, v: 11 };
