/** Protocols that `leib feed send` can encode; others are sent from a file. */
export const sendableProtocols = ['dtrack', 'vmc', 'vrchat', 'json'] as const;
export type SendableProtocol = (typeof sendableProtocols)[number];

/** Protocols that can only be sent from a file. */
export const onlyFromFiles = ['natnet'] as const;
