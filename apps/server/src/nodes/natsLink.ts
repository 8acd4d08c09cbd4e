import { readFile } from 'node:fs/promises';
import { InputError } from '@leib/core';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';

export interface NatsOptions {
  /** Where nats-server is: `nats://host:4222`, several with commas between; user and password, or a token, in front of the `@`. */
  readonly servers: string;
  /** Credentials file of a user (JWT and seed). */
  readonly credentials?: string;
  /** First word of all subjects and names: servers with the same one share their rooms. "leib" unless given. */
  readonly prefix?: string;
  /** On how many nats-servers of a cluster everything is kept; 1 unless given. */
  readonly replicas?: number;
  /** Where people find this server; its own address unless given. */
  readonly address?: string;
}

/** A connection that is sought again every so often, and that is asked for a sign of life, milliseconds. */
const RETRY_MS = 250;
const PING_MS = 2000;
/** What has failed is tried again after so long, milliseconds. */
const AGAIN_MS = 50;
/** How long an answer may take, milliseconds. */
export const ANSWER_MS = 2000;
const DISK_WORDS = 'expected a nats-server with JetStream: start it with "nats-server -js -sd FOLDER"';

/** A connection to nats-server that comes back by itself, and whether it is there. */
export class NatsLink {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly prefix: string;
  readonly #listeners = new Set<() => void>();
  #isConnected = true;
  #isStopping = false;

  private constructor(connection: NatsConnection, manager: JetStreamManager, prefix: string) {
    this.connection = connection;
    this.manager = manager;
    this.js = jetstream(connection, { timeout: ANSWER_MS });
    this.prefix = prefix;
    void this.#follow();
  }

  /** Rejects with InputError where there is none, or one without JetStream. */
  static async open(options: NatsOptions, name: string): Promise<NatsLink> {
    const { servers, prefix = 'leib' } = options;
    if (!/^[a-zA-Z\d_-]{1,32}$/.test(prefix))
      throw new InputError('nats', `expected a prefix of 1 to 32 letters, digits, "-" or "_", got "${prefix}"`);
    const connection = await connect(await readConnection(options, name)).catch((error: Error) => {
      throw new InputError('nats', `expected a nats-server at ${withoutSecrets(servers)}, got "${error.message}"`);
    });
    try {
      const manager = await jetstreamManager(connection, { timeout: ANSWER_MS });
      return new NatsLink(connection, manager, prefix);
    } catch (error) {
      await connection.close();
      throw new InputError('nats', `${DISK_WORDS} (${(error as Error).message})`);
    }
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Calls whenever the connection is gone or back. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stopWaiting(): void {
    this.#isStopping = true;
    this.#notify();
  }

  /** Rejects as soon as the connection is gone: an answer does not come any more. */
  whileConnected<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const end = this.onChange(() => {
        if (!this.#isConnected) reject(new InputError('', 'the connection to NATS is gone'));
      });
      work.then(resolve, reject).finally(end);
    });
  }

  /** After something has failed: resolves when it may be tried again, rejects when the server stops. */
  async untilRetry(): Promise<void> {
    if (this.#isStopping) throw new InputError('', 'the server stops');
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    while (!this.#isConnected && !this.#isStopping) {
      await new Promise<void>((resolve) => {
        const end = this.onChange(() => {
          end();
          resolve();
        });
      });
    }
    if (this.#isStopping && !this.#isConnected) throw new InputError('', 'the server stops');
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.connection.close();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      const isConnected = type === 'reconnect' || (this.#isConnected && type !== 'disconnect' && type !== 'close');
      if (isConnected === this.#isConnected) continue;
      this.#isConnected = isConnected;
      this.#notify();
    }
  }
}

async function readConnection(options: NatsOptions, name: string): Promise<NodeConnectionOptions> {
  const { servers, credentials } = options;
  const urls = servers.split(',').map((text) => {
    const trimmed = text.trim();
    const address = trimmed.includes('://') ? trimmed : `nats://${trimmed}`;
    if (!URL.canParse(address))
      throw new InputError('nats', `expected nats://host:4222, got "${withoutSecrets(text)}"`);
    return new URL(address);
  });
  const { username, password } = urls[0];
  const [user, pass] = [username, password].map(decodeURIComponent);
  const creds = credentials === undefined ? undefined : await readFile(credentials);
  return {
    servers: urls.map(({ host }) => host),
    ...(user !== '' && pass !== '' && { user, pass }),
    ...(user !== '' && pass === '' && { token: user }),
    ...(creds && { authenticator: credsAuthenticator(creds) }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    name,
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
  };
}

/** For messages: nobody reads a password there. */
const withoutSecrets = (text: string) => text.replace(/(?<![^/,@])[^/,@]*@/g, '');
