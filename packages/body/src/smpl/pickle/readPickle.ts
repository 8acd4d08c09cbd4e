import { FormatError } from '@leib/formats';
import { readByte } from './pickleInput.js';
import { runInstruction } from './pickleInstructions.js';
import { createPickleMachine, popValue } from './pickleMachine.js';
import type { PickleValue } from './pickleValue.js';

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
