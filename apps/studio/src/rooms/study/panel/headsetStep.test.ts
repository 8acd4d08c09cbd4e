import { createStudySession, decodeProtocol, decodeQuestionnaire, type StudySetup, stepStudy } from '@leib/study';
import { expect, test } from 'vitest';
import type { StudyOrder } from '../station/orders.js';
import { batteryWords, type ShownNow, type ShownStep, shownStep } from '../station/shownStudy.js';
import { headsetActions, headsetCard } from './headsetStep.js';

const question = (id: string, more: object) => ({ id, text: { en: id, de: `${id}?` }, ...more });
const asked = {
  ...{ format: 'leib-questionnaire/1', id: 'asked', title: 'Asked', languages: ['en', 'de'], stem: 'Of today:' },
  source: { citation: 'none', licence: 'ours' },
  items: [
    question('own', {}),
    question('age', { kind: 'number', low: 0, high: 120, step: 1 }),
    question('words', { kind: 'text', isOptional: true }),
  ],
  scores: {},
};
const study = {
  ...{ format: 'leib-study/1', id: 's', title: { en: 'A study', de: 'Eine Studie' }, languages: ['en', 'de'] },
  participants: 1,
  ethics: {
    text: 'Voluntary.',
    approval: { committee: 'The committee', reference: '7/26', date: '2026-05-31' },
  },
  consent: { text: 'Bodies.', points: ['I take part.'] },
  compensation: { en: 'Ten euros.', de: 'Zehn Euro.' },
  flow: [
    { kind: 'consent', id: 'consent' },
    { kind: 'text', id: 'screen', where: 'screen', text: 'On the screen.' },
    { kind: 'text', id: 'vr', where: 'vr', text: 'In the headset.' },
    { kind: 'questionnaire', id: 'pointer', of: 'asked', asked: 'pointer' },
    { kind: 'questionnaire', id: 'aloud', of: 'asked', asked: 'aloud' },
    { kind: 'task', id: 'rate', task: 'adjustWords', settings: { words: ['longLegs'] } },
    { kind: 'task', id: 'height', task: 'matchHeight' },
  ],
};

function setup(): StudySetup {
  const [protocol, questionnaire] = [decodeProtocol(study), decodeQuestionnaire(asked)];
  if (!protocol.ok) throw new Error(`${protocol.path}: ${protocol.reason}`);
  if (!questionnaire.ok) throw new Error(`${questionnaire.path}: ${questionnaire.reason}`);
  return { protocol: protocol.value, questionnaires: { asked: questionnaire.value } };
}

const now = { state: 'inStep', phase: 'waiting', secondsLeft: null, refused: '' } as ShownNow;

function at(id: string, card: Parameters<typeof shownStep>[2] = null): ShownStep {
  const made = setup();
  const about = { id: 'p', number: 0, language: 'de', sex: 'average', writingHand: 'right' } as const;
  const session = createStudySession(made, about);
  const index = session.plan.findIndex((step) => step.id === id);
  const begun = stepStudy(made, { ...session, state: 'before', index }, { dtSeconds: 0, decisions: [] }).session;
  return shownStep(made, begun, card);
}

function open(step: ShownStep, number = 0) {
  const orders: StudyOrder[] = [];
  const host = { question: number, follow: (order: StudyOrder) => void orders.push(order) };
  const actions = headsetActions({ step, now }, host, false);
  const named = (id: string) => actions.find((action) => action.id === id);
  return { ids: actions.map((action) => action.id), card: headsetCard(step, now, number), orders, host, named };
}

test('before somebody agrees they read the information, who approved it, and what they get', () => {
  expect(at('consent').text.split('\n\n')).toEqual([
    'Voluntary.',
    'Genehmigt von: The committee, 7/26, 2026-05-31.',
    'Bodies.',
    'Zehn Euro.',
  ]);
});

test('a text is read where it says: on the screen, or in the headset, which alone goes on from it', () => {
  const [screen, vr] = [open(at('screen')), open(at('vr'))];
  expect([screen.card.text, screen.ids]).toEqual(['Bitte lesen Sie am Bildschirm.', ['stop']]);
  expect([vr.card.text, vr.ids]).toEqual(['In the headset.', ['next', 'stop']]);
});

test('by pointer: a scale is pressed, a wide number and words are written, and what is no answer is asked again', () => {
  const step = at('pointer');
  const scale = open(step, 0);
  expect(scale.card.text).toMatch(/^Of today: own\?/);
  scale.named('answer 6')?.run();
  expect([scale.orders, scale.host.question]).toEqual([
    [{ kind: 'answer', item: 'own', value: 6, by: 'participant' }],
    1,
  ]);
  expect(open(step, 1).card.text).toMatch(/^age/);
  const age = open(step, 1);
  expect(age.ids).toEqual(['write', 'back', 'stop']);
  age.named('write')?.writes?.done('230');
  expect(age.host.question).toBe(1);
  age.named('write')?.writes?.done('34');
  expect([age.orders.at(-1), age.host.question]).toEqual([
    { kind: 'answer', item: 'age', value: 34, by: 'participant' },
    2,
  ]);
  const words = open(step, 2);
  expect(words.ids).toEqual(['write', 'leave out', 'back', 'stop']);
  words.named('write')?.writes?.done('light arms');
  words.named('leave out')?.run();
  expect(words.orders.map((order) => order.kind === 'answer' && order.value)).toEqual(['light arms', null]);
  expect(open(step, 3).ids).toContain('next');
});

test('asked aloud, the headset says so, and nothing can be pressed but the stop', () => {
  const { card, ids } = open(at('aloud'));
  expect([card.text, ids]).toEqual(['Sie werden mündlich gefragt. Bitte antworten Sie mündlich.', ['stop']]);
});

test('the word that is rated is shown, in the participant’s language, to who rates it; the height is the operator’s', () => {
  const choices = ['-2', '2'];
  const rate = at('rate', { title: 'longLegs', text: '', choices });
  const { card, ids, named, orders } = open(rate);
  expect([card.title, ids]).toEqual(['lange Beine', ['choose -2', 'choose 2', 'stop']]);
  named('choose 2')?.run();
  expect(orders).toEqual([{ kind: 'choose', choice: '2' }]);
  const height = at('height', { title: 'Height', text: 'Taller?', choices: ['taller', 'fits'] });
  expect(height.ask?.by).toBe('operator');
  expect([open(height).card.title, open(height).ids]).toEqual(['Größe angleichen', ['next', 'stop']]);
});

test('stopped, the headset says that somebody comes, and offers nothing', () => {
  const stopped = { ...now, state: 'stopped' } as const;
  expect(headsetCard(at('vr'), stopped, 0)).toMatchObject({
    title: 'Angehalten',
    text: expect.stringContaining('man hilft Ihnen'),
  });
});

test('batteries are those that the source tells, the emptiest first', () => {
  expect(batteryWords([{ name: 'a' }, { name: 'b', batteryPercent: Number.NaN }])).toBe('not told by this source');
  expect(
    batteryWords([
      { name: 'a', batteryPercent: 80 },
      { name: 'b', batteryPercent: 12 },
    ]),
  ).toBe('b 12 %, a 80 %');
});
