import { jointOfBone } from '@leib/core';
import { isPersonActor } from '@leib/embody';
import type { Act, JsonObject, StageView } from '@leib/stage';
import { emptyTaskView, type StudyTask, showView, type TaskRef } from './studyTask.js';

interface TimeState {
  seconds: number;
}

/** Nothing is asked but to be there: exploring, a look into the mirror, a look at a body. Time is shown. */
export function createTimeTask({ task, seconds: whole, settings }: TaskRef): StudyTask<TimeState> {
  const most = whole ?? 0;
  return {
    create: () => ({ seconds: 0 }),
    step(state, stage, dtSeconds) {
      state.seconds = Math.min(most, state.seconds + dtSeconds);
      return showView(stage, { ...emptyTaskView, secondsLeft: Math.ceil(most - state.seconds - 1e-9) });
    },
    card: () => null,
    isOver: ({ seconds }) => seconds >= most - 1e-9,
    values: ({ seconds }): JsonObject => ({
      seconds,
      ...(task === 'lookAtBody' && { shows: settings.shows ?? 'own' }),
    }),
  };
}

interface HeightState {
  stature: number;
  fits: boolean;
}

/** How much one answer changes, metres. */
const HEIGHT_STEP = 0.01;

/** The participant says whether the body-to-be is taller or smaller than they are; the operator answers until it fits. */
export function createHeightTask({ stature, body, person }: TaskRef): StudyTask<HeightState> {
  return {
    create: () => ({ stature, fits: false }),
    step(state, stage) {
      const changes = answersIn(stage).flatMap((answer) => {
        if (answer === 'fits') state.fits = true;
        const direction = answer === 'taller' ? 1 : answer === 'smaller' ? -1 : 0;
        if (direction === 0) return [];
        // Steps of a centimetre are to stay centimetres.
        state.stature = Math.round((state.stature + direction * HEIGHT_STEP) * 1000) / 1000;
        return [person, body]
          .filter((id) => stage.doc.present.actors[id] !== undefined)
          .map((id) => ({ path: ['actors', id, 'body', 'stature'], value: state.stature }));
      });
      return [...changes, ...showView(stage, emptyTaskView)];
    },
    card: () => ({
      title: 'Height',
      text: 'Is the participant taller or smaller than the body?',
      choices: ['taller', 'smaller', 'fits'],
    }),
    isOver: ({ fits }) => fits,
    values: (state) => ({ stature: state.stature }),
  };
}

interface TPoseState {
  seconds: number;
  isDone: boolean;
}

/** Both grips beyond this are pressed. */
const PRESSED = 0.8;
/** Arms are out where each hand is so far from the head to its side, and no further above or below the shoulder, shares of the stature. */
const OUT = 0.3;
const LEVEL = 0.13;
const SHOULDER = 0.82;

/** Stand in the body, arms out, and press both grips: then it is worn. */
export function createTPoseTask({ person, stature }: TaskRef): StudyTask<TPoseState> {
  return {
    create: () => ({ seconds: 0, isDone: false }),
    step(state, stage, dtSeconds) {
      state.seconds += dtSeconds;
      state.isDone ||= isInTPose(stage, person, stature);
      const log = state.isDone ? [{ log: 'bodyAppears', data: { seconds: state.seconds } }] : [];
      return [...log, ...showView(stage, emptyTaskView)];
    },
    card: () => null,
    isOver: ({ isDone }) => isDone,
    values: ({ seconds }) => ({ seconds }),
  };
}

function isInTPose({ actors }: StageView, id: string, stature: number): boolean {
  const actor = actors.get(id);
  if (!isPersonActor(actor)) return false;
  const { leftController, rightController } = actor.person.devices;
  if (Math.min(leftController.grip, rightController.grip) < PRESSED) return false;
  const place = (bone: 'leftHand' | 'rightHand' | 'head') => {
    const at = jointOfBone(actor.skeleton, bone) * 3;
    return actor.pose.worldPositions.subarray(at, at + 3);
  };
  const [head, left, right] = [place('head'), place('leftHand'), place('rightHand')];
  const apart = Math.hypot(left[0] - right[0], left[2] - right[2]);
  const isLevel = [left, right].every((hand) => Math.abs(hand[1] - SHOULDER * stature) < LEVEL * stature);
  return isLevel && apart > 2 * OUT * stature && Math.hypot(head[0] - (left[0] + right[0]) / 2) < OUT * stature;
}

/** Texts of the acts `answer` since the last frame. */
export function answersIn({ events }: StageView): string[] {
  return events.flatMap(({ kind, data }) => {
    const act = data as Act | null;
    return kind === 'act' && act?.kind === 'answer' && typeof act.data === 'string' ? [act.data] : [];
  });
}
