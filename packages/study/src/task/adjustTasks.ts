import { clamp } from '@leib/core';
import { isPersonActor } from '@leib/embody';
import type { StageView } from '@leib/stage';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import { shuffled } from '../protocol/order.js';
import { answersIn } from './plainTasks.js';
import { emptyTaskView, type StudyTask, showView, type TaskRef } from './studyTask.js';

export interface BetasState {
  betas: number[];
  /** In which order they are adjusted, and how many have been. */
  readonly order: readonly number[];
  done: number;
  /** Both pads are down: they count once. */
  arePadsDown: boolean;
  isHeld: boolean;
  seconds: number;
}

const LARGEST = 5;
/** Controllers so far apart are the smallest and the largest beta, metres. */
const NEAR = 0.1;
const FAR = 0.9;
const PRESSED = 0.5;
const PAD = 0.9;

/**
 * One pass over all betas in random order: while both triggers are held, the distance of the controllers sets the beta, -5 to +5; both
 * pads together go on to the next (thesis on self-avatars, 5.1). `from` in the settings: the betas to begin with, 0 where absent.
 */
export function createBetasTask({ settings, seed, person }: TaskRef): StudyTask<BetasState> {
  const count = typeof settings.count === 'number' ? settings.count : 10;
  const from = Array.isArray(settings.from) ? settings.from.map(Number) : [];
  return {
    create: () => ({
      betas: Array.from({ length: count }, (_, beta) => from[beta] ?? 0),
      order: shuffled(count, { seed }),
      done: 0,
      arePadsDown: false,
      isHeld: false,
      seconds: 0,
    }),
    step(state, stage, dtSeconds) {
      state.seconds += dtSeconds;
      const hands = handsOf(stage, person);
      const beta = state.order[state.done];
      state.isHeld = hands?.areTriggersHeld ?? false;
      if (hands?.areTriggersHeld) {
        const share = clamp((hands.apart - NEAR) / (FAR - NEAR), 0, 1);
        state.betas[beta] = LARGEST * (2 * share - 1);
      }
      const isClick = (hands?.arePadsDown ?? false) && !state.arePadsDown;
      state.arePadsDown = hands?.arePadsDown ?? false;
      const log = isClick ? [{ log: 'betaSet', data: { beta, value: state.betas[beta] } }] : [];
      if (isClick) state.done++;
      const shown = state.done < count ? state.order[state.done] : null;
      const view = { ...emptyTaskView, betas: [...state.betas], beta: shown, hasLine: state.isHeld, count: state.done };
      return [...log, ...showView(stage, view)];
    },
    card: () => null,
    isOver: ({ done }) => done >= count,
    values: ({ betas, order, seconds }) => ({ betas: [...betas], order: [...order], seconds }),
  };
}

function handsOf({ actors }: StageView, id: string) {
  const actor = actors.get(id);
  if (!isPersonActor(actor)) return null;
  const { devicePoses, leftController: left, rightController: right } = actor.person.devices;
  const place = (point: 'leftHand' | 'rightHand', k: number) => devicePoses[pointNumber[point] * POSE_SIZE + k];
  const [x, y, z] = [0, 1, 2].map((k) => place('leftHand', k) - place('rightHand', k));
  return {
    apart: Math.hypot(x, y, z),
    areTriggersHeld: Math.min(left.trigger, right.trigger) > PRESSED,
    arePadsDown: Math.min(left.thumb, right.thumb) > PAD,
  };
}

interface WordsState {
  ratings: Record<string, number>;
  done: number;
  seconds: number;
}

/** Words that describe bodies, each rated by an answer -2 to 2: how much less or more than the average it is said of the own body. */
export function createWordsTask({ settings, seed }: TaskRef): StudyTask<WordsState> {
  const given = Array.isArray(settings.words) ? settings.words.map(String) : [];
  const words = shuffled(given.length, { seed }).map((number) => given[number]);
  return {
    create: () => ({ ratings: {}, done: 0, seconds: 0 }),
    step(state, stage, dtSeconds) {
      state.seconds += dtSeconds;
      for (const answer of answersIn(stage)) {
        const rating = Number(answer);
        if (state.done >= words.length || !(Math.abs(rating) <= 2)) continue;
        state.ratings[words[state.done]] = rating;
        state.done++;
      }
      return showView(stage, { ...emptyTaskView, count: state.done });
    },
    card: ({ done }) =>
      done < words.length
        ? { title: words[done], text: 'How well does this word describe you?', choices: ['-2', '-1', '0', '1', '2'] }
        : null,
    isOver: ({ done }) => done >= words.length,
    values: ({ ratings, seconds }) => ({ ratings: { ...ratings }, seconds }),
  };
}
