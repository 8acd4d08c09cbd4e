import { type HumanoidBone, jointOfBone } from '@leib/core';
import type { AgentAngles } from '@leib/core/pack';
import type { Actor } from '../actor/actor.js';
import type { MeasuredJoints } from '../actor/measuredJoints.js';
import type { BodyConditioner } from '../bodies/bodyConditioner.js';
import type { LinkPose } from '../dh/aimLinks.js';
import { frameAt } from '../dh/dhSkeleton.js';
import type { MocapOffsets } from '../offsets/offsets.js';
import { buildRefineModel, createRefineState, type RefineModel, type RefineState } from './refineModel.js';
import { type PlaceGuess, stepRefine } from './stepRefine.js';

/** A joint that the refinement takes from the closed form where no body tells it. */
interface JointGuess extends PlaceGuess {
  readonly bone: HumanoidBone;
  /** Whether a body sits there as long as it is seen. */
  readonly hasBody: boolean;
}

/** The refinement of one actor while it runs. */
export interface ActorRefinement {
  /** Of the actor's present skeleton. */
  model: RefineModel;
  state: RefineState;
  /** Hips, which no body sits on; elbows and knees while theirs is lost. */
  readonly guesses: readonly JointGuess[];
}

/** Standard deviations of the closed form's hips, and of its elbows and knees while their bodies are lost; metres. */
const HIPS_SIGMA = 0.03;
const LOST_SIGMA = 0.05;

const guessedBones: readonly HumanoidBone[] = [
  'leftUpperLeg',
  'rightUpperLeg',
  'leftLowerArm',
  'rightLowerArm',
  'leftLowerLeg',
  'rightLowerLeg',
];

export function createActorRefinement({ binding }: Pick<Actor, 'binding'>, offsets: MocapOffsets): ActorRefinement {
  const model = buildRefineModel(binding, offsets);
  const guesses = guessedBones
    .map((bone) => ({ bone, joint: jointOfBone(binding.skeleton, bone) }))
    .filter(({ joint }) => joint >= 0)
    .map(({ bone, joint }) => ({
      bone,
      joint,
      hasBody: !/UpperLeg/.test(bone),
      world: new Float64Array(3),
      weight: 0,
    }));
  return { model, state: createRefineState(model), guesses };
}

/** The same movement on a skeleton of other lengths. */
export function changeActor(refinement: ActorRefinement, actor: Actor, offsets: MocapOffsets): void {
  const { state: former } = refinement;
  refinement.model = buildRefineModel(actor.binding, offsets);
  refinement.state = createRefineState(refinement.model);
  const { state } = refinement;
  state.isStarted = former.isStarted;
  state.angles.rootPosition.set(former.angles.rootPosition);
  state.angles.angles.set(former.angles.angles);
  state.rollOffsets.set(former.rollOffsets);
  state.rollSeconds.set(former.rollSeconds);
}

/** What the closed form has found in this frame. */
export interface ClosedForm {
  readonly angles: AgentAngles;
  readonly links: LinkPose;
  readonly measured: MeasuredJoints;
}

/** `closedForm`: null where it could not place the trunk. */
export function stepActorRefinement(
  { model, state, guesses }: ActorRefinement,
  { frame, confidence }: BodyConditioner,
  closedForm: ClosedForm | null,
  dtSeconds: number,
): void {
  if (closedForm !== null) for (const guess of guesses) updateGuess(guess, closedForm);
  const beside = closedForm === null ? {} : { guesses, closedForm: closedForm.angles };
  stepRefine(model, state, { frame, confidence, ...beside }, dtSeconds);
}

function updateGuess(guess: JointGuess, { links: { links, now }, measured }: ClosedForm): void {
  const doubt = guess.hasBody ? 1 - measured.confidence[guess.joint] : 1;
  guess.weight = doubt / (guess.hasBody ? LOST_SIGMA : HIPS_SIGMA) ** 2;
  if (doubt === 0) return;
  let link = 0;
  while (link < links.length && links[link].joint !== guess.bone) link++;
  if (link === links.length) guess.weight = 0;
  else for (let k = 0, at = frameAt(now, link) + 9; k < 3; k++) guess.world[k] = now.frames[at + k];
}
