import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '@leib/server';
import { type Browser, chromium } from 'playwright';
import { buildStudio } from '../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../scripts/chromium.mjs';
import { root } from '../../scripts/project.mjs';

/**
 * Whether voices pass a real TURN server: `npm run relay --prefix lab` starts coturn (Debian: apt-get install coturn) on loopback, a Leib server
 * that knows its secret and lets voices go by it alone, and two pages of the studio that beep (Chromium's own microphone), of which one
 * has to hear the other. Then the same with a wrong secret, where nothing may pass and the page has to say so. Prints one JSON object;
 * fails where it is otherwise.
 */
const SECRET = 'north';
const PATIENCE_MS = 60_000;

declare global {
  var leibConnections: RTCPeerConnection[];
}

const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const port = await freePort();
const relay = startRelay(port);
const args = [...chromiumTestFlags, '--use-fake-ui-for-media-stream'];
const browser = await chromium.launch({ executablePath, args });
try {
  await pause(1000);
  const passed = await call(browser, SECRET, /You hear 1 person/);
  const refused = await call(browser, 'another word', /Voice cannot pass the network to 1 person: the TURN server/);
  const isRight = passed.ways.length > 0 && passed.ways.every((way) => way === 'relay') && refused.ways.length === 0;
  console.log(JSON.stringify({ passed, refused, isRight }));
  process.exitCode = isRight ? 0 : 1;
} finally {
  await browser.close();
  relay.kill();
}

/** Two pages that meet: what the listener is told, and by which ways the two are connected. */
async function call(pages: Browser, turnSecret: string, wanted: RegExp) {
  const ice = { turn: `turn:127.0.0.1:${port}`, turnSecret, isRelayOnly: true };
  const server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist'), people: { ice } });
  const context = await pages.newContext({ deviceScaleFactor: 0.2, permissions: ['microphone'] });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const open = async () => {
      const page = await context.newPage();
      await page.addInitScript(() => {
        const all: RTCPeerConnection[] = [];
        globalThis.leibConnections = all;
        const Plain = RTCPeerConnection;
        globalThis.RTCPeerConnection = class extends Plain {
          constructor(configuration?: RTCConfiguration) {
            super(configuration);
            all.push(this);
          }
        };
      });
      await page.goto(`${server.url}?people=relay#/together`);
      await page.locator('.together-mic').waitFor({ state: 'attached' });
      // A key instead of a click: cards that explain the room may lie over the button.
      await page.keyboard.press('Shift+KeyV');
      return page;
    };
    await open();
    const listener = await open();
    await listener.getByText(wanted).first().waitFor({ state: 'attached' });
    const ways = await listener.evaluate(async () => {
      const found: string[] = [];
      for (const connection of globalThis.leibConnections) {
        const stats = [...(await connection.getStats()).values()];
        const pairs = stats.filter(({ type, state }) => type === 'candidate-pair' && state === 'succeeded');
        for (const { localCandidateId, remoteCandidateId } of pairs)
          for (const { id, candidateType } of stats)
            if (id === localCandidateId || id === remoteCandidateId) found.push(candidateType);
      }
      return found;
    });
    return { sentence: await listener.getByText(wanted).first().textContent(), ways };
  } finally {
    await context.close();
    await server.close();
  }
}

function startRelay(listeningPort: number): ChildProcess {
  const words = [
    ...['-n', '--no-cli', '--no-tls', '--no-dtls', '--fingerprint', '--realm=leib', '--allow-loopback-peers'],
    ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${listeningPort}`, '--log-file=stdout'],
    ...['--use-auth-secret', `--static-auth-secret=${SECRET}`, '--pidfile=', '--userdb=:memory:'],
  ];
  return spawn('turnserver', words, { stdio: 'ignore' });
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port: free } = socket.address();
  socket.close();
  return free;
}
