import { createDTrackDecoder } from '../dtrack/dtrackDecoder.js';
import { createJsonDecoder } from '../json/jsonDecoder.js';
import { createNatNetDecoder } from '../natnet/natNetDecoder.js';
import type { FeedDecoder, FeedProtocol, UpAxis } from '../protocol/feedDecoder.js';
import { createVmcDecoder } from '../vmc/vmcDecoder.js';
import { createVrChatDecoder } from '../vrchat/vrChatDecoder.js';

/** Default up axis of each protocol's rooms: Z for DTrack, Y for the others. */
export const defaultUpAxis: Readonly<Record<FeedProtocol, UpAxis>> = {
  dtrack: 'z',
  vmc: 'y',
  vrchat: 'y',
  natnet: 'y',
  json: 'y',
};

/** Creates a decoder. Use one per sender: some decoders keep state. */
export function createFeedDecoder(protocol: FeedProtocol, options: { readonly up?: UpAxis } = {}): FeedDecoder {
  const up = options.up ?? defaultUpAxis[protocol];
  switch (protocol) {
    case 'dtrack':
      return createDTrackDecoder({ up });
    case 'vmc':
      return createVmcDecoder();
    case 'vrchat':
      return createVrChatDecoder();
    case 'natnet':
      return createNatNetDecoder({ up });
    case 'json':
      return createJsonDecoder({ up });
  }
}
