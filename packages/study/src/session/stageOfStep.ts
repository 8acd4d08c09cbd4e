import type { ActorDoc, JsonObject, Ref, StageDoc, Thing } from '@leib/stage';
import { shapeOfStep } from '../bodies/studyShape.js';
import type { PlanStep } from '../protocol/plan.js';
import type { TaskName } from '../protocol/protocol.js';
import { floorThing, footScene, handScene } from '../task/boxScene.js';
import { emptyTaskView, type TaskRef } from '../task/studyTask.js';
import type { StudySession } from './studySession.js';

/** Ids of the actors of a study's stage, where a place has no others. */
export const PERSON = 'person';
export const BODY = 'body';

/** What only the place knows where a study runs. */
export interface StudyPlace {
  /** The tracked person: kind, source, settings. */
  readonly person: ActorDoc;
  /** What person and simulated body are called on the stage; PERSON and BODY where absent. */
  readonly ids?: { readonly person: string; readonly body: string };
  /** Of the participant where nobody has measured it, metres. */
  readonly stature: number;
  /** Where bodies are simulated; `{ kind: 'inline' }` and so on. */
  readonly simulatedAt?: JsonObject;
  /** Joints with the gains that tuning found: settings of a simulated body. */
  readonly tuned?: JsonObject;
}

/** The stage of the step under way: who is there, which things, which task is at work. Between tasks the last scene stays. */
export function stageOfStep(session: StudySession, place: StudyPlace): StageDoc {
  const { state, plan, index } = session;
  const step = state === 'inStep' ? plan[index] : plan[Math.min(index, plan.length - 1)];
  const stature = statureOf(session) ?? place.stature;
  const isRunning = state === 'inStep' && session.phase === 'running' && step.node.kind === 'task';
  const ids = idsOf(place);
  const isWorn = isBodyWorn(session);
  const isSimulated = isWorn && step.body.kind === 'simulated';
  const shape = shapeOfStep(step, session) as Ref | null;
  const body: Ref = { stature, ...(shape ?? step.body.model) };
  const person = shape ? { ...place.person, body } : withStature(place.person, stature);
  const actors: Record<string, ActorDoc> = { [ids.person]: person };
  if (isSimulated) actors[ids.body] = simulatedBody(step, place, body);
  return {
    format: 'leib-stage/1',
    actors,
    things: [floorThing, ...thingsOf(sceneTask(session), stature)],
    ground: { height: 0 },
    view: {
      study: { ...emptyTaskView } as unknown as JsonObject,
      local: isSimulated ? step.body.local : isWorn ? 'shown' : 'transparent',
    },
    script: isRunning ? scriptOf(step, session, stature, ids) : null,
    sinks: [],
  };
}

export const idsOf = ({ ids }: StudyPlace) => ids ?? { person: PERSON, body: BODY };

/** What a task is told: see readTaskRef(). */
function scriptOf(
  step: PlanStep,
  session: StudySession,
  stature: number,
  ids: NonNullable<StudyPlace['ids']>,
): TaskRef & JsonObject {
  const { node, settings, seed, body } = step;
  if (node.kind !== 'task') throw new Error('expected a task');
  const { task, seconds } = node;
  const told = settings.startsFrom === 'kept' ? { ...settings, from: keptBetas(session) } : settings;
  const isSimulated = body.kind === 'simulated' && isBodyWorn(session);
  return {
    kind: 'task',
    ...{ task, seconds, seed, stature },
    writingHand: session.participant.writingHand,
    person: ids.person,
    body: isSimulated ? ids.body : ids.person,
    settings: told,
    // Another attempt is another script: what it had done is not carried over.
    attempt: session.attempt,
    step: step.id,
  };
}

function simulatedBody({ body }: PlanStep, place: StudyPlace, worn: ActorDoc['body']): ActorDoc {
  const { simulatedAt, tuned } = place;
  const gains = body.gains === 'tuned' ? tuned : {};
  return {
    kind: 'simulated',
    source: { kind: 'pose', of: idsOf(place).person },
    body: worn,
    profile: null,
    settings: {
      place: simulatedAt ?? { kind: 'inline' },
      latencyMs: body.latencyMs,
      delaysHips: body.delaysHips,
      contacts: true,
      body: { ...gains, ...body.settings },
    },
  };
}

const withStature = (person: ActorDoc, stature: number): ActorDoc => ({
  ...person,
  body: { ...person.body, stature },
});

/** Where the study has one, the T-pose is what puts the body on. */
function isBodyWorn({ plan, done }: StudySession): boolean {
  const tPoses = plan.filter(({ node }) => node.kind === 'task' && node.task === 'tPose').map(({ id }) => id);
  return tPoses.length === 0 || done.some(({ step }) => tPoses.includes(step));
}

/** As the participant's height was matched; null where it was not. */
function statureOf({ done }: StudySession): number | null {
  const stature = done.findLast(({ measured }) => measured?.stature !== undefined)?.measured?.stature;
  return typeof stature === 'number' ? stature : null;
}

function keptBetas({ done }: StudySession): number[] {
  const betas = done.findLast(({ measured }) => Array.isArray(measured?.betas))?.measured?.betas;
  return Array.isArray(betas) ? betas.map(Number) : [];
}

/** The task whose scene is there: the one under way, or the last one before. */
function sceneTask({ plan, index }: StudySession): TaskName | null {
  const tasks = plan.slice(0, index + 1).flatMap(({ node }) => (node.kind === 'task' ? [node.task] : []));
  return tasks.at(-1) ?? null;
}

/** Exploring, both scenes are there; the boxes for feet stand aside. */
function thingsOf(task: TaskName | null, stature: number): readonly Thing[] {
  if (task === 'handInBox') return handScene(stature).things;
  if (task === 'footInBox') return footScene(stature).things;
  if (task !== 'explore') return [];
  const aside = footScene(stature).things.map(
    ({ pose: [x, ...rest], ...thing }) => ({ ...thing, pose: [x - 1.5, ...rest] }) as Thing,
  );
  return [...handScene(stature).things, ...aside];
}
