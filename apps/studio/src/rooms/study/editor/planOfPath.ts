import { buildPlan, type FlowNode, type PlanStep, type Protocol } from '@leib/study';
import type { StepPath } from '@leib/study/editor';

function nodeAt(flow: readonly FlowNode[], [index, ...rest]: StepPath): FlowNode | null {
  const node = flow[index];
  if (node === undefined) return null;
  if (rest.length === 0) return node;
  return node.kind === 'block' ? nodeAt(node.flow, rest) : null;
}

/** The first step of a block; a step is its own. */
function firstStep(node: FlowNode): FlowNode {
  return node.kind === 'block' ? firstStep(node.flow[0]) : node;
}

/** All times that the first participant comes to a step of the tree; of a block, to its first step. */
export function stepsOfPath(protocol: Protocol, path: StepPath): readonly (PlanStep & { readonly index: number })[] {
  const node = nodeAt(protocol.flow, path);
  if (node === null) return [];
  const wanted = firstStep(node);
  return buildPlan(protocol, { number: 0 })
    .map((step, index) => ({ ...step, index }))
    .filter((step) => step.node === wanted);
}

/** Where a step stands in the tree. */
export function pathOfNode({ flow }: Pick<Protocol, 'flow'>, node: object): StepPath | null {
  for (const [index, each] of flow.entries()) {
    if (each === node) return [index];
    const inside = each.kind === 'block' ? pathOfNode(each, node) : null;
    if (inside) return [index, ...inside];
  }
  return null;
}
