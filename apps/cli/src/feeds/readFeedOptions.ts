import type { BridgeOutput, FeedProtocol, UpAxis } from '@leib/feeds';
import { type BridgeOptions, type FeedSpec, parseEndpoint } from '@leib/server';
import { type OptionValues, UsageError } from '../command.js';
import type { feedOptions, outputOptions } from '../commands/feed.js';

const protocolOfOption: Readonly<Record<string, FeedProtocol>> = {
  dtrack: 'dtrack',
  vmc: 'vmc',
  vrchat: 'vrchat',
  natnet: 'natnet',
  'json-feed': 'json',
};

export function readFeeds(options: OptionValues<typeof feedOptions>): FeedSpec[] {
  const up = readUpAxis(options.up);
  const server = options['natnet-server'];
  if (server !== undefined && options.natnet === undefined) {
    throw new UsageError('--natnet-server', 'expected --natnet with the port of the frames, got none');
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
  return { feeds: readFeeds(options), outputs };
}

export function readEndpoint(option: string, text: string): ReturnType<typeof parseEndpoint> {
  try {
    return parseEndpoint(text);
  } catch (error) {
    throw new UsageError(`--${option}`, (error as Error).message);
  }
}

export function readUpAxis(text: string | undefined): UpAxis | undefined {
  if (text === undefined || text === 'y' || text === 'z') return text;
  throw new UsageError('--up', `expected y or z, got "${text}"`);
}
