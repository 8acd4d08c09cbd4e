import { balancedCount, buildPlan, type FlowNode, type Protocol, type StudySetup } from '@leib/study';
import type { CommandRun } from '../command.js';
import type { studyCheckOptions } from '../commands/study.js';
import { readStudy } from './studyFiles.js';

export const runStudyCheck: CommandRun<typeof studyCheckOptions> = async ([study], { json }, output) => {
  const setup = await readStudy(study);
  const report = reportOf(setup);
  output.print(json ? JSON.stringify(report) : textOf(report));
};

function reportOf({ protocol, questionnaires }: StudySetup) {
  const plan = buildPlan(protocol, { number: 0 });
  const seconds = plan.reduce((sum, { node }) => {
    if (node.kind === 'pause') return sum + node.seconds;
    return node.kind === 'task' ? sum + node.prepareSeconds + (node.seconds ?? 0) + node.freezeSeconds : sum;
  }, 0);
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
    orders: ordersOf(protocol),
    warnings: [
      ...ordersOf(protocol)
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

type Report = ReturnType<typeof reportOf>;

function ordersOf(protocol: Protocol) {
  const found: { block: string; order: string; conditions: string[]; balancedAfter: number; participants: string[] }[] =
    [];
  const visit = (flow: readonly FlowNode[]): void => {
    for (const node of flow) {
      if (node.kind !== 'block') continue;
      if (node.conditions.length > 0)
        found.push(
          orderOf(
            protocol,
            node.id,
            node.order,
            node.conditions.map(({ id }) => id),
          ),
        );
      visit(node.flow);
    }
  };
  visit(protocol.flow);
  return found;
}

/** Whose order is which, of as many participants as balance it, 24 at most. */
function orderOf(protocol: Protocol, block: string, order: Parameters<typeof balancedCount>[0], conditions: string[]) {
  const balancedAfter = balancedCount(order, conditions.length);
  const shown = Math.min(24, balancedAfter === 1 ? 4 : balancedAfter, protocol.participants);
  const participants = Array.from({ length: shown }, (_, number) => {
    const places = buildPlan(protocol, { number }).flatMap((step) =>
      step.conditions.filter((place) => place.block === block),
    );
    return [...new Set(places.filter(({ repetition }) => repetition === 0).map(({ condition }) => condition))].join(
      ' ',
    );
  });
  return { block, order, conditions, balancedAfter, participants };
}

function textOf(report: Report): string {
  return [
    `${report.study}: ${report.steps} steps, ${report.tasks} tasks, ${report.questions} questions, at least ${report.leastMinutes} minutes; ${report.participants} participants`,
    ...report.orders.flatMap(({ block, order, participants }) => [
      `${block} (${order}):`,
      ...participants.map((own, number) => `  ${number}: ${own}`),
    ]),
    ...report.warnings.map((warning) => `note: ${warning}`),
  ].join('\n');
}
