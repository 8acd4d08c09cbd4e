import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { serverAttacks } from './serverAttacks.js';
import type { TargetAddress } from './startTarget.js';

/**
 * Script of the thread of those who attack. It has the lowest priority: strangers are on other machines, and their computing
 * would not be taken from the server and its guest (on Linux the priority is the thread's own).
 */
export interface FloodRequest {
  readonly name: string;
  readonly target: TargetAddress;
  readonly seed: number;
  readonly count: number;
}

const { name, target, seed, count } = workerData as FloodRequest;
setPriority(constants.priority.PRIORITY_LOW);
const attack = serverAttacks.find((other) => other.name === name);
parentPort?.postMessage(await attack?.flood(target, seed, count));
