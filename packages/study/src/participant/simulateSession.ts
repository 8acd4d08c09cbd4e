import { clamp, InputError, type Skeleton, type StageFrame } from '@leib/core';
import { createPersonKind, type PriorModel } from '@leib/embody';
import { createSimulatedKind, type SimulatedBody, type SimulationPlace } from '@leib/reembody';
import type { ActorKinds, JsonObject, Ref } from '@leib/stage';
import type { TrackedSource } from '@leib/tracking';
import type { StudyShape } from '../bodies/studyShape.js';
import { createStudyRun, type StudyRun } from '../session/studyRun.js';
import { type StudySession, type StudySetup, stepNow } from '../session/studySession.js';
import type { StudyEvent, StudyParticipant, StudySink } from '../studyEvent.js';
import { gaussian } from './gaussian.js';
import { answersOf, defaultOpinion, type ParticipantOpinion } from './opinions.js';
import {
  createSimulatedParticipant,
  type ParticipantSkill,
  type SimulatedParticipant,
  stepSimulatedParticipant,
} from './simulatedParticipant.js';
import { createSimulatedSource } from './simulatedSource.js';

/** Bodies and the engine, opened by whoever runs it: this package loads no file. */
export interface SimulationBodies {
  /** The body that an actor's document says: of a stature, or a StudyShape. The same gives the same objects: what is built of a skin takes long. */
  body(ref: Ref): Pick<SimulatedBody, 'skeleton' | 'skin'>;
  /** What the tape says of the body of these betas, in the answers of `body-measures`; absent: no bodies of a shape are worn. */
  tape?(shape: StudyShape): Readonly<Record<string, number>>;
  readonly prior: PriorModel | null;
  /** simulateInline(mujoco). */
  readonly simulatedAt: SimulationPlace;
  readonly tuned?: JsonObject;
}

export interface SimulateOptions {
  readonly setup: StudySetup;
  readonly participant: StudyParticipant;
  readonly bodies: SimulationBodies;
  readonly sink: StudySink;
  /** Of everything that this participant does by chance. */
  readonly seed: number;
  readonly hz?: number;
  readonly skill?: Partial<ParticipantSkill>;
  readonly opinion?: Partial<ParticipantOpinion>;
  readonly events?: readonly StudyEvent[];
  /** After every frame, null while all is held still; false ends it early, as a killed program would. What it promises is waited for. */
  readonly onFrame?: (run: StudyRun, frame: StageFrame | null) => boolean | Promise<void> | undefined;
}

/** A tracked person and bodies that forces move, without a page. */
export function headlessKinds(
  source: TrackedSource,
  { body, prior, simulatedAt }: SimulationBodies,
  scan: StudyShape | null = null,
): ActorKinds {
  const bodyOf = ({ body: ref }: { readonly body: Ref }) => {
    if (ref.kind !== 'scan') return body(ref);
    if (scan === null) throw new InputError('body', 'expected a scan of the participant, got none');
    return body(scan as unknown as Ref);
  };
  return {
    person: createPersonKind({
      source: () => source,
      body: (doc) => {
        const settings = { fit: { stature: Number(doc.body.stature), size: 'own' as const } };
        return { skeleton: bodyOf(doc).skeleton, prior, settings };
      },
    }),
    simulated: createSimulatedKind({ body: bodyOf, place: () => simulatedAt }),
  };
}

