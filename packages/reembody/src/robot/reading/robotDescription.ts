import type { RobotMesh } from './robotMesh.js';

/** A robot made ready for the engine. */
export interface RobotDescription {
  readonly name: string;
  /** MJCF without visual meshes, textures, actuators, sensors and keyframes. */
  readonly mjcf: string;
  /** Files that the engine reads with it: meshes that masses come from. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What is drawn: shape i of the engine shows mesh `geom_user[i] - 1`. */
  readonly meshes: readonly RobotMesh[];
  /** Poses of the file by their names: coordinates as the engine orders them. */
  readonly keyframes: readonly RobotKeyframe[];
  /** Joints that the file has motors for; null where it says nothing about motors. */
  readonly driven: ReadonlySet<string> | null;
  /** Joints that turn with others, as by gears. */
  readonly couplings: readonly RobotCoupling[];
  /** What a user should know about how it was read. */
  readonly notes: readonly string[];
}

export interface RobotKeyframe {
  readonly name: string;
  readonly qpos: readonly number[];
}

/** The first joint's angle is `offset + ratio * second`. */
export interface RobotCoupling {
  readonly first: string;
  readonly second: string;
  readonly offset: number;
  readonly ratio: number;
}
