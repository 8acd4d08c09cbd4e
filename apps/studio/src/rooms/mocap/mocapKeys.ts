/** Keys of the room Mocap, by KeyboardEvent.code. Help lists them (app/keys.ts). */
export const mocapKeys = {
  KeyR: 'record',
  Space: 'play or pause',
  ArrowLeft: 'back',
  ArrowRight: 'on',
} as const;
