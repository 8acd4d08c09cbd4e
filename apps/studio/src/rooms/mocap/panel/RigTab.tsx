/** Making an agent from a mesh without bones: the place of the authoring aid (rooms/mocap/rigging). */
export default function RigTab() {
  return null;
}
