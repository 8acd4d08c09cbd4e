import { Worker as ThreadWorker } from 'node:worker_threads';

/**
 * `Worker` of browsers on Node's threads, as far as the guides use it: messages both ways, terminate(). Loaded before a
 * block of a guide runs (`node --import`).
 */
class WebWorker {
  onmessage = null;
  #thread;

  constructor(url) {
    this.#thread = new ThreadWorker(inside(url.href), { eval: true });
    this.#thread.on('message', (data) => this.onmessage?.({ data }));
    this.#thread.on('error', (error) => {
      throw error;
    });
  }

  postMessage(data) {
    this.#thread.postMessage(data);
  }

  terminate() {
    this.#thread.terminate();
  }
}

/** A worker's own globals; messages that arrive while its module loads wait. */
const inside = (address) => `
  const { parentPort } = require('node:worker_threads');
  globalThis.postMessage = (data) => parentPort.postMessage(data);
  globalThis.addEventListener = (kind, listener) => parentPort.on(kind, (data) => listener({ data }));
  import(${JSON.stringify(address)});
`;

globalThis.Worker = WebWorker;
