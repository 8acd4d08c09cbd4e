import { randomBytes } from 'node:crypto';
import { InputError } from '@leib/core';
import { decodeJsonBytes } from '@leib/net';
import { DiscardPolicy, type StreamConfig } from '@nats-io/jetstream';
import { headers, type Msg } from '@nats-io/transport-node';
import * as v from 'valibot';
import type { LinkListener, Nodes, OpenedRoom, SharedFiles } from '../people/roomLink.js';
import { NatsBlobs, readParts } from './natsBlobs.js';
import { NatsLink, type NatsOptions } from './natsLink.js';
import { NatsLog } from './natsLog.js';

/** How often a node says that it is there, and after how much silence it is not, milliseconds. */
const SIGN_MS = 1000;
const SILENT_MS = 2600;
const MOST_NODES = 64;
const MOST_ROOMS = 1000;
/** Of files in JetStream: beyond, the oldest go. */
const FILE_BYTES = 1 << 30;
const SECRET_BYTES = 32;
const SEQ = 'Leib-Seq';

const nodeSchema = v.object({ address: v.nullable(v.pipe(v.string(), v.url(), v.maxLength(300))) });

interface OtherNode {
  readonly address: string;
  readonly heardMs: number;
}

/** Connects to the nodes that share a nats-server. Rejects with InputError in one line. */
export async function openNatsNodes(options: NatsOptions): Promise<Nodes> {
  const id = randomBytes(6).toString('hex');
  const nats = await NatsLink.open(options, `leib ${id}`);
  try {
    await makeStreams(nats, options.replicas ?? 1);
    return new NatsNodes(nats, id, await shareSecret(nats), options.address ?? null);
  } catch (error) {
    await nats.close();
    throw new InputError('nats', (error as Error).message);
  }
}

class NatsNodes implements Nodes {
  readonly secret: Uint8Array;
  readonly files: SharedFiles;
  readonly #nats: NatsLink;
  readonly #id: string;
  readonly #snapshots: NatsBlobs;
  readonly #others = new Map<string, OtherNode>();
  #address: string | null;
  #onChange = () => {};
  #timer: NodeJS.Timeout | null = null;

  constructor(nats: NatsLink, id: string, secret: Uint8Array, address: string | null) {
    this.#nats = nats;
    this.#id = id;
    this.secret = secret;
    this.#address = address;
    const { prefix } = nats;
    this.#snapshots = new NatsBlobs(nats, `${prefix}-snapshots`, `${prefix}.snapshot`);
    const files = new NatsBlobs(nats, `${prefix}-files`, `${prefix}.file`);
    this.files = { put: (hash, path) => files.put(hash, readParts(path)), find: (hash) => files.find(hash) };
  }

  get isConnected(): boolean {
    return this.#nats.isConnected;
  }

  get nodeCount(): number {
    return this.#others.size + 1;
  }

  get traffic() {
    const { outBytes, inBytes } = this.#nats.connection.stats();
    return { bytesOut: outBytes, bytesIn: inBytes };
  }

