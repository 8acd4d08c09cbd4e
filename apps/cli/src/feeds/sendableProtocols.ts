/** Protocols whose packets can be made up here; any other is sent from a file. */
export const sendableProtocols = ['dtrack', 'vmc', 'vrchat', 'json'] as const;
export type SendableProtocol = (typeof sendableProtocols)[number];

/** The others. */
export const onlyFromFiles = ['natnet'] as const;
