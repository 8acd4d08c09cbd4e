import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InputError } from '@leib/core';
import { decodeProtocol, decodeQuestionnaire, type FlowNode, type Questionnaire, type StudySetup } from '@leib/study';
import { UsageError } from '../command.js';
import { readText } from '../files.js';

const require = createRequire(import.meta.url);
const shipped = (kind: 'examples' | 'questionnaires', name: string) =>
  require.resolve(`@leib/study/${kind}/${name}.json`);

/** The text of a study: of an example by its name, or of a file. */
export function readStudyText(study: string): Promise<string> {
  if (!/^[a-z]+$/.test(study)) return readText(study);
  try {
    return readText(shipped('examples', study));
  } catch {
    return readText(study);
  }
}

/** A study with its questionnaires. Throws UsageError with the place. */
export async function readStudy(study: string): Promise<StudySetup> {
  const decoded = decodeProtocol(await readStudyText(study));
  if (!decoded.ok) throw new UsageError([study, decoded.path].filter(Boolean).join(', '), decoded.reason);
  const protocol = decoded.value;
  const questionnaires: Record<string, Questionnaire> = {};
  for (const [place, of] of questionnairesIn(protocol.flow, 'flow')) {
    questionnaires[of] ??= await readQuestionnaire(study, place, of);
  }
  return { protocol, questionnaires };
}

function questionnairesIn(flow: readonly FlowNode[], place: string): [string, string][] {
  return flow.flatMap((node, index): [string, string][] => {
    const at = `${place}[${index}]`;
    if (node.kind === 'block') return questionnairesIn(node.flow, `${at}.flow`);
    return node.kind === 'questionnaire' ? [[`${at}.of`, node.of]] : [];
  });
}

/** Beside the study, or among the shipped ones. */
async function readQuestionnaire(study: string, place: string, of: string): Promise<Questionnaire> {
  const own = join(dirname(study), `${of}.json`);
  const text = await readFile(own, 'utf8').catch(() => null);
  const found = text ?? (await shippedQuestionnaire(of));
  if (found === null)
    throw new UsageError(`${study}, ${place}`, `expected a shipped questionnaire or the file ${own}, got "${of}"`);
  const decoded = decodeQuestionnaire(found);
  if (!decoded.ok) throw new InputError(`${text === null ? of : own}, ${decoded.path}`, decoded.reason);
  if (decoded.value.id !== of) throw new InputError(`${own}, id`, `expected "${of}", got "${decoded.value.id}"`);
  return decoded.value;
}

async function shippedQuestionnaire(of: string): Promise<string | null> {
  try {
    return await readFile(shipped('questionnaires', of), 'utf8');
  } catch {
    return null;
  }
}
