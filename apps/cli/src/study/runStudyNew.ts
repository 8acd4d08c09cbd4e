import type { CommandRun } from '../command.js';
import type { studyNewOptions } from '../commands/study.js';
import { writeOutput } from '../files.js';
import { readStudy, readStudyText } from './studyFiles.js';

export const runStudyNew: CommandRun<typeof studyNewOptions> = async ([out], { from = 'latency', id }, output) => {
  const { protocol } = await readStudy(from);
  const text = await readStudyText(from);
  await writeOutput(out, id === undefined ? text : text.replace(JSON.stringify(protocol.id), JSON.stringify(id)));
  output.print(`${out}: a copy of "${protocol.id}"; change its texts and conditions, then: leib study check ${out}`);
};
