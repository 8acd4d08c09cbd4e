/** A robot's description with its includes spliced in, and the meshes that it names. Can be sent to a worker. */
export interface RobotFiles {
  /** Of the file, for messages. */
  readonly name: string;
  /** MJCF or URDF, without <include>. */
  readonly description: string;
  /** Bytes of mesh files by the name that the description calls them. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  /** Mesh files that did not come with it. */
  readonly missing: readonly string[];
}
