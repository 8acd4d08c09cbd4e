import { type HumanoidBone, jointOfBone } from '@leib/core';
import type { JsonObject, LogEntry, StageView } from '@leib/stage';
import { type BoxScene, footScene, handScene } from './boxScene.js';
import {
  emptyTaskView,
  type MarkColour,
  type StudyTask,
  showView,
  type TaskRef,
  type TaskView,
  type ThingTouch,
  touchedThings,
} from './studyTask.js';

export interface BoxesState {
  secondsLeft: number;
  /** Feet on their way to the white square: no time passes. */
  isPaused: boolean;
  /** From the last box to the first. */
  isReversed: boolean;
  /** Boxes of this completion that have been touched; when all are, the green target is next. */
  touchedCount: number;
  completions: number;
  panels: number;
  /** Since this completion began; time that was paused is not in it. */
  runSeconds: number;
  completionSeconds: number[];
  /** How long each side was touched, and by which parts of the body. */
  sideSeconds: Record<string, number>;
  partSeconds: Record<string, Record<string, number>>;
  sideTouches: number;
  /** Panels that were touched before their turn, or by a limb that is not to touch them. */
  wrongPanels: number;
  /** Things touched in the last frame. */
  touching: string[];
}

/** Reach into boxes, or step into them: the thesis's tasks (7.1.3), which differ in limb, direction and what comes after the target. */
export function createBoxesTask(ref: TaskRef): StudyTask<BoxesState> {
  const isHand = ref.task === 'handInBox';
  const scene = isHand ? handScene(ref.stature) : footScene(ref.stature);
  const rules: Rules = {
    scene,
    ref,
    isHand,
    // Right-handed from right to left, left-handed from left to right.
    isMirrored: isHand && ref.writingHand === 'left',
    limb: isHand ? new RegExp(`^${ref.writingHand}(Hand|Thumb|Index|Middle|Ring|Little)`) : /(Foot|Toes)$/,
  };
  return {
    create: () => ({
      secondsLeft: ref.seconds ?? 60,
      isPaused: !isHand,
      isReversed: false,
      touchedCount: 0,
      completions: 0,
      panels: 0,
      runSeconds: 0,
      completionSeconds: [],
      sideSeconds: {},
      partSeconds: {},
      sideTouches: 0,
      wrongPanels: 0,
      touching: [],
    }),
    step(state, stage, dtSeconds) {
      const log = stepBoxes(rules, state, stage, dtSeconds);
      return [...log, ...showView(stage, viewOf(rules, state))];
    },
    card: () => null,
    isOver: ({ secondsLeft }) => secondsLeft <= 0,
    values: valuesOf,
  };
}

interface Rules {
  readonly scene: BoxScene;
  readonly ref: TaskRef;
  readonly isHand: boolean;
  readonly isMirrored: boolean;
  /** Bones that count for panels and target. */
  readonly limb: RegExp;
}

/** Boxes in the order in which they are to be touched now. */
function orderOf({ scene, isMirrored }: Rules, { isReversed }: BoxesState) {
  return isMirrored !== isReversed ? scene.boxes.toReversed() : scene.boxes;
}

function stepBoxes(rules: Rules, state: BoxesState, stage: StageView, dtSeconds: number): LogEntry[] {
  const { scene, ref } = rules;
  if (state.isPaused) {
    if (scene.start && !isOn(scene.start, stage, ref.body)) return [];
    state.isPaused = false;
    return [{ log: 'started', data: { completion: state.completions } }];
  }
  const seconds = Math.min(dtSeconds, state.secondsLeft);
  state.secondsLeft -= seconds;
  // Sums of steps are not exact.
  if (state.secondsLeft < 1e-9) state.secondsLeft = 0;
  state.runSeconds += seconds;
  const touches = touchedThings(stage, ref.body);
  const before = new Set(state.touching);
  const log = countSides(rules, state, touches, before, seconds);
  log.push(...takePanels(rules, state, touches, before));
  state.touching = [...new Set(touches.map(({ thing }) => thing))];
  return log;
}

