import type { CommandOptions } from '../command.js';

/** Feeds to receive; shared by `leib serve` and `leib feed watch`. */
export const feedOptions = {
  dtrack: { type: 'string', value: 'PORT', help: 'receive ART DTrack on this UDP port' },
  vmc: { type: 'string', value: 'PORT', help: 'receive Virtual Motion Capture (VMC) on this UDP port, usually 39539' },
  vrchat: { type: 'string', value: 'PORT', help: 'receive VRChat’s OSC trackers, usually on 9000' },
  natnet: { type: 'string', value: 'PORT', help: 'receive OptiTrack NatNet; 239.255.42.99:1511 joins Motive’s group' },
  'natnet-server': { type: 'string', value: 'ADDRESS', help: 'computer with Motive, for its version and names' },
  'json-feed': { type: 'string', value: 'PORT', help: 'receive leib-feed/1 frames on this UDP port' },
  up: {
    type: 'string',
    value: 'AXIS',
    help: 'y or z: the up axis of the tracked room (default: z for DTrack, y for NatNet)',
  },
} as const satisfies CommandOptions;

/** Destinations that pages may send to. */
export const outputOptions = {
  'vmc-out': { type: 'string', value: 'TARGET', help: 'let pages send VMC there: 127.0.0.1:39539' },
  'vrchat-out': { type: 'string', value: 'TARGET', help: 'let pages send VRChat’s OSC trackers there: 127.0.0.1:9000' },
  'allow-origin': { type: 'string', value: 'ORIGIN', help: 'a page of another origin that may use the feeds' },
} as const satisfies CommandOptions;

export const feedDetails = [
  'PORT alone listens on this machine only; 0.0.0.0:PORT on every address it has, 224.*-239.*:PORT joins a group.',
].join('\n');
