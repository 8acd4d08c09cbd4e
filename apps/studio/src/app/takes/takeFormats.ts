/** What a take can be exported as. */
export const takeFormats = [
  { id: 'mcap', label: 'MCAP', help: 'As it was recorded: tracking and joints, for Leib and Foxglove' },
  {
    id: 'bvh',
    label: 'BVH',
    help: 'The body as it moved, for Blender, MotionBuilder and others; centimetres as usual there',
  },
  { id: 'vrma', label: 'VRMA', help: 'VRM animation of the body as it moved: plays on any VRM avatar' },
] as const;

export type TakeFormat = (typeof takeFormats)[number]['id'];
