/** What a take can be exported as. */
export const takeFormats = [
  { id: 'mcap', label: 'MCAP', help: 'As it was recorded: tracking and joints, for Leib and Foxglove' },
  {
    id: 'bvh',
    label: 'BVH',
    help: 'The body as it moved, for Blender, MotionBuilder and others; centimetres as usual there',
  },
  { id: 'vrma', label: 'VRMA', help: 'VRM animation of the body as it moved: plays on any VRM avatar' },
  {
    id: 'glb',
    label: 'GLB',
    help: 'The avatar that is worn now, with its mesh and materials, moving as recorded; for Blender, three.js and games',
  },
  { id: 'bones', label: 'GLB, bones only', help: 'The skeleton as it moved, without a mesh; glTF animation' },
  {
    id: 'video',
    label: 'Video',
    help: 'WebM of the view, made while the take plays, on the background that is chosen under View',
  },
  { id: 'picture', label: 'Picture', help: 'PNG of this moment, on the background that is chosen under View' },
] as const;

export type TakeFormat = (typeof takeFormats)[number]['id'];
