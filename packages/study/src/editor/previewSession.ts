import { stepStudy } from '../session/stepStudy.js';
import { createStudySession, type StudySession, type StudySetup } from '../session/studySession.js';
import type { StudyParticipant } from '../studyEvent.js';

/** A session that has come to a step of the plan, as if nothing had been answered and measured before it. Nothing of it is kept. */
export function sessionAtStep(setup: StudySetup, participant: StudyParticipant, index: number): StudySession {
  const before = createStudySession(setup, participant);
  const at = Math.max(0, Math.min(before.plan.length - 1, index));
  const done = before.plan
    .slice(0, at)
    .map(({ id: step }) => ({ step, attempt: 0, answers: {}, agreed: {}, measured: null }));
  return stepStudy(setup, { ...before, state: 'before', index: at, done }, { dtSeconds: 0, decisions: [] }).session;
}
