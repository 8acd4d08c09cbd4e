import { createSocket, type Socket } from 'node:dgram';
import { roomKind } from '@leib/net';
import { type RunningServer, type ServerOptions, startServer } from '@leib/server';
import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { advance, patience } from './studioPage.js';

/** Rate of the packets on the page's clock. */
const HZ = 30;

/** A program that sends leib-feed/1 over UDP to a server of its own (whose default person is made of boxes), in step with the clock of the page that listens. */
export class LiveFeed {
  readonly server: RunningServer;
  readonly #socket: Socket = createSocket('udp4');
  #page: Page | null = null;
  #sent = 0;
  #arrived = 0;
  #isGreeted = false;

  private constructor(server: RunningServer) {
    this.server = server;
  }

  static async open(bridge: ServerOptions['bridge'] = {}): Promise<LiveFeed> {
    const feeds = [{ protocol: 'json', address: '127.0.0.1', port: 0 }] as const;
    return new LiveFeed(await startServer({ port: 0, studioDir: inject('boxesDir'), bridge: { ...bridge, feeds } }));
  }

  /** Chooses the feed as the page's source, by a button of the room; over when the bridge has greeted. */
  async play(page: Page, button: RegExp = /^Tracker feed/): Promise<void> {
    this.#page = page;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload[0] === roomKind.feeds) this.#isGreeted = true;
        if (payload[0] === roomKind.datagram) this.#arrived++;
      }),
    );
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => this.#isGreeted, patience).toBe(true);
  }

  /** Sends so many seconds of what the devices say; each packet has arrived before the clock goes on. */
  async send(seconds: number, devicesOf: (packet: number) => readonly object[]): Promise<void> {
    for (let i = 0; i < Math.round(seconds * HZ); i++) {
      const n = this.#sent++;
      const message = JSON.stringify({ format: 'leib-feed/1', n, devices: devicesOf(n) });
      this.#socket.send(message, this.server.bridge.feeds[0].port, '127.0.0.1');
      await expect.poll(() => this.#arrived, { ...patience, interval: 1 }).toBeGreaterThanOrEqual(this.#sent);
      if (this.#page) await advance(this.#page, 1 / HZ, { hz: HZ, draw: 'none' });
    }
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.server.close();
  }
}
