import {
  itemsInOrder,
  type LocalText,
  type QuestionItem,
  type StudyDecision,
  type StudyRun,
  type StudySetup,
  stepNow,
  textIn,
} from '@leib/study';

/** What the operator is told now, and what may be typed. */
export function promptOf({ protocol, questionnaires }: StudySetup, { session, stage, refused }: StudyRun): string {
  const { languages, consent, ethics } = protocol;
  const say = (text: Parameters<typeof textIn>[0]) => textIn(text, session.participant.language, languages);
  const wrong = refused.map((reason) => `refused: ${reason}\n`).join('');
  const step = stepNow(session);
  if (session.state === 'stopped') return `${wrong}stopped (${session.stopReason}). continue REASON`;
  if (step === null) return wrong;
  const { node, conditions } = step;
  const where = [step.id, ...conditions.map(({ condition }) => condition).filter(Boolean)].join(' ');
  switch (node.kind) {
    case 'text':
      return `${wrong}[${where}] ${say(node.text)}\nnext`;
    case 'pause':
      return `${wrong}[${where}] break of ${node.seconds} s or more. ${say(node.text)}\nnext`;
    case 'consent':
      return `${wrong}[${where}] ${say(ethics.text)}\n${say(consent.text)}\n${consent.points.map((point) => `- ${say(point)}`).join('\n')}\nyes (to all)`;
    case 'questionnaire': {
      const item = openItem(questionnaires, session, step);
      if (item === null) return `${wrong}[${where}] complete\nnext`;
      const { text, isOptional } = item;
      const stem = say(questionnaires[node.of].stem);
      const asked = `${answersTo(item, say)}${isOptional ? ', or -' : ''}`;
      return `${wrong}[${where}] ${stem && `${stem}\n`}${item.id}: ${text === null ? '(words not shipped)' : say(text)}\n${asked}`;
    }
    case 'task': {
      if (session.phase === 'waiting')
        return `${wrong}[${where}] ${node.instruction ? say(node.instruction) : node.task}\nnext`;
      const card = stage.script?.script.card(stage.script.state);
      return card
        ? `${wrong}[${where}] ${card.title}: ${card.text}\n${card.choices.join(', ')}`
        : `${wrong}[${where}] ${session.phase}`;
    }
  }
}

/** What may be typed: `1 (not at all) to 7 (very much)`, `yes (Ja), no (Nein)`. */
function answersTo({ kind, low, high, choices, unit, labels }: QuestionItem, say: (text: LocalText) => string): string {
  if (kind === 'text') return 'words';
  if (kind === 'choice') return choices.map(({ id, text }) => `${id} (${say(text)})`).join(', ');
  const [first, last] = [labels[0], labels.at(-1)].map((label) => (label === undefined ? '' : ` (${say(label)})`));
  return `${low}${first} to ${high}${last} ${unit}`.trimEnd();
}

/** The first question that is not answered, in the order in which they are asked. */
function openItem(
  questionnaires: StudySetup['questionnaires'],
  { record }: StudyRun['session'],
  { node, seed }: NonNullable<ReturnType<typeof stepNow>>,
) {
  if (node.kind !== 'questionnaire') return null;
  const answered = record?.answers ?? {};
  return itemsInOrder(questionnaires[node.of], node.order, seed).find(({ id }) => !Object.hasOwn(answered, id)) ?? null;
}

const withReason = /^(repeat|skip|stop|continue) (.+)$/;

/** Does what a line says: hands a decision, or an answer to the task's card, to the session. False: it ends here, to be gone on with later. */
export function followLine(setup: StudySetup, run: StudyRun, line: string): boolean {
  const text = line.trim();
  if (text === 'quit') return false;
  const [, kind, reason] = withReason.exec(text) ?? [];
  if (kind !== undefined) run.decide({ kind, reason } as StudyDecision);
  else if (text.startsWith('note ')) run.decide({ kind: 'note', text: text.slice(5) });
  else followAnswer(setup, run, text);
  return true;
}

function followAnswer({ protocol, questionnaires }: StudySetup, run: StudyRun, text: string): void {
  const step = stepNow(run.session);
  const { stage, session } = run;
  if (step?.node.kind === 'consent' && text === 'yes') {
    for (const point of protocol.consent.points.keys()) run.decide({ kind: 'agree', point, isAgreed: true });
    run.decide({ kind: 'next' });
    return;
  }
  const item = step === null ? null : openItem(questionnaires, session, step);
  if (item !== null) {
    const isNumber = item.kind === 'scale' || item.kind === 'number';
    const number = Number(text.replace(',', '.'));
    // What is no number is refused in the words that were typed.
    const value = text === '-' ? null : isNumber && text !== '' && !Number.isNaN(number) ? number : text;
    run.decide({ kind: 'answer', item: item.id, value, by: 'operator' });
    return;
  }
  if (step?.node.kind === 'task' && session.phase === 'running') stage.act({ kind: 'answer', data: text });
  else run.decide({ kind: 'next' });
}