  get addresses(): readonly string[] {
    const own = this.#address;
    return [...new Set([...this.#others.values()].map(({ address }) => address))].filter((other) => other !== own);
  }

  announce(address: string, onChange: () => void): void {
    this.#address ??= address;
    this.#onChange = onChange;
    const { connection, prefix } = this.#nats;
    connection.subscribe(`${prefix}.node.*`, { callback: (_error, message) => this.#hearNode(message) });
    this.#nats.onChange(onChange);
    this.#timer = setInterval(() => this.#sign(), SIGN_MS).unref();
    this.#sign();
  }

  async openRoom(name: string): Promise<OpenedRoom> {
    const nats = this.#nats;
    if (!nats.isConnected) throw new InputError('', 'the server has lost its storage for a moment; try again');
    const stream = `${nats.prefix}-rooms`;
    const subject = `${nats.prefix}.room.${name}`;
    const at = (kind: string, node: string) => `${nats.prefix}.at.${name}.${kind}.${node}`;
    const to = (node: string, from: string) => `${nats.prefix}.to.${name}.${node}.${from}`;
    await this.#checkCount(stream, subject);
    let log: NatsLog | null = null;
    let listener: LinkListener | null = null;
    const heard = nats.connection.subscribe(at('*', '*'), {
      callback: (error, message) => {
        if (error === null && log !== null && listener !== null) hear(message, log, listener);
      },
    });
    const directed = nats.connection.subscribe(to(this.#id, '*'), {
      callback: (error, { subject: from, data }) => {
        if (error === null) listener?.onMessage('signal', from.slice(from.lastIndexOf('.') + 1), data);
      },
    });
    const stopChanges = nats.onChange(() => {
      listener?.onConnection(nats.isConnected);
      if (nats.isConnected) void log?.catchUp();
    });
    const onClosed = () => {
      heard.unsubscribe();
      directed.unsubscribe();
      stopChanges();
    };
    const snapshots = this.#snapshots;
    const place = { nats, stream, subject, toldSubject: at('told', this.#id), snapshots, node: this.#id, onClosed };
    const opened = await NatsLog.open(place).catch((error: unknown) => {
      onClosed();
      throw error;
    });
    log = opened.store;
    const { store, stored } = opened;
    const link = {
      get isConnected() {
        return nats.isConnected;
      },
      tell: (kind: string, bytes: Uint8Array, node?: string) => {
        if (node !== undefined) return nats.connection.publish(to(node, this.#id), bytes);
        const more = headers();
        // Whoever has missed something hears of it within a second.
        if (kind === 'here') more.set(SEQ, String(store.seq));
        nats.connection.publish(at(kind, this.#id), bytes, kind === 'here' ? { headers: more } : {});
      },
      listen: (one: LinkListener) => {
        listener = one;
      },
    };
    return { store, stored, link };
  }

  stopWaiting(): void {
    this.#nats.stopWaiting();
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#onChange = () => {};
    if (this.#nats.isConnected) {
      this.#tell(null);
      await this.#nats.connection.flush().catch(() => {});
    }
    await this.#nats.close();
  }

  async #checkCount(stream: string, subject: string): Promise<void> {
    const { state } = await this.#nats.manager.streams.info(stream);
    if ((state.num_subjects ?? 0) <= MOST_ROOMS) return;
    if ((await this.#nats.manager.streams.getMessage(stream, { last_by_subj: subject })) !== null) return;
    throw new InputError('room', `expected at most ${MOST_ROOMS} that are kept, got another one; take some away`);
  }

  #sign(): void {
    if (!this.#nats.isConnected) return;
    this.#tell(this.#address);
    const nowMs = performance.now();
    for (const [id, { heardMs }] of this.#others) if (nowMs - heardMs > SILENT_MS) this.#forget(id);
  }

  #tell(address: string | null): void {
    const { connection, prefix } = this.#nats;
    connection.publish(`${prefix}.node.${this.#id}`, JSON.stringify({ address }));
  }

  #hearNode({ subject, data }: Msg): void {
    const id = subject.slice(subject.lastIndexOf('.') + 1);
    const said = decodeJsonBytes(data, nodeSchema);
    if (!said.ok) return;
    const { address } = said.value;
    const known = this.#others.get(id);
    if (address === null) this.#forget(id);
    else if (known || this.#others.size < MOST_NODES) {
      this.#others.set(id, { address, heardMs: performance.now() });
      if (known?.address === address) return;
      // So that it knows of this one at once.
      this.#sign();
      this.#onChange();
    }
  }

  #forget(id: string): void {
    if (this.#others.delete(id)) this.#onChange();
  }
}

function hear(message: Msg, log: NatsLog, listener: LinkListener): void {
  const [kind, node] = message.subject.split('.').slice(-2);
  if (kind === 'told') log.hearTold(message);
  else if (kind === 'bodies' || kind === 'wanted') listener.onMessage(kind, node, message.data);
  else if (kind === 'here') {
    const seq = Number(message.headers?.get(SEQ));
    if (seq > 0) log.hearSeq(seq);
    listener.onMessage(kind, node, message.data);
  }
}

/** What is kept: changes of rooms with the secret, snapshots of long logs, files. What is there already stays as it is. */
async function makeStreams({ manager, prefix }: NatsLink, replicas: number): Promise<void> {
  const streams: readonly Partial<StreamConfig>[] = [
    { name: `${prefix}-rooms`, subjects: [`${prefix}.room.*`, `${prefix}.secret`], discard: DiscardPolicy.New },
    { name: `${prefix}-snapshots`, subjects: [`${prefix}.snapshot.*.*`], max_msgs_per_subject: 1 },
    { name: `${prefix}-files`, subjects: [`${prefix}.file.*.*`], max_msgs_per_subject: 1, max_bytes: FILE_BYTES },
  ];
  for (const stream of streams) {
    const known = await manager.streams.info(stream.name ?? '').catch(() => null);
    if (known !== null) continue;
    await manager.streams.add({ storage: 'file', num_replicas: replicas, ...stream } as StreamConfig & {
      name: string;
    });
  }
}

/** Of whichever node came first. */
async function shareSecret({ js, manager, prefix }: NatsLink): Promise<Uint8Array> {
  const subject = `${prefix}.secret`;
  await js
    .publish(subject, randomBytes(SECRET_BYTES), { expect: { lastSubjectSequence: 0 } })
    // There is one: it is read. Where it is something else, that says so.
    .catch(() => {});
  const stored = await manager.streams.getMessage(`${prefix}-rooms`, { last_by_subj: subject });
  if (stored?.data.length === SECRET_BYTES) return stored.data;
  throw new InputError('nats', `expected a secret of ${SECRET_BYTES} bytes at ${subject}, got another message`);
}
