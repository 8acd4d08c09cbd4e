import { InputError, refusalOf } from '@leib/core';
import {
  balancedCount,
  buildPlan,
  decodeProtocol,
  decodeQuestionnaire,
  type FlowNode,
  type Protocol,
  type Questionnaire,
  type StudySetup,
} from '@leib/study';

type Fetch = () => Promise<{ readonly default: unknown }>;

/** Studies to begin with. */
export const examples: Readonly<Record<string, { readonly title: string; readonly load: Fetch }>> = {
  latency: { title: 'Latency and agency', load: () => import('@leib/study/examples/latency.json') },
  shape: { title: 'Shape of the body', load: () => import('@leib/study/examples/shape.json') },
  takes: { title: 'The same body, twice', load: () => import('@leib/study/examples/takes.json') },
  words: { title: 'A body by words', load: () => import('@leib/study/examples/words.json') },
  scan: { title: 'A scanned body', load: () => import('@leib/study/examples/scan.json') },
};

const shipped: Readonly<Record<string, Fetch>> = {
  'body-measures': () => import('@leib/study/questionnaires/body-measures.json'),
  demographics: () => import('@leib/study/questionnaires/demographics.json'),
  'embodiment-2018': () => import('@leib/study/questionnaires/embodiment-2018.json'),
  'embodiment-2020': () => import('@leib/study/questionnaires/embodiment-2020.json'),
  'embodiment-2021': () => import('@leib/study/questionnaires/embodiment-2021.json'),
  likeness: () => import('@leib/study/questionnaires/likeness.json'),
  'nasa-tlx': () => import('@leib/study/questionnaires/nasa-tlx.json'),
  'presence-ipq': () => import('@leib/study/questionnaires/presence-ipq.json'),
  'presence-sus': () => import('@leib/study/questionnaires/presence-sus.json'),
  'same-body': () => import('@leib/study/questionnaires/same-body.json'),
  'sickness-ssq': () => import('@leib/study/questionnaires/sickness-ssq.json'),
};

/** Ids of the questionnaires that come with the page. */
export const shippedNames = Object.keys(shipped);

/** A study as its files have it: the protocol, and questionnaires of one's own by their ids. */
export interface StudyFiles {
  readonly protocol: string;
  readonly questionnaires: Readonly<Record<string, string>>;
}

export async function exampleFiles(name: string): Promise<StudyFiles> {
  const { default: json } = await examples[name].load();
  return { protocol: `${JSON.stringify(json, null, 2)}\n`, questionnaires: {} };
}

/** Whether a file is a study or a questionnaire, with mistakes or without. */
export async function looksLikeStudy(file: File): Promise<boolean> {
  return /\.json$/i.test(file.name) && /"leib-(study|questionnaire)\//.test(await file.text());
}

/** Chosen files: one study, and questionnaires that it asks. Throws InputError where that is not so. */
export async function openStudyFiles(files: readonly File[]): Promise<StudyFiles> {
  const questionnaires: Record<string, string> = {};
  let protocol: string | null = null;
  for (const file of files) {
    const text = await file.text();
    const questions = decodeQuestionnaire(text);
    if (questions.ok) questionnaires[questions.value.id] = text;
    else protocol = text;
  }
  if (protocol === null) throw new InputError('', 'expected the file of a study, leib-study/1');
  return { protocol, questionnaires };
}

/** A study with the questionnaires that it asks. Throws InputError with the place. */
export async function setupOf({ protocol: text, questionnaires: own }: StudyFiles): Promise<StudySetup> {
  const decoded = decodeProtocol(text);
  if (!decoded.ok) throw new InputError('', refusalOf(decoded) ?? 'expected a study');
  const protocol = decoded.value;
  const questionnaires: Record<string, Questionnaire> = {};
  for (const of of questionnairesIn(protocol.flow)) questionnaires[of] ??= await readQuestionnaire(of, own[of]);
  return { protocol, questionnaires };
}

function questionnairesIn(flow: readonly FlowNode[]): string[] {
  return flow.flatMap((node) => {
    if (node.kind === 'block') return questionnairesIn(node.flow);
    return node.kind === 'questionnaire' ? [node.of] : [];
  });
}

async function readQuestionnaire(of: string, own: string | undefined): Promise<Questionnaire> {
  if (own === undefined && !Object.hasOwn(shipped, of))
    throw new InputError(of, 'expected its file as well: this questionnaire is not one of ours');
  const decoded = decodeQuestionnaire(own ?? (await shipped[of]()).default);
  if (!decoded.ok) throw new InputError(of, refusalOf(decoded) ?? 'expected a questionnaire');
  return decoded.value;
}

/** Whether somebody wears their scan in a study, or looks at it. */
export function needsScan(protocol: Protocol): boolean {
  return buildPlan(protocol, { number: 0 }).some(
    ({ body, settings }) => body.model.kind === 'scan' || settings.shows === 'scan',
  );
}

/** How many orders of conditions take turns, over all blocks; a server takes up to 1000. */
export function ordersOf(flow: readonly FlowNode[]): number {
  return flow.reduce((count, node) => {
    if (node.kind !== 'block') return count;
    const own = leastCommon(balancedCount(node.order, node.conditions.length), ordersOf(node.flow));
    return Math.min(1000, leastCommon(count, own));
  }, 1);
}

function leastCommon(a: number, b: number): number {
  const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y));
  return (a * b) / divisor(a, b);
}
