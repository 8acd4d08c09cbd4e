import { parentPort, workerData } from 'node:worker_threads';
import { type SimulatedPeople, simulateHere } from './simulateParticipants.js';

/** A thread of `leib study simulate`: simulates whom it is told and posts what they did. */
await simulateHere(workerData as SimulatedPeople, (person) => parentPort?.postMessage(person));
