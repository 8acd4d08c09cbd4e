import { parentPort, workerData } from 'node:worker_threads';
import { openSimulation, type SimulatedPeople } from './simulateParticipants.js';

/** A thread of `leib study simulate`: simulates whom it is told, one after another, and posts what they did. */
const opened = openSimulation(workerData as Omit<SimulatedPeople, 'numbers'>);
let last: Promise<unknown> = opened;
parentPort?.on('message', (number: number) => {
  last = last.then(async () => parentPort?.postMessage(await (await opened)(number)));
});
