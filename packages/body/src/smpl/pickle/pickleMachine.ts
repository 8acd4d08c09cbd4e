import { type EncodedTexts, isKind, type PickleList, type PickleValue, textOfValue } from './pickleGlobals.js';
import { createPickleInput, type PickleInput, pickleError } from './pickleInput.js';

/** State of the stack machine that a pickle is a program for. */
export interface PickleMachine {
  readonly input: PickleInput;
  /** Values since the last mark. */
  stack: PickleValue[];
  /** The stacks below each mark, the last mark last. */
  readonly marks: PickleValue[][];
  readonly memo: Map<number, PickleValue>;
  readonly encoded: EncodedTexts;
}

export function createPickleMachine(bytes: Uint8Array): PickleMachine {
  return { input: createPickleInput(bytes), stack: [], marks: [], memo: new Map(), encoded: new Map() };
}

export function pushMark(machine: PickleMachine): void {
  machine.marks.push(machine.stack);
  machine.stack = [];
}

/** Removes the last mark and returns the values above it. */
export function popToMark(machine: PickleMachine): PickleValue[] {
  const before = machine.marks.pop();
  if (before === undefined) throw pickleError('expected a mark, got an empty stack');
  const items = machine.stack;
  machine.stack = before;
  return items;
}

export function topOf({ stack }: PickleMachine): PickleValue {
  if (stack.length === 0) throw pickleError('expected a value, got an empty stack');
  return stack[stack.length - 1];
}

export function popValue(machine: PickleMachine): PickleValue {
  const value = topOf(machine);
  machine.stack.pop();
  return value;
}

/** The last `count` values, the lowest first. */
export function popValues({ stack }: PickleMachine, count: number): PickleValue[] {
  if (stack.length < count) throw pickleError(`expected ${count} values, got ${stack.length}: an empty stack`);
  return stack.splice(stack.length - count);
}

/** Adds items to the list on top of the stack. */
export function appendItems(machine: PickleMachine, items: readonly PickleValue[]): void {
  const list = topOf(machine);
  if (!isKind(list, 'list')) throw pickleError('expected a list to append to, got another value');
  for (const item of items) list.items.push(item);
}

/** Sets keys and values, which alternate, in the dictionary on top of the stack. */
export function setPairs(machine: PickleMachine, pairs: readonly PickleValue[]): void {
  const dict = topOf(machine);
  // Items of a class that extends dict: only the attributes of such an instance are read.
  if (isKind(dict, 'object')) return;
  if (!isKind(dict, 'dict')) throw pickleError('expected a dictionary to add to, got another value');
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const key = typeof pairs[i] === 'number' ? String(pairs[i]) : textOfValue(pairs[i]);
    // Entries are looked up by text only: other keys are dropped.
    if (key !== null) dict.entries.set(key, pairs[i + 1]);
  }
}

export function listOf(items: PickleValue[]): PickleList {
  return { kind: 'list', items };
}

export function recall({ memo }: PickleMachine, index: number): PickleValue {
  const value = memo.get(index);
  if (value === undefined) throw pickleError(`expected a value in memo ${index}, got none`);
  return value;
}
