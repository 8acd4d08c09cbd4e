import {
  type StudyDecision,
  type StudySetup,
  stageOfStep,
  stepNow,
  stepStudy,
  type TaskNode,
  type TaskView,
} from '@leib/study';
import { type StepPath, sessionAtStep } from '@leib/study/editor';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.js';
import { Segments, Select } from '../../../ui/Select.js';
import { headsetActions, headsetCard } from '../panel/headsetStep.js';
import { StepCard } from '../panel/StepCard.js';
import type { StudyOrder } from '../station/orders.js';
import { type ShownNow, type ShownStep, shownStep } from '../station/shownStudy.js';
import { BoxesPicture } from './BoxesPicture.js';
import { pathOfNode, stepsOfPath } from './planOfPath.js';

interface PreviewProps {
  readonly setup: StudySetup;
  readonly selected: StepPath;
  readonly onSelect: (path: StepPath) => void;
}

/** The chosen step as participants see it. What is answered here is kept nowhere. */
export function Preview({ setup, selected, onSelect }: PreviewProps) {
  const { languages } = setup.protocol;
  const [wanted, setLanguage] = useState(languages[0]);
  const [place, setPlace] = useState('');
  const language = languages.includes(wanted) ? wanted : languages[0];
  const steps = useMemo(() => stepsOfPath(setup.protocol, selected), [setup, selected]);
  const step = steps.find(({ id }) => id === place) ?? steps[0];
  return (
    <div className="study-preview">
      <div className="study-view-tools">
        {languages.length > 1 && (
          <Segments
            aria-label="Language of the preview"
            value={language}
            options={languages.map((code) => ({ value: code, label: code }))}
            onChange={setLanguage}
          />
        )}
        {steps.length > 1 && (
          <Select
            aria-label="In which condition"
            title="The step as it is in each condition, for the first participant"
            value={step?.id ?? ''}
            options={steps.map(({ id, conditions }) => ({
              value: id,
              label:
                conditions.map(({ condition, repetition }) => condition || `time ${repetition + 1}`).join(', ') || id,
            }))}
            onChange={setPlace}
          />
        )}
      </div>
      {step ? (
        <Played
          key={`${step.id} ${language}`}
          {...{ setup, language }}
          index={step.index}
          onStep={(node) => onSelect(pathOfNode(setup.protocol, node) ?? selected)}
        />
      ) : (
        <p className="hint">Choose a step in the form.</p>
      )}
    </div>
  );
}

interface PlayedProps {
  readonly setup: StudySetup;
  readonly language: string;
  readonly index: number;
  readonly onStep: (node: object) => void;
}

const place = {
  person: { kind: 'person', source: { kind: 'none' }, body: { kind: 'default' }, profile: null, settings: {} },
  stature: 1.72,
} as const;

/** The step with a session of its own, which goes on with what is clicked. */
function Played({ setup, language, index, onStep }: PlayedProps) {
  const participant = { id: 'preview', number: 0, language, sex: 'average', writingHand: 'right' } as const;
  const [session, setSession] = useState(() => sessionAtStep(setup, participant, index));
  const [refused, setRefused] = useState('');
  const [question, setQuestion] = useState(0);
  const now = stepNow(session);
  const doc = useMemo(() => stageOfStep(session, place), [session]);
  if (now === null) return <p className="hint">The study ends here.</p>;
  const { node, body } = now;
  const step = shownStep(setup, session, null);
  const follow = (order: StudyOrder) => {
    // What is about the body or the session as a whole is not of one step.
    const { kind } = order;
    if (kind === 'stop' || kind === 'choose' || kind === 'stature' || kind === 'headOffset') return;
    // A preview skips tasks and pauses.
    const decision: StudyDecision =
      kind === 'next' && node.kind === 'task' ? { kind: 'skip', reason: 'preview' } : order;
    const dtSeconds = node.kind === 'pause' ? node.seconds : 0;
    const stepped = stepStudy(setup, session, { dtSeconds, decisions: [decision] });
    setRefused(stepped.refused.map(({ reason }) => reason).join('; '));
    setSession(stepped.session);
    const next = stepNow(stepped.session);
    if (next && next.id !== now.id) onStep(next.node);
  };
  const secondsLeft = node.kind === 'pause' ? 0 : null;
  const shown = { ...quiet, secondsLeft, refused, view: doc.view.study as unknown as TaskView };
  const isInHeadset = (node.kind === 'text' && node.where === 'vr') || step.asked === 'pointer';
  return (
    <>
      {isInHeadset ? (
        <HeadsetCard {...{ step, question, setQuestion, follow }} now={shown} />
      ) : (
        <div className="study-shown">
          <StepCard step={step} now={shown} follow={follow} isOperator={step.asked === 'aloud'} />
        </div>
      )}
      {node.kind === 'task' && <BoxesPicture things={doc.things} />}
      <p className="hint">
        {isInHeadset ? 'In the headset. ' : step.asked === 'aloud' ? 'Asked aloud: the operator sees this. ' : ''}
        {node.kind === 'task' && lastsWords(node)}
        {`Body: ${body.kind}, ${body.latencyMs} ms late; local avatar ${String(doc.view.local)}.`}
      </p>
    </>
  );
}

function lastsWords({ seconds, prepareSeconds, freezeSeconds, waits }: TaskNode): string {
  const parts = [
    waits ? 'somebody starts it' : 'it begins at once',
    ...(prepareSeconds > 0 ? [`a countdown of ${prepareSeconds} s`] : []),
    seconds === null ? 'it ends by itself' : `${seconds} s`,
    ...(freezeSeconds > 0 ? [`held still for ${freezeSeconds} s`] : []),
  ];
  return `In turn: ${parts.join(', ')}. `;
}

const quiet: Omit<ShownNow, 'refused' | 'secondsLeft' | 'view'> = {
  ...{ state: 'inStep', phase: 'waiting', seconds: 0, completed: 0, lateMs: null, stopReason: '' },
  ...{ notes: 0, kept: '', isKept: true, instruments: '', trackers: [], batteries: '' },
  ...{ stature: place.stature, headOffset: [0, 0] },
};

interface HeadsetCardProps {
  readonly step: ShownStep;
  readonly now: ShownNow;
  readonly question: number;
  readonly setQuestion: (question: number) => void;
  readonly follow: (order: StudyOrder) => void;
}

/** The panel that stands before who wears a headset. */
function HeadsetCard({ step, now, question, setQuestion, follow }: HeadsetCardProps) {
  const { title, text, warning } = headsetCard(step, now, question);
  const host = {
    get question() {
      return question;
    },
    set question(next: number) {
      setQuestion(next);
    },
    follow,
  };
  const actions = headsetActions({ step, now }, host, false);
  return (
    <section className="study-headset" aria-label="In the headset" lang={step.language}>
      <h3>{title}</h3>
      <p>{text}</p>
      {warning && <p className="refusal">{warning}</p>}
      <div className="study-headset-buttons">
        {actions.map(({ id, label, isOn, run }) => (
          <Button key={id} className="small" title={label} aria-pressed={isOn} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
