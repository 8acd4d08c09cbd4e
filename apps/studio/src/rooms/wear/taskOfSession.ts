import type { CalibrationSession } from '@leib/calibration';
import type { WearerTask } from './simulate/performance.js';

const follow: WearerTask = { kind: 'follow' };
const tPose: WearerTask = { kind: 'tPose' };
const move: WearerTask = { kind: 'move' };

/** The task that the guide gives in the present step. */
export function taskOfSession({ step, joints }: CalibrationSession): WearerTask {
  switch (step) {
    case 'putOn':
      return follow;
    case 'tPose':
    case 'roles':
      return tPose;
    case 'joints':
      return { kind: 'turn', role: joints[0] };
    case 'space':
    case 'proportions':
    case 'mirror':
      return move;
  }
}

/** The chapter of a recorded feed that shows a task. */
export function chapterOfTask(task: WearerTask): string {
  return task.kind === 'turn' ? `turn/${task.role}` : task.kind;
}
