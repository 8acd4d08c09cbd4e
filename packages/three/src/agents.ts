// Crowds of agents: packed angles in, deformed on the GPU

export type { AgentCrowd, AgentCrowdOptions, AgentLook } from './agents/agentCrowd.js';
export { type AgentKind, type AgentKindOptions, buildAgentKind } from './agents/agentKind.js';
export type { AgentPart } from './agents/bakeParts.js';
export { createAgentCrowd } from './agents/createAgentCrowd.js';
export {
  type AgentInput,
  type AgentMethod,
  agentMethods,
  createDeformedMesh,
  type DeformedMesh,
  deformOnCpu,
} from './agents/deformOnCpu.js';
export { type ElbowVolume, volumeAtElbow } from './agents/volumeAtElbow.js';
