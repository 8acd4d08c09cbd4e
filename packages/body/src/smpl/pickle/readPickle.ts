import { FormatError } from '@leib/formats';
import { callGlobal, findGlobal, makeObject, type PickleValue, setState, textOfValue } from './pickleGlobals.js';
import {
  pickleError,
  readByte,
  readBytes,
  readFloat64,
  readInt32,
  readLine,
  readLong,
  readSize64,
  readUint16,
  readUint32,
  skipBytes,
} from './pickleInput.js';
import {
  appendItems,
  createPickleMachine,
  listOf,
  type PickleMachine,
  popToMark,
  popValue,
  popValues,
  pushMark,
  recall,
  setPairs,
  topOf,
} from './pickleMachine.js';

type Instruction = (machine: PickleMachine) => void;

/** Highest protocol that is read. */
const LAST_PROTOCOL = 5;

const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** An instruction that puts one value on the stack. */
const push =
  (value: (machine: PickleMachine) => PickleValue): Instruction =>
  (machine) => {
    // The value first: it may replace the stack.
    const pushed = value(machine);
    machine.stack.push(pushed);
  };

/** An instruction that stores the top of the stack in the memo. */
const memorise =
  (index: (machine: PickleMachine) => number): Instruction =>
  (machine) => {
    const at = index(machine);
    machine.memo.set(at, topOf(machine));
  };

const readGlobalLines = ({ input }: PickleMachine) => {
  const module = readLine(input);
  return findGlobal(`${module}.${readLine(input)}`);
};

const emptyList = push(() => listOf([]));
const listToMark = push((machine) => listOf(popToMark(machine)));
const appendToMark: Instruction = (machine) => {
  const items = popToMark(machine);
  appendItems(machine, items);
};
const number = push(({ input }) => parseNumber(readLine(input)));
const shortBytes = push(({ input }) => readBytes(input, readByte(input)));
const longBytes = push(({ input }) => readBytes(input, readUint32(input)));
const hugeBytes = push(({ input }) => readBytes(input, readSize64(input)));

/**
 * What each opcode does that data is written with, protocols 0 to 5; names and meanings from CPython's
 * Lib/pickletools.py, "opcodes".
 */
const instructions: ReadonlyMap<number, Instruction> = new Map<number, Instruction>([
  // PROTO, FRAME
  [0x80, ({ input }) => checkProtocol(readByte(input))],
  [0x95, ({ input }) => void skipBytes(input, 8)],

  // MARK, POP, POP_MARK, DUP
  [0x28, pushMark],
  [0x30, (machine) => void (machine.stack.length > 0 ? machine.stack.pop() : popToMark(machine))],
  [0x31, (machine) => void popToMark(machine)],
  [0x32, push(topOf)],

  // NONE, NEWTRUE, NEWFALSE
  [0x4e, push(() => null)],
  [0x88, push(() => true)],
  [0x89, push(() => false)],

  // INT, LONG, FLOAT, then BININT, BININT1, BININT2, LONG1, LONG4, BINFLOAT
  [0x49, number],
  [0x4c, number],
  [0x46, number],
  [0x4a, push(({ input }) => readInt32(input))],
  [0x4b, push(({ input }) => readByte(input))],
  [0x4d, push(({ input }) => readUint16(input))],
  [0x8a, push(({ input }) => readLong(input, readByte(input)))],
  [0x8b, push(({ input }) => readLong(input, readUint32(input)))],
  [0x47, push(({ input }) => readFloat64(input))],

  // STRING, BINSTRING, BINBYTES, SHORT_BINSTRING, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8
  [0x53, push(({ input }) => parseQuotedBytes(readLine(input)))],
  [0x54, longBytes],
  [0x42, longBytes],
  [0x55, shortBytes],
  [0x43, shortBytes],
  [0x8e, hugeBytes],
  [0x96, hugeBytes],

  // UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
  [0x56, push(({ input }) => parseUnicodeLine(readLine(input)))],
  [0x58, push(({ input }) => utf8(readBytes(input, readUint32(input))))],
  [0x8c, push(({ input }) => utf8(readBytes(input, readByte(input))))],
  [0x8d, push(({ input }) => utf8(readBytes(input, readSize64(input))))],

  // EMPTY_TUPLE, EMPTY_LIST, EMPTY_SET, then TUPLE, LIST, FROZENSET, TUPLE1, TUPLE2, TUPLE3
  [0x29, emptyList],
  [0x5d, emptyList],
  [0x8f, emptyList],
  [0x74, listToMark],
  [0x6c, listToMark],
  [0x91, listToMark],
  [0x85, push((machine) => listOf(popValues(machine, 1)))],
  [0x86, push((machine) => listOf(popValues(machine, 2)))],
  [0x87, push((machine) => listOf(popValues(machine, 3)))],

  // APPEND, APPENDS, ADDITEMS
  [0x61, (machine) => appendItems(machine, [popValue(machine)])],
  [0x65, appendToMark],
  [0x90, appendToMark],

  // EMPTY_DICT, DICT, SETITEM, SETITEMS
  [0x7d, push(() => ({ kind: 'dict', entries: new Map() }))],
  [0x64, pushDict],
  [0x73, (machine) => setPairs(machine, popValues(machine, 2))],
  [0x75, (machine) => setPairs(machine, popToMark(machine))],

  // PUT, BINPUT, LONG_BINPUT, MEMOIZE, then GET, BINGET, LONG_BINGET
  [0x70, memorise(({ input }) => parseMemoIndex(readLine(input)))],
  [0x71, memorise(({ input }) => readByte(input))],
  [0x72, memorise(({ input }) => readUint32(input))],
  [0x94, memorise(({ memo }) => memo.size)],
  [0x67, push((machine) => recall(machine, parseMemoIndex(readLine(machine.input))))],
  [0x68, push((machine) => recall(machine, readByte(machine.input)))],
  [0x6a, push((machine) => recall(machine, readUint32(machine.input)))],

  // GLOBAL, STACK_GLOBAL
  [0x63, push(readGlobalLines)],
  [0x93, push((machine) => findGlobal(popValues(machine, 2).map(textOfValue).join('.')))],

  // REDUCE, NEWOBJ, NEWOBJ_EX, INST, OBJ, BUILD
  [0x52, push((machine) => callGlobal(popValues(machine, 2), machine.encoded))],
  [0x81, push((machine) => makeObject(popValues(machine, 2)[0]))],
  [0x92, push((machine) => makeObject(popValues(machine, 3)[0]))],
  [0x69, push(makeInstance)],
  [0x6f, push((machine) => makeObject(popToMark(machine)[0]))],
  [0x62, buildState],
]);

