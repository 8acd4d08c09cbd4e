import { frameSeconds, type Pose, stepPoseFade, vec3 } from '@leib/core';
import { buildReaderParams, type DeviceFrame, type JointFrame, readJoints } from '@leib/tracking';
import { flatGround } from '../ground/ground.js';
import { keepFeetOnGround } from '../legs/keepFeetOnGround.js';
import { applyTargetOffset } from '../player/applyTargetOffset.js';
import { stepPlayer } from '../player/stepPlayer.js';
import { judgedSeconds } from '../stepEmbody.js';
import { stepAdapting } from './adaptLengths.js';
import { stepPersonLengths } from './personLengths.js';
import { stepPersonSolver, stretchSolver } from './personSolver.js';
import type { BetweenSteps, PersonState } from './personState.js';

/** One frame of a person: what the source measures becomes the pose of the whole body. */
export function stepPerson(person: PersonState, dtSeconds: number, between?: BetweenSteps): Pose {
  const { source, devices } = person;
  const clockSeconds = frameSeconds(dtSeconds);
  source?.step(clockSeconds, devices);
  between?.devices?.(devices, clockSeconds);
  return followDevices(person, devices, dtSeconds, between);
}

/** Devices -> pose. Of a time that is wrong only the judge hears: all others take the time that the frame took. */
export function followDevices(
  person: PersonState,
  devices: DeviceFrame,
  dtSeconds: number,
  between?: BetweenSteps,
): Pose {
  const { reader, source, ownOffsets, lengths, avatar } = person;
  stepPersonLengths(lengths, avatar, frameSeconds(dtSeconds));
  takeSkeleton(person);
  const joints = readJoints(reader, devices, source?.offsets ?? ownOffsets, dtSeconds);
  const seconds = judgedSeconds(joints, dtSeconds);
  adaptLengths(person, seconds);
  between?.joints?.(joints, seconds);
  const pose = followJoints(person, joints, seconds);
  person.show?.(pose, seconds);
  return pose;
}

/**
 * Joints -> pose: carried, solved, faded over where the solver has changed, and put onto the ground. In the tracked person's own
 * body nothing has to give way to the ground: head and hands are where they are tracked.
 */
export function followJoints(person: PersonState, joints: JointFrame, dtSeconds: number): Pose {
  takeSkeleton(person);
  travel(person, joints, dtSeconds);
  const { skeleton, solver, fade, feet, pose, settings } = person;
  stepPersonSolver(solver, joints, dtSeconds);
  stepPoseFade(skeleton, fade, solver.pose, dtSeconds);
  if (settings.fit !== null) keepFeetOnGround(feet, person, joints, dtSeconds);
  return pose;
}

/** The avatar may have got other lengths. */
function takeSkeleton(person: PersonState): void {
  const { avatar, reader, solver, settings } = person;
  if (avatar.skeleton === person.skeleton) return;
  person.skeleton = avatar.skeleton;
  reader.params = buildReaderParams(avatar.skeleton, settings.reader);
  stretchSolver(solver, avatar.skeleton);
}

/** A recording teaches nothing about who watches it. */
function adaptLengths(person: PersonState, dtSeconds: number): void {
  const { adapting, source, reader } = person;
  if (adapting === null || (source?.timeline ?? null) !== null) return;
  if (stepAdapting(adapting, reader.tracked, 1 / reader.placement.scale, dtSeconds))
    person.foundLengths = adapting.told;
}

const flat = flatGround();

/** Stick, teleports and the person's own steps carry the tracked space: writes the joints in place. */
function travel(person: PersonState, joints: JointFrame, dtSeconds: number): void {
  const { player, solver, ground, settings } = person;
  if (settings.player === null) return;
  const gait = solver.embody?.state.gait ?? null;
  if (isCarried(person, joints)) {
    const isGrounded = gait?.isPlaced === true && solver.embody?.model.settings.gait.grounding === true;
    player.feetY = isGrounded && settings.climbs !== false ? gait.feedback.groundY : null;
    stepPlayer(settings.player, player, joints, settings.climbs === false ? flat : ground, dtSeconds);
    player.bob = gait?.feedback.bob ?? 0;
  }
  // Also where the stick no longer carries: who is sent home in the middle of a push stands.
  if (gait) vec3.copy(gait.stickVelocityWorld, player.stickVelocityWorld);
  applyTargetOffset(player, joints, joints);
}

/** Where there is nothing to climb, people walk where their source has them until a stick or a teleport takes them. */
function isCarried(
  { player, settings }: PersonState,
  { leftController: left, rightController: right }: JointFrame,
): boolean {
  const { offsetWorld, offsetYaw } = player;
  if (settings.climbs === true || offsetYaw !== 0 || vec3.squaredLength(offsetWorld) > 0) return true;
  return left.stickX !== 0 || left.stickY !== 0 || right.stickX !== 0;
}
