import { mirrorRoom } from './mirrorRoom.js';

/** The rooms that exist, in the order of the navigation. A new system adds its room here. */
export const rooms = [mirrorRoom] as const;