/** The session of one simulated participant, from the consent to the end, as fast as the machine can. */
export async function simulateSession(options: SimulateOptions): Promise<StudySession> {
  const { setup, participant, bodies, sink, seed, hz = 60, events, onFrame = () => true } = options;
  const random = { seed: seed ^ 0x5bd1e995 };
  const chance = Math.round(100 * (1.72 + 0.07 * gaussian(random))) / 100;
  const betas = Array.from({ length: 10 }, () => 1.2 * gaussian(random));
  // In a study of shapes they have the body of their betas; the tape and their scan say so.
  const { kind } = setup.protocol.body.model;
  const isShaped = kind === 'shape' || kind === 'scan';
  const sex = participant.sex === 'average' ? 'neutral' : participant.sex;
  const self: StudyShape | null = isShaped ? { kind: 'shape', sex, betas } : null;
  const tape = (self && bodies.tape?.(self)) ?? null;
  const stature = tape ? Math.round(tape.stature) / 100 : chance;
  const skeleton: Skeleton = bodies.body({ kind: 'default', stature }).skeleton;
  const person = createSimulatedParticipant(skeleton, participant, {
    ...(options.skill && { skill: options.skill }),
    ...{ stature, betas, seed },
  });
  const source = createSimulatedSource(person.motion);
  const run = createStudyRun({
    ...{ setup, participant, sink },
    place: {
      person: { kind: 'person', source: { kind: 'simulated' }, body: { kind: 'default' }, profile: null, settings: {} },
      stature: 1.72,
      ...(bodies.tuned && { tuned: bodies.tuned }),
    },
    kinds: headlessKinds(source, bodies, self),
    ...(events && { events }),
  });
  const opinion = { ...defaultOpinion, ...options.opinion };
  const habit = gaussian(random);
  await run.stage.settled();
  for (let goes = true; goes; ) {
    act(run, setup, { person, opinion, habit, stature, tape });
    stepSimulatedParticipant(person, run.stage, 1 / hz);
    const frame = run.step(1 / hz);
    // They would answer the same again, for ever.
    const wrong = stepNow(run.session)?.node.kind === 'questionnaire' ? run.refused[0] : undefined;
    if (wrong !== undefined) throw new InputError(stepNow(run.session)?.id ?? '', `was answered wrongly: ${wrong}`);
    if (run.session.state === 'ended') break;
    const said = onFrame(run, frame);
    goes = said !== false;
    if (said instanceof Promise) await said;
  }
  await run.saved();
  run.dispose();
  return run.session;
}

interface Mind {
  readonly person: SimulatedParticipant;
  readonly opinion: ParticipantOpinion;
  readonly habit: number;
  readonly stature: number;
  readonly tape: Readonly<Record<string, number>> | null;
}

/** What operator and participant decide: a simulated participant answers at once, and nobody makes them wait. */
function act(run: StudyRun, setup: StudySetup, { person, opinion, habit, stature, tape }: Mind): void {
  const { session, stage } = run;
  const step = stepNow(session);
  if (step === null) return;
  const { node } = step;
  switch (node.kind) {
    case 'consent':
      for (const point of setup.protocol.consent.points.keys()) run.decide({ kind: 'agree', point, isAgreed: true });
      break;
    case 'questionnaire': {
      const questionnaire = setup.questionnaires[node.of];
      // What chance brings follows from the step alone: a session that goes on elsewhere has the same answers.
      const random = { seed: step.seed ^ person.random.seed };
      const answers =
        node.of === 'body-measures' && tape
          ? Object.fromEntries(questionnaire.items.map(({ id, low, high }) => [id, clamp(tape[id], low, high)]))
          : answersOf(questionnaire, step, { opinion, person: habit, random });
      const by = node.asked === 'aloud' ? 'operator' : 'participant';
      for (const [item, value] of Object.entries(answers)) run.decide({ kind: 'answer', item, value, by });
      break;
    }
    case 'task': {
      const card = stage.script?.script.card(stage.script.state);
      if (node.task === 'matchHeight' && card) {
        const shown = Number(stage.doc.present.actors.person?.body.stature);
        const says = Math.abs(shown - stature) < 0.005 ? 'fits' : shown < stature ? 'taller' : 'smaller';
        stage.act({ kind: 'answer', data: says });
      } else if (card) stage.act({ kind: 'answer', data: String(ratingOf(person, card.title)) });
      if (session.phase !== 'waiting') return;
      break;
    }
    default:
      break;
  }
  run.decide({ kind: 'next' });
}

/** How much somebody says a word of themselves: the same answer to the same word. */
function ratingOf({ betas }: SimulatedParticipant, word: string): number {
  const beta = betas[word.length % betas.length];
  return Math.max(-2, Math.min(2, Math.round(beta)));
}
