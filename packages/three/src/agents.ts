// Crowds of agents: packed angles in, deformed on the GPU

export { type AgentKind, buildAgentKind } from './agents/agentKind.js';
export { createAgentCrowd } from './agents/createAgentCrowd.js';
export { type AgentMethod, agentMethods, deformOnCpu } from './agents/deformOnCpu.js';
export { volumeAtElbow } from './agents/volumeAtElbow.js';
