import { requireDecoded } from '@leib/core';
import { decodeProtocol } from './protocol/decodeProtocol.js';
import type { Protocol } from './protocol/protocol.js';
import { decodeQuestionnaire, type Questionnaire } from './questionnaire/questionnaire.js';
import type { StudySetup } from './session/studySession.js';
import type { StudyParticipant } from './studyEvent.js';

// Node's, by the functions used here: the package itself is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as {
  readFileSync(path: URL, encoding: 'utf8'): string;
  readdirSync(path: URL): string[];
};
const folder = (name: string) => new URL(`../${name}/`, import.meta.url);
const namesIn = (name: string) => fs.readdirSync(folder(name)).map((file) => file.replace(/\.json$/, ''));

/** Tests only: what the package ships. */
export const exampleNames = namesIn('examples');
export const questionnaireNames = namesIn('questionnaires');

export const exampleText = (name: string) => fs.readFileSync(new URL(`${name}.json`, folder('examples')), 'utf8');

export const exampleProtocol = (name: string): Protocol => requireDecoded(decodeProtocol(exampleText(name)), name);

export const shippedQuestionnaires: Readonly<Record<string, Questionnaire>> = Object.fromEntries(
  questionnaireNames.map((name) => {
    const text = fs.readFileSync(new URL(`${name}.json`, folder('questionnaires')), 'utf8');
    return [name, requireDecoded(decodeQuestionnaire(text), name)];
  }),
);

export const exampleSetup = (name: string): StudySetup => ({
  protocol: exampleProtocol(name),
  questionnaires: shippedQuestionnaires,
});

export const participantOf = (number: number): StudyParticipant => ({
  ...{ id: `P${number + 1}`, number, language: 'en', sex: 'average' },
  writingHand: 'right',
});
