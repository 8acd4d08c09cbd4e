import { InputError } from '@leib/core';
import { createDatagramSource, type DatagramSource, type FeedProtocol, type UpAxis } from '@leib/feeds';
import { openUdpFeed, type UdpFeed } from '@leib/server';
import type { RunClock } from './runLoop.js';

export interface PortSpec {
  readonly protocol: FeedProtocol;
  readonly address: string;
  readonly port: number;
  readonly up?: UpAxis;
  readonly natNetServer?: string;
}

/** An open port and the sources that read it. */
interface SharedPort {
  readonly feed: Promise<UdpFeed>;
  readonly sources: Set<DatagramSource>;
}

/** UDP ports of a run. Actors share a port: two performers and a viewer of one tracker are three sources of it. */
export class FeedPorts {
  readonly #ports = new Map<string, SharedPort>();
  readonly #clock: RunClock;
  readonly #note: (text: string) => void;

  constructor(clock: RunClock, note: (text: string) => void) {
    this.#clock = clock;
    this.#note = note;
  }

  /** Throws InputError where the port cannot be opened. */
  async open(spec: PortSpec): Promise<DatagramSource> {
    const key = JSON.stringify(spec);
    const shared = this.#ports.get(key);
    if (!shared && spec.port !== 0 && this.#isOpen(spec)) {
      throw new InputError(
        'source',
        `expected the same settings as another actor that reads port ${spec.port}, got others`,
      );
    }
    const port = shared ?? this.#listen(spec);
    this.#ports.set(key, port);
    const { info } = await port.feed;
    if (info.problem !== null) {
      this.#ports.delete(key);
      throw new InputError('', info.problem);
    }
    if (!shared) this.#note(`${info.protocol}: listening on UDP ${info.address}:${info.port}`);
    const source = createDatagramSource(info, () => this.#clock.nowMs());
    const dispose = source.dispose.bind(source);
    source.dispose = () => {
      dispose();
      port.sources.delete(source);
      if (port.sources.size > 0) return;
      this.#ports.delete(key);
      void port.feed.then((feed) => feed.close());
    };
    port.sources.add(source);
    return source;
  }

  #isOpen({ address, port }: PortSpec): boolean {
    return [...this.#ports.keys()].some((key) => {
      const other = JSON.parse(key) as PortSpec;
      return other.address === address && other.port === port;
    });
  }

  #listen(spec: PortSpec): SharedPort {
    const sources = new Set<DatagramSource>();
    const receive = (datagram: Uint8Array, sender: number, receivedMs: number) => {
      for (const source of sources) source.receive(datagram, sender, receivedMs);
    };
    return { feed: openUdpFeed(spec, receive, this.#clock), sources };
  }
}
