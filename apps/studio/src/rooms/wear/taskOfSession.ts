import type { CalibrationSession, TrackerRole } from '@leib/calibration';
import type { WearerTask } from './simulate/performance.js';

const follow: WearerTask = { kind: 'follow' };
const tPose: WearerTask = { kind: 'tPose' };
const move: WearerTask = { kind: 'move' };
const turns = new Map<TrackerRole, WearerTask>();

/** What the guide asks for now, of somebody who does what they are told. */
export function taskOfSession({ step, joints }: CalibrationSession): WearerTask {
  switch (step) {
    case 'putOn':
      return follow;
    case 'tPose':
    case 'roles':
      return tPose;
    case 'joints':
      return turnOf(joints[0]);
    case 'space':
    case 'proportions':
    case 'mirror':
      return move;
  }
}

function turnOf(role: TrackerRole): WearerTask {
  let task = turns.get(role);
  if (task === undefined) {
    task = { kind: 'turn', role };
    turns.set(role, task);
  }
  return task;
}

/** The chapter of a recorded feed that shows the same. Names are made once: this is asked in every frame. */
export function chapterOfTask(task: WearerTask): string {
  if (task.kind !== 'turn') return task.kind;
  let name = chapters.get(task.role);
  if (name === undefined) {
    name = `turn/${task.role}`;
    chapters.set(task.role, name);
  }
  return name;
}

const chapters = new Map<TrackerRole, string>();
