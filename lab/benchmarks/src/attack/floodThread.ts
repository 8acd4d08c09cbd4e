import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FloodRequest } from './flood.js';
import { serverAttacks } from './serverAttacks.js';

/**
 * Script of the thread of those who attack. It has a lower priority: strangers are on other machines, and their computing
 * would not be taken from the server and its guest (on Linux the priority is the thread's own).
 */
const { name, target, seed, count } = workerData as FloodRequest;
setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + 10));
const attack = serverAttacks.find((other) => other.name === name);
parentPort?.postMessage(await attack?.flood(target, seed, count));
