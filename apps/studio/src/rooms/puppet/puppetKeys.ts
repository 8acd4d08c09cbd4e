/**
 * Keys of the room Puppet, by KeyboardEvent.code, beside those of the fingers (mouseHandKeys of @leib/tracking/hands).
 * Help lists them (app/keys.ts).
 */

/** Of the toolbar over the picture. */
export const stageKeys = {
  KeyQ: 'drag',
  KeyW: 'turn',
  KeyE: 'pads',
  KeyB: 'rest',
  KeyV: 'view',
  KeyO: 'output',
  KeyL: 'lesson',
  KeyT: 'things',
} as const;

/** Of the tab Takes. */
export const takeKeys = { KeyR: 'record', KeyK: 'play or pause' } as const;