function countSides(
  { scene }: Rules,
  state: BoxesState,
  touches: readonly ThingTouch[],
  before: ReadonlySet<string>,
  seconds: number,
): LogEntry[] {
  const log: LogEntry[] = [];
  for (const side of scene.boxes.flatMap(({ sides }) => sides)) {
    const bones = touches.filter(({ thing }) => thing === side).map(({ bone }) => bone);
    if (bones.length === 0) {
      if (before.has(side)) log.push({ log: 'sideLeft', data: { side } });
      continue;
    }
    state.sideSeconds[side] = (state.sideSeconds[side] ?? 0) + seconds;
    const parts = state.partSeconds[side] ?? {};
    state.partSeconds[side] = parts;
    for (const bone of bones) parts[bone] = (parts[bone] ?? 0) + seconds;
    if (before.has(side)) continue;
    state.sideTouches++;
    log.push({ log: 'sideTouched', data: { side, bones } });
  }
  return log;
}

function takePanels(
  rules: Rules,
  state: BoxesState,
  touches: readonly ThingTouch[],
  before: ReadonlySet<string>,
): LogEntry[] {
  const order = orderOf(rules, state);
  const isTouched = (id: string) => touches.some(({ thing, bone }) => thing === id && rules.limb.test(bone));
  const next = order[state.touchedCount];
  if (next === undefined) return isTouched(rules.scene.target) ? [complete(rules, state)] : [];
  const log: LogEntry[] = [];
  for (const { panel } of order.slice(state.touchedCount)) {
    const isNew = touches.some(({ thing }) => thing === panel) && !before.has(panel);
    if (panel !== next.panel ? isNew : isNew && !isTouched(panel)) {
      state.wrongPanels++;
      log.push({ log: 'wrongPanel', data: { panel, expected: next.panel } });
    }
  }
  if (!isTouched(next.panel)) return log;
  state.touchedCount++;
  state.panels++;
  return [...log, { log: 'panelTouched', data: { panel: next.panel, number: state.touchedCount } }];
}

function complete({ isHand }: Rules, state: BoxesState): LogEntry {
  const seconds = state.runSeconds;
  state.completions++;
  state.completionSeconds.push(seconds);
  state.runSeconds = 0;
  state.touchedCount = 0;
  if (isHand) state.isReversed = !state.isReversed;
  else state.isPaused = true;
  return { log: 'completed', data: { completions: state.completions, seconds } };
}

/** Where the hips are decides: feet are lifted, and heads lean. */
function isOn({ x, z, half }: NonNullable<BoxScene['start']>, { actors }: StageView, body: string): boolean {
  const actor = actors.get(body);
  if (actor === undefined) return false;
  const at = jointOfBone(actor.skeleton, 'hips') * 3;
  const { worldPositions } = actor.pose;
  return Math.abs(worldPositions[at] - x) <= half && Math.abs(worldPositions[at + 2] - z) <= half;
}

function viewOf(rules: Rules, state: BoxesState): TaskView {
  const order = orderOf(rules, state);
  const marks: Record<string, MarkColour> = {};
  const numbers: Record<string, number> = {};
  const touching = new Set(state.isPaused ? [] : state.touching);
  for (const [index, { panel, sides }] of order.entries()) {
    marks[panel] = index < state.touchedCount ? 'green' : 'grey';
    numbers[panel] = index + 1;
    for (const side of sides) marks[side] = touching.has(side) ? 'red' : 'white';
  }
  marks[rules.scene.target] = 'green';
  if (rules.scene.start) marks['foot-start'] = 'white';
  const { completions: count, secondsLeft, isPaused } = state;
  return { ...emptyTaskView, marks, numbers, secondsLeft: Math.ceil(secondsLeft), count, isPaused };
}

function valuesOf(state: BoxesState): JsonObject {
  const { completions, panels, completionSeconds, sideSeconds, partSeconds, sideTouches, wrongPanels } = state;
  const byPart: Partial<Record<HumanoidBone, number>> = {};
  for (const parts of Object.values(partSeconds)) {
    for (const [bone, seconds] of Object.entries(parts)) {
      byPart[bone as HumanoidBone] = (byPart[bone as HumanoidBone] ?? 0) + seconds;
    }
  }
  const contactSeconds = Object.values(sideSeconds).reduce((sum, seconds) => sum + seconds, 0);
  return {
    ...{ completions, panels, contactSeconds, sideTouches, wrongPanels },
    completionSeconds: [...completionSeconds],
    sideSeconds: { ...sideSeconds },
    partSeconds: byPart,
    sidePartSeconds: structuredClone(partSeconds),
  };
}
