import { InputError, refusalOf } from '@leib/core';
import { gunzipIfNeeded, readRecording, sniffFormat } from '@leib/formats';
import { decodeStageDoc, measuresCsv, readMark } from '@leib/stage';
import type { CommandRun } from '../command.js';
import type { measuresOptions } from '../commands/measures.js';
import { named } from '../fileErrors.js';
import { readInput, writeOutput } from '../files.js';

export const writeMeasures: CommandRun<typeof measuresOptions> = async ([path, out], { json }, output) => {
  const bytes = await gunzipIfNeeded(await readInput(path));
  const doc = decodeStageDoc(await named(path, () => documentOf(bytes, path)));
  if (!doc.ok) throw new InputError(path, refusalOf(doc) ?? '');
  const { things } = doc.value;
  await writeOutput(out, measuresCsv(things));
  const marks = things.map(readMark).filter((mark) => mark !== null).length;
  output.print(json ? JSON.stringify({ out, marks }) : `${out}: ${marks} measurements and notes`);
};

async function documentOf(bytes: Uint8Array, path: string): Promise<unknown> {
  if (sniffFormat(bytes, path) !== 'mcap') return new TextDecoder().decode(bytes);
  const last = (await readRecording(bytes)).recording.documents.at(-1);
  if (last === undefined) throw new InputError('', 'expected a recording of a room, got one without a document');
  return last.doc;
}
