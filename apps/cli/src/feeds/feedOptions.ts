import { type BridgeOptions, type FeedSpec, parseEndpoint } from '@leib/server';
import type { BridgeOutput, FeedProtocol, UpAxis } from '@leib/tracking';
import { type CommandOptions, type OptionValues, UsageError } from '../command.js';

/** What to listen for: shared by `leib serve` and `leib feed watch`. */
export const feedOptions = {
  dtrack: { type: 'string', value: 'PORT', help: 'take ART DTrack’s output on this UDP port' },
  vmc: { type: 'string', value: 'PORT', help: 'take Virtual Motion Capture (VMC) on this UDP port, usually 39539' },
  vrchat: { type: 'string', value: 'PORT', help: 'take OSC trackers as VRChat does, usually 9000' },
  natnet: { type: 'string', value: 'PORT', help: 'take OptiTrack NatNet; 239.255.42.99:1511 joins Motive’s group' },
  'natnet-server': { type: 'string', value: 'ADDRESS', help: 'computer with Motive, asked for version and names' },
  'json-feed': { type: 'string', value: 'PORT', help: 'take leib-feed/1 frames on this UDP port' },
  up: { type: 'string', value: 'AXIS', help: 'y or z: what points up in the tracked room (DTrack: z, NatNet: y)' },
} as const satisfies CommandOptions;

/** Where pages may send to. */
export const outputOptions = {
  'vmc-out': { type: 'string', value: 'TARGET', help: 'let pages send VMC there: 127.0.0.1:39539' },
  'vrchat-out': { type: 'string', value: 'TARGET', help: 'let pages send VRChat’s OSC trackers there: 127.0.0.1:9000' },
  'allow-origin': { type: 'string', value: 'ORIGIN', help: 'a page of another origin that may use the feeds' },
} as const satisfies CommandOptions;

export const feedDetails = [
  'PORT alone listens on this machine only; 0.0.0.0:PORT on every address it has, 224.*-239.*:PORT joins a group.',
].join('\n');

const protocolOfOption: Readonly<Record<string, FeedProtocol>> = {
  dtrack: 'dtrack',
  vmc: 'vmc',
  vrchat: 'vrchat',
  natnet: 'natnet',
  'json-feed': 'json',
};

export function readFeeds(options: OptionValues<typeof feedOptions>): FeedSpec[] {
  const up = readUp(options.up);
  const server = options['natnet-server'];
  if (server !== undefined && options.natnet === undefined) {
    throw new UsageError('--natnet-server is for --natnet: which port are the frames sent to?');
  }
  const feeds: FeedSpec[] = [];
  for (const [option, protocol] of Object.entries(protocolOfOption)) {
    const text = options[option as keyof typeof options];
    if (text === undefined) continue;
    const hasRoom = protocol === 'dtrack' || protocol === 'natnet';
    feeds.push({
      protocol,
      ...readEndpoint(option, text),
      ...(up !== undefined && hasRoom && { up }),
      ...(protocol === 'natnet' && server !== undefined && { natNetServer: server }),
    });
  }
  return feeds;
}

export function readBridgeOptions(
  options: OptionValues<typeof feedOptions> & OptionValues<typeof outputOptions>,
): BridgeOptions {
  const outputs: BridgeOutput[] = [];
  for (const protocol of ['vmc', 'vrchat'] as const) {
    const text = options[`${protocol}-out`];
    if (text !== undefined) outputs.push({ protocol, ...readEndpoint(`${protocol}-out`, text) });
  }
  const origin = options['allow-origin'];
  return { feeds: readFeeds(options), outputs, allowedOrigins: origin === undefined ? [] : [origin] };
}

export function readEndpoint(option: string, text: string): ReturnType<typeof parseEndpoint> {
  try {
    return parseEndpoint(text);
  } catch (error) {
    throw new UsageError(`--${option}: ${(error as Error).message}`);
  }
}

function readUp(text: string | undefined): UpAxis | undefined {
  if (text === undefined || text === 'y' || text === 'z') return text;
  throw new UsageError(`--up "${text}" is not known; there are y and z.`);
}
