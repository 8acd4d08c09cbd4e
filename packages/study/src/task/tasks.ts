import type { ScriptKinds } from '@leib/stage';
import type { TaskName } from '../protocol/protocol.js';
import { createBetasTask, createWordsTask } from './adjustTasks.js';
import { createBoxesTask } from './boxesTask.js';
import { createHeightTask, createTimeTask, createTPoseTask } from './plainTasks.js';
import { readTaskRef, type StudyTask, type TaskRef } from './studyTask.js';

const tasks: Readonly<Record<TaskName, (ref: TaskRef) => StudyTask<unknown>>> = {
  handInBox: createBoxesTask,
  footInBox: createBoxesTask,
  explore: createTimeTask,
  mirror: createTimeTask,
  lookAtBody: createTimeTask,
  matchHeight: createHeightTask,
  tPose: createTPoseTask,
  adjustBetas: createBetasTask,
  adjustWords: createWordsTask,
};

/** Throws InputError where the reference is wrong. */
export function createTask(ref: TaskRef): StudyTask<unknown> {
  return tasks[ref.task](ref);
}

/** Scripts of a stage on which studies run. */
export const studyScripts: ScriptKinds = { task: (ref) => createTask(readTaskRef(ref)) };
