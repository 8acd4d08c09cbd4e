import type { JsonObject } from '@leib/stage';
import type { ConditionPlace, StudyParticipant } from '../studyEvent.js';
import { orderFor, seedOf } from './order.js';
import type { BlockNode, ConditionSet, FlowNode, Protocol, StepNode, StudyBody } from './protocol.js';

/** One step of a participant's way through a study. */
export interface PlanStep {
  /** Its place in the flow, with the number of each repetition and condition: `latency.1.hand`. No other step has it. */
  readonly id: string;
  readonly node: StepNode;
  readonly conditions: readonly ConditionPlace[];
  /** The body as all conditions together have it. */
  readonly body: StudyBody;
  /** Settings of the task, those of conditions over those of the node. */
  readonly settings: JsonObject;
  /** Of what is random in it. */
  readonly seed: number;
}

/** All that one participant does, in order. The same protocol and participant give the same plan. */
export function buildPlan(protocol: Protocol, participant: Pick<StudyParticipant, 'number'>): readonly PlanStep[] {
  return stepsOf(protocol.flow, { protocol, number: participant.number, path: [], places: [], sets: [] });
}

interface Branch {
  readonly protocol: Protocol;
  readonly number: number;
  readonly path: readonly (string | number)[];
  readonly places: readonly ConditionPlace[];
  readonly sets: readonly ConditionSet[];
}

function stepsOf(flow: readonly FlowNode[], branch: Branch): PlanStep[] {
  return flow.flatMap((node) => (node.kind === 'block' ? stepsOfBlock(node, branch) : [stepOf(node, branch)]));
}

function stepsOfBlock(block: BlockNode, branch: Branch): PlanStep[] {
  const { protocol, number, path, places, sets } = branch;
  const steps: PlanStep[] = [];
  for (let repetition = 0; repetition < block.repeat; repetition++) {
    const seed = seedOf(protocol.seed, protocol.id, number, ...path, block.id, repetition);
    const order = block.conditions.length === 0 ? [-1] : orderFor(block.order, block.conditions.length, number, seed);
    for (const [position, condition] of order.entries()) {
      const found = condition < 0 ? null : block.conditions[condition];
      const place = { block: block.id, condition: found?.id ?? '', position, repetition };
      const inside = [block.id, repetition * order.length + position];
      const below = { ...branch, path: [...path, ...inside], places: [...places, place] };
      steps.push(...stepsOf(block.flow, { ...below, sets: found === null ? sets : [...sets, found.set] }));
    }
  }
  return steps;
}

function stepOf(node: StepNode, { protocol, number, path, places, sets }: Branch): PlanStep {
  const id = [...path, node.id].join('.');
  const own = node.kind === 'task' ? node.settings : {};
  return {
    id,
    node,
    conditions: places,
    body: sets.reduce((body, { body: set }) => withBody(body, set), protocol.body),
    settings: Object.assign({}, own, ...sets.flatMap(({ task, steps }) => [task, steps?.[node.id]])) as JsonObject,
    seed: seedOf(protocol.seed, protocol.id, number, id),
  };
}

/** Settings of a simulated body are joined member by member, so that a condition may change one of them. */
function withBody(body: StudyBody, set: Partial<StudyBody> = {}): StudyBody {
  return { ...body, ...set, settings: { ...body.settings, ...set.settings } };
}
