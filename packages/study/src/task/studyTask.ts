import { type Decoded, decodeValue, type HumanoidBone, humanoidBones, requireDecoded } from '@leib/core';
import { isSimulatedActor, touchesOf } from '@leib/reembody';
import type { Change, Json, JsonObject, Script, ScriptRef, StageView, Thing } from '@leib/stage';
import * as v from 'valibot';
import { taskNames } from '../protocol/protocol.js';

/** A task is a script of a stage that has measured something when it is over. Its state is plain data. */
export interface StudyTask<State> extends Script<State> {
  values(state: State): JsonObject;
}

/** What a task is told: the reference in the stage's document, `{ "kind": "task", ... }`. */
const refSchema = v.object({
  kind: v.literal('task'),
  task: v.picklist(taskNames),
  /** Null: it ends by itself. */
  seconds: v.nullable(v.number()),
  seed: v.number(),
  writingHand: v.picklist(['left', 'right']),
  stature: v.number(),
  /** Whose devices it reads, and whose body touches things. */
  person: v.string(),
  body: v.string(),
  settings: v.custom<JsonObject>((value) => typeof value === 'object' && value !== null),
});
export type TaskRef = v.InferOutput<typeof refSchema>;

/** Throws InputError with the place: the reference stands in a document that anybody may have written. */
export function readTaskRef(ref: ScriptRef): TaskRef {
  return requireDecoded(decodeValue(ref, refSchema) as Decoded<TaskRef>, 'script');
}

export type MarkColour = 'grey' | 'green' | 'red' | 'white';

/** What a room shows of a task, `view.study` of the stage's document: everybody who shares the document sees the same. */
export interface TaskView {
  /** Colours of things by their ids. */
  readonly marks: Readonly<Record<string, MarkColour>>;
  /** Numbers above or next to things, by their ids. */
  readonly numbers: Readonly<Record<string, number>>;
  /** On the mirror: whole seconds that are left, and how often the task was completed. */
  readonly secondsLeft: number | null;
  readonly count: number;
  readonly isPaused: boolean;
  /** Of the body that is adjusted; null where none is. */
  readonly betas: readonly number[] | null;
  /** Which beta is adjusted now; counted from 0. */
  readonly beta: number | null;
  /** A red line between the controllers. */
  readonly hasLine: boolean;
}

export const emptyTaskView: TaskView = {
  marks: {},
  numbers: {},
  secondsLeft: null,
  count: 0,
  isPaused: false,
  betas: null,
  beta: null,
  hasLine: false,
};

/** The view as a change of the document, where it is another one than the document has. */
export function showView({ doc }: StageView, view: TaskView): readonly Change[] {
  const shown = doc.present.view.study;
  if (JSON.stringify(shown) === JSON.stringify(view)) return [];
  return [{ path: ['view', 'study'], value: view as unknown as Json }];
}

/** One part of a body on one thing. */
export interface ThingTouch {
  readonly bone: HumanoidBone;
  readonly thing: string;
}

/** What the body of an actor touches: by contacts where it is simulated, by where its joints are otherwise. */
export function touchedThings({ actors, doc }: StageView, body: string): readonly ThingTouch[] {
  const { things } = doc.present;
  const actor = actors.get(body);
  if (actor === undefined) return [];
  if (isSimulatedActor(actor)) {
    return touchesOf(actor, things).flatMap(({ bone, thing }) => {
      const { id } = things[thing] ?? {};
      return id === undefined ? [] : [{ bone, thing: id }];
    });
  }
  return [...jointsOf(actor.skeleton)].flatMap(([bone, joint]) =>
    things.flatMap((thing) =>
      thing.id !== undefined && isInside(thing, actor.pose.worldPositions, joint * 3)
        ? [{ bone, thing: thing.id }]
        : [],
    ),
  );
}

/** A joint lies inside the skin: so much before its place it touches. */
const SKIN = 0.02;

function isInside({ kind, pose, settings }: Thing, positions: ArrayLike<number>, at: number): boolean {
  const { size } = settings;
  if (kind !== 'box' || !Array.isArray(size)) return false;
  return [0, 1, 2].every((k) => Math.abs(positions[at + k] - pose[k]) <= Number(size[k]) / 2 + SKIN);
}

const limbs = /Hand$|Foot$|Toes$|Thumb|Index|Middle|Ring|Little/;

function* jointsOf({
  jointCount,
  jointToBone,
}: {
  jointCount: number;
  jointToBone: ArrayLike<number>;
}): Generator<[HumanoidBone, number]> {
  for (let joint = 0; joint < jointCount; joint++) {
    const bone = humanoidBones[jointToBone[joint]];
    if (bone !== undefined && limbs.test(bone)) yield [bone, joint];
  }
}