/** Runs one instruction; its operands follow in the machine's input. */
export function runInstruction(machine: PickleMachine, opcode: number): void {
  const instruction = instructions.get(opcode);
  if (instruction === undefined) {
    throw pickleError(`expected an instruction that builds data, got opcode 0x${opcode.toString(16)}`);
  }
  instruction(machine);
}

function checkProtocol(protocol: number): void {
  if (protocol > LAST_PROTOCOL) throw pickleError(`expected protocol ${LAST_PROTOCOL} or lower, got ${protocol}`);
}

function pushDict(machine: PickleMachine): void {
  const pairs = popToMark(machine);
  machine.stack.push({ kind: 'dict', entries: new Map() });
  setPairs(machine, pairs);
}

function makeInstance(machine: PickleMachine): PickleValue {
  popToMark(machine);
  return makeObject(readGlobalLines(machine));
}

function buildState(machine: PickleMachine): void {
  const state = popValue(machine);
  setState(topOf(machine), state);
}

/** INT, LONG and FLOAT write a decimal number; INT also writes False and True as 00 and 01. */
function parseNumber(text: string): number | boolean {
  if (text === '00' || text === '01') return text === '01';
  const value = Number(text.replace(/L$/, ''));
  if (text === '' || Number.isNaN(value)) {
    throw pickleError(`expected a number, got ${JSON.stringify(text.slice(0, 24))}`);
  }
  return value;
}

/** An index into the memo; -1, which is never set, where the text is not one. */
function parseMemoIndex(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : -1;
}

/** UNICODE writes one line, in which \uXXXX stands for line breaks and backslashes. */
function parseUnicodeLine(text: string): string {
  return text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

const simpleEscapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, a: 7, b: 8, f: 12, v: 11 };

/** The bytes of a string as Python 2 writes it: in quotes, with escapes. */
function parseQuotedBytes(text: string): Uint8Array {
  const quote = text[0];
  if ((quote !== "'" && quote !== '"') || text.length < 2 || text.at(-1) !== quote) {
    throw pickleError(`expected text in quotes, got ${JSON.stringify(text.slice(0, 24))}`);
  }
  const out = new Uint8Array(text.length - 2);
  let length = 0;
  for (let i = 1; i < text.length - 1; i++) {
    let code = text.charCodeAt(i);
    if (code === 0x5c) {
      const escaped = text[++i];
      if (escaped === 'x') {
        code = parseInt(text.slice(i + 1, i + 3), 16);
        if (Number.isNaN(code))
          throw pickleError(`expected two hex digits after \\x, got "${text.slice(i + 1, i + 3)}"`);
        i += 2;
      } else {
        code = simpleEscapes[escaped] ?? escaped.charCodeAt(0);
      }
    }
    out[length++] = code;
  }
  return out.subarray(0, length);
}

const STOP = 0x2e;

/**
 * Reads a Python pickle as plain data. A pickle is a program; this runs only the instructions that build lists,
 * dictionaries, numbers, text and the arrays of numpy, scipy and chumpy. It imports nothing and calls nothing: any
 * other class or function that the file names is refused by name. Throws FormatError with byte and reason.
 */
export function readPickle(bytes: Uint8Array, name = 'pickle'): PickleValue {
  const machine = createPickleMachine(bytes);
  for (;;) {
    const opcodeAt = machine.input.at;
    try {
      const opcode = readByte(machine.input);
      if (opcode === STOP) return popValue(machine);
      runInstruction(machine, opcode);
    } catch (error) {
      if (error instanceof FormatError) throw new FormatError('SMPL', `${name} byte ${opcodeAt}`, error.reason);
      throw error;
    }
  }
}
