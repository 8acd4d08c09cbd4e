/** The six things a BVH channel can drive. */
export const bvhChannels = ['Xposition', 'Yposition', 'Zposition', 'Xrotation', 'Yrotation', 'Zrotation'] as const;
export type BvhChannel = (typeof bvhChannels)[number];

/** One joint as the file has it, in the file's unit. */
export interface BvhJoint {
  /** Unique in the file; an End Site is called `<joint>End`. */
  readonly name: string;
  /** Index of the parent, smaller than the joint's own; -1 for the root. */
  readonly parent: number;
  readonly offset: readonly [number, number, number];
  /** In the order in which the frame lists them, which is also the order in which rotations are multiplied. */
  readonly channels: readonly BvhChannel[];
  /** Where the joint's first channel stands in a frame. */
  readonly firstChannel: number;
  readonly isEndSite: boolean;
}

/** The content of a BVH file, not yet interpreted. */
export interface BvhFile {
  readonly joints: readonly BvhJoint[];
  readonly channelCount: number;
  readonly frameCount: number;
  readonly frameTimeSeconds: number;
  /** frameCount x channelCount; angles in degrees, lengths in the file's unit. */
  readonly values: Float64Array;
  /** Names that had to be changed, in words. */
  readonly renamed: readonly string[];
}
