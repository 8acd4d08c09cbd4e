import type { StudySetup } from '../session/studySession.js';
import { balancedCount } from './order.js';
import { buildPlan } from './plan.js';
import type { BlockNode, FlowNode, OrderKind, Protocol } from './protocol.js';

/** What follows from a study before anybody takes part. */
export interface StudyDescription {
  readonly study: string;
  readonly participants: number;
  readonly steps: number;
  readonly tasks: number;
  readonly questions: number;
  /** Tasks, countdowns and breaks alone: reading and answering take their own time. */
  readonly leastMinutes: number;
  readonly orders: readonly OrderTable[];
  /** What should be known of it, one sentence each. */
  readonly warnings: readonly string[];
}

/** Whose order of a block's conditions is which. */
export interface OrderTable {
  readonly block: string;
  readonly order: OrderKind;
  readonly conditions: readonly string[];
  readonly balancedAfter: number;
  /** Ids of conditions, with spaces between: one row for each of the first participants. */
  readonly participants: readonly string[];
  /** What is balanced, in words. */
  readonly balance: string;
}

/** Rows of a table of orders. */
const MOST_ROWS = 24;

export function describeStudy({ protocol, questionnaires }: StudySetup): StudyDescription {
  const plan = buildPlan(protocol, { number: 0 });
  const seconds = plan.reduce((sum, { node }) => {
    if (node.kind === 'pause') return sum + node.seconds;
    return node.kind === 'task' ? sum + node.prepareSeconds + (node.seconds ?? 0) + node.freezeSeconds : sum;
  }, 0);
  const orders = tablesOf(protocol.flow, protocol);
  const missing = Object.values(questionnaires).filter(({ items }) => items.every(({ text }) => text === null));
  return {
    study: protocol.id,
    participants: protocol.participants,
    steps: plan.length,
    tasks: plan.filter(({ node }) => node.kind === 'task').length,
    questions: plan.reduce(
      (n, { node }) => n + (node.kind === 'questionnaire' ? questionnaires[node.of].items.length : 0),
      0,
    ),
    leastMinutes: Number((seconds / 60).toFixed(1)),
    orders,
    warnings: [
      ...orders
        .filter(({ balancedAfter }) => protocol.participants % balancedAfter !== 0)
        .map(
          ({ block, balancedAfter }) =>
            `${block}: ${protocol.participants} is no multiple of ${balancedAfter}: its orders are not balanced`,
        ),
      ...missing.map(({ id }) => `${id}: its words are not shipped; put a file ${id}.json with them beside the study`),
      ...(protocol.ethics.approval === null ? ['ethics.approval: none yet'] : []),
    ],
  };
}

function tablesOf(flow: readonly FlowNode[], protocol: Protocol): readonly OrderTable[] {
  return flow.flatMap((node) => {
    if (node.kind !== 'block') return [];
    const own = node.conditions.length > 0 ? [tableOf(node, protocol)] : [];
    return [...own, ...tablesOf(node.flow, protocol)];
  });
}

/** Of as many participants as balance it. */
function tableOf({ id, order, conditions }: BlockNode, protocol: Protocol): OrderTable {
  const balancedAfter = balancedCount(order, conditions.length);
  const shown = Math.min(MOST_ROWS, balancedAfter === 1 ? 4 : balancedAfter, protocol.participants);
  const participants = Array.from({ length: shown }, (_, number) => {
    const places = buildPlan(protocol, { number }).flatMap((step) =>
      step.conditions.filter((place) => place.block === id),
    );
    return [...new Set(places.filter(({ repetition }) => repetition === 0).map(({ condition }) => condition))].join(
      ' ',
    );
  });
  return {
    ...{ block: id, order, balancedAfter, participants },
    conditions: conditions.map((condition) => condition.id),
    balance: balanceWords(order, balancedAfter, protocol.participants),
  };
}

const balances: Readonly<Record<OrderKind, string>> = {
  fixed: 'Everybody gets the conditions as written: what comes first comes first for all.',
  random: 'Each participant has an order by chance, anew in each repetition; it is not balanced.',
  permutations: 'All orders in turn: each condition is at each place, and after each other, equally often',
  latin: 'Each condition is at each place equally often; which follows which is always the same',
  williams: 'Each condition is at each place, and after each other, equally often',
};

function balanceWords(order: OrderKind, balancedAfter: number, participants: number): string {
  const what = balances[order];
  if (order === 'fixed' || order === 'random') return what;
  const rest = participants % balancedAfter;
  const rounds = Math.floor(participants / balancedAfter);
  const whole = `after every ${balancedAfter} participants`;
  if (rest === 0) return `${what}, ${whole}: ${rounds === 1 ? 'once' : `${rounds} times`} with ${participants}.`;
  const next = (rounds + 1) * balancedAfter;
  const fewer = rounds > 0 ? `${rounds * balancedAfter} or ` : '';
  return `${what}, ${whole}. ${participants} are ${balancedAfter - rest} short of it: plan ${fewer}${next}.`;
}
