import type { ColorRepresentation, Object3D, WebGLRenderer } from 'three';
import type { AgentKind } from './agentKind.js';
import type { AgentInput, AgentMethod } from './deformOnCpu.js';

export interface AgentCrowdOptions {
  /** Default: 'dualQuaternion'. */
  readonly method?: AgentMethod;
  /** Agents cast and receive shadows: a second draw of every part for each light. Default: true. */
  readonly shadows?: boolean;
}

/** What an agent looks like. It is written seldom; motion goes through setAgent(). */
export interface AgentLook {
  /** Index into the crowd's kinds. */
  readonly kind: number;
  /** The colour that its materials are multiplied by; white leaves them. */
  readonly tint: ColorRepresentation;
  /** Size of the agent with all its ways, about the origin of its motion. */
  readonly scale: number;
  /** Where the origin of its motion lies in the crowd, metres. */
  readonly origin: readonly [x: number, y: number, z: number];
}

/**
 * Many agents in motion of their own. Per frame an agent is its packed integers and nothing else: they go into a texture as
 * they are, and forward kinematics and deformation happen on the GPU. One draw call for each material of each kind.
 */
export interface AgentCrowd {
  /** Add it to the scene. */
  readonly object: Object3D;
  readonly kinds: readonly AgentKind[];
  readonly capacity: number;
  /** Agents 0 to count - 1 are drawn. */
  count: number;
  /** May be changed at any time. */
  method: AgentMethod;
  /** Shows an agent's numbers as they are (packActor, a frame of the network). What its kind was built without is left out. */
  setAgent(index: number, actor: AgentInput): void;
  setLook(index: number, look: Partial<AgentLook>): void;
  /** Once per frame after the agents were set, before anything is rendered. */
  update(renderer: WebGLRenderer): void;
  dispose(): void;
}
