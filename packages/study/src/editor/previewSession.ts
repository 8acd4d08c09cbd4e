import { stepStudy } from '../session/stepStudy.js';
import { createStudySession, type StudySession, type StudySetup } from '../session/studySession.js';
import type { StudyParticipant } from '../studyEvent.js';

/** A session that has come to a step of the plan without the steps before it: nothing of it is kept. */
export function sessionAtStep(setup: StudySetup, participant: StudyParticipant, index: number): StudySession {
  const before = createStudySession(setup, participant);
  const at = Math.max(0, Math.min(before.plan.length - 1, index));
  return stepStudy(setup, { ...before, state: 'before', index: at }, { dtSeconds: 0, decisions: [] }).session;
}
