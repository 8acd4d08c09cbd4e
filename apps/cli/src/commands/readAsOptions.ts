import type { CommandOptions } from '../command.js';

/** Options of commands that read a movement: what the file does not say itself. */
export const readAsOptions = {
  up: {
    type: 'string',
    value: 'AXIS',
    help: 'axis that is up in a BVH or C3D <in>: x, y, z or --up=-x ...; found when absent',
  },
  unit: {
    type: 'string',
    value: 'UNIT',
    help: 'a unit of a BVH <in>: m, dm, cm, mm, in, ft, cmu, or metres; by the size of the body when absent',
  },
  rest: {
    type: 'string',
    value: 'POSE',
    help: 'rest pose of a BVH <in>: offsets, frames, or the number of a frame with a T-pose; found when absent',
  },
  bones: {
    type: 'string',
    value: 'NAMES',
    help: 'joints of bones of a BVH <in>, where its names mislead: head=Neck1,...',
  },
} as const satisfies CommandOptions;
