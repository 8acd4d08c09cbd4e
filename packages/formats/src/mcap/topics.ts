/** What the container holds under which name. SPEC.md describes the messages. */
export const topics = { tracking: '/tracking', joints: '/joints', settings: '/settings', remote: '/remote' } as const;

/** MCAP profile: marks our files among other MCAP files. */
export const sessionProfile = 'leib-session/1';

/** Metadata record with the recorder's epoch, and the one with the versions. */
export const sessionMetadata = 'leib-session';
export const versionsMetadata = 'leib-versions';

/** Key of the channel metadata that holds a stream's header as JSON. */
export const headerKey = 'header';

const numbersOrNull = { type: ['array', 'null'], items: { type: 'number' } };

/** JSON Schema of each topic's messages, so that other MCAP programs can plot them. */
export const schemas = {
  tracking: {
    title: 'leib.Tracking',
    type: 'object',
    properties: { t: { type: 'number' }, head: numbersOrNull, leftHand: numbersOrNull, rightHand: numbersOrNull },
    additionalProperties: true,
    required: ['t'],
  },
  joints: {
    title: 'leib.Joints',
    type: 'object',
    properties: {
      t: { type: 'number' },
      p: { type: 'array', items: { type: 'number' } },
      q: { type: 'array', items: { type: 'number' } },
    },
    required: ['t', 'p', 'q'],
  },
  remote: {
    title: 'leib.Remote',
    type: 'object',
    properties: {
      t: { type: 'number' },
      delay: { type: 'number' },
      p: { type: 'array', items: { type: 'number' } },
      q: { type: 'array', items: { type: 'number' } },
    },
    required: ['t', 'delay', 'p', 'q'],
  },
  settings: {
    title: 'leib.Settings',
    type: 'object',
    properties: { t: { type: 'number' }, settings: {} },
    required: ['t', 'settings'],
  },
} as const;

/** Seconds on the recorder's clock -> MCAP's nanoseconds. */
export function toLogTime(epochNs: bigint, timeSeconds: number): bigint {
  return epochNs + BigInt(Math.round(timeSeconds * 1e9));
}
