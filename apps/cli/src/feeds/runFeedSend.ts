import { createSocket } from 'node:dgram';
import { type CommandRun, UsageError } from '../command.js';
import type { feedSendOptions } from '../commands/feedSend.js';
import { readInput } from '../files.js';
import { readPositiveOption } from '../readPositiveOption.js';
import { readRateOption } from '../readRateOption.js';
import { createFeedSender } from './feedSender.js';
import { readEndpoint } from './readFeedOptions.js';
import { type SendableProtocol, sendableProtocols } from './sendableProtocols.js';

export const runFeedSend: CommandRun<typeof feedSendOptions> = async ([protocol], options, output) => {
  if (options.file === undefined && !isSendable(protocol)) {
    throw new UsageError(
      '<protocol>',
      `expected ${sendableProtocols.join(', ')}, got "${protocol}"; send others with --file`,
    );
  }
  if (options.to === undefined)
    throw new UsageError('--to', 'expected a value, got nothing; give a port or ADDRESS:PORT');
  const { address, port } = readEndpoint('to', options.to);
  const hz = readRateOption('hz', options.hz) ?? 60;
  const seconds = readPositiveOption('seconds', options.seconds) ?? 10;
  const trackerCount = Math.round(readPositiveOption('trackers', options.trackers) ?? 10);
  const packet = options.file === undefined ? null : await readInput(options.file);

  const socket = createSocket('udp4');
  let packets = 0;
  let bytes = 0;
  const send = (datagram: Uint8Array) => {
    packets++;
    bytes += datagram.length;
    // Copy: the socket sends later, and encoders reuse their buffers.
    socket.send(datagram.slice(), port, address, () => {});
  };
  const sendFrame =
    packet === null ? createFeedSender(protocol as SendableProtocol, trackerCount, send) : () => send(packet);
  const frames = Math.max(1, Math.round(hz * seconds));
  await paced(hz, frames, sendFrame, (sent) => output.progress(`${sent} of ${frames} frames`));
  await new Promise<void>((resolve) => socket.close(resolve));
  const summary = { protocol, to: `${address}:${port}`, frames, packets, bytes, hz };
  output.print(
    options.json
      ? JSON.stringify(summary)
      : `${frames} frames in ${packets} packets, ${bytes} bytes, sent to ${summary.to}`,
  );
};

function isSendable(name: string): name is SendableProtocol {
  return (sendableProtocols as readonly string[]).includes(name);
}

/** Sends the frames that are due at each timer tick, so that late timers do not lower the rate. */
function paced(
  hz: number,
  frames: number,
  sendFrame: (frameNumber: number, timeSeconds: number) => void,
  onProgress: (sent: number) => void,
): Promise<void> {
  const startMs = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(frames, Math.floor(((performance.now() - startMs) / 1000) * hz) + 1);
      while (sent < due) {
        sendFrame(sent, sent / hz);
        sent++;
      }
      onProgress(sent);
      if (sent < frames) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
}
