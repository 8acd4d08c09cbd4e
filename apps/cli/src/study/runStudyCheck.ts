import { describeStudy, type StudyDescription } from '@leib/study';
import type { CommandRun } from '../command.js';
import type { studyCheckOptions } from '../commands/study.js';
import { readStudy } from './studyFiles.js';

export const runStudyCheck: CommandRun<typeof studyCheckOptions> = async ([study], { json }, output) => {
  const report = describeStudy(await readStudy(study));
  output.print(json ? JSON.stringify(report) : textOf(report));
};

function textOf(report: StudyDescription): string {
  return [
    `${report.study}: ${report.steps} steps, ${report.tasks} tasks, ${report.questions} questions, at least ${report.leastMinutes} minutes; ${report.participants} participants`,
    ...report.orders.flatMap(({ block, order, participants, balance }) => [
      `${block} (${order}):`,
      ...participants.map((own, number) => `  ${number}: ${own}`),
      `  ${balance}`,
    ]),
    ...report.warnings.map((warning) => `note: ${warning}`),
  ].join('\n');
}
