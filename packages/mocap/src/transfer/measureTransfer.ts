import { createPose, createVec3, footSlide, type Motion, type Pose, vec3 } from '@leib/core';
import { jointsFromMotion } from '@leib/formats';
import { createCapsulePlace, findCapsulePlace, readMotionFrame } from './bodyCapsules.js';
import { readPalm, stepHandContacts } from './handContacts.js';
import { createTransferState, type TransferModel, type TransferState } from './transferModel.js';

/** How far from what it touches a hand of the agent is, over the frames in which the actor's touches it. */
export interface ContactDistance {
  /** Hands and frames in which the actor touches. */
  readonly count: number;
  /** Mean and largest distance, metres; NaN without a contact. */
  readonly mean: number;
  readonly max: number;
}

/** What a transfer keeps. */
export interface TransferFigures {
  /** Mean speed of the agent's heels and toes along the floor while the actor's are planted, metres per second. */
  readonly footSlide: number;
  /** The actor's own. */
  readonly actorFootSlide: number;
  /** The palms and each other, the floor, and the nearest part of the body. */
  readonly palms: ContactDistance;
  readonly floor: ContactDistance;
  readonly body: ContactDistance;
}

/**
 * Compares a transferred motion with the actor's. The distance of a contact is how much nearer or farther the agent's
 * palm is than the actor's, at the agent's size: 0 where a hand that lies on the thigh lies on the thigh.
 */
export function measureTransfer(model: TransferModel, motion: Motion, agentMotion: Motion): TransferFigures {
  const agentPose = createPose(model.to);
  const pose = createPose(model.from);
  const contacts = createTransferState(model);
  const found = { palms: createSum(), floor: createSum(), body: createSum() };
  for (let frame = 0; frame < motion.frameCount; frame++) {
    readMotionFrame(motion, frame, pose);
    readMotionFrame(agentMotion, frame, agentPose);
    stepHandContacts(model, contacts, pose, 1 / motion.hz);
    contacts.isStarted = true;
    measureHands(model, contacts, agentPose, found);
  }
  const truth = jointsFromMotion(motion);
  return {
    footSlide: footSlide(truth, jointsFromMotion(agentMotion)),
    actorFootSlide: footSlide(truth, truth),
    palms: distanceOf(found.palms),
    floor: distanceOf(found.floor),
    body: distanceOf(found.body),
  };
}

/** Weight from which on the actor counts as touching. */
const touching = 0.99;

interface DistanceSum {
  count: number;
  sum: number;
  max: number;
}

function createSum(): DistanceSum {
  return { count: 0, sum: 0, max: 0 };
}

function add(to: DistanceSum, distance: number): void {
  to.count++;
  to.sum += Math.abs(distance);
  to.max = Math.max(to.max, Math.abs(distance));
}

function distanceOf({ count, sum, max }: DistanceSum): ContactDistance {
  return { count, mean: sum / count, max: count > 0 ? max : Number.NaN };
}

/** `contacts` holds what the actor's hands touch in this frame. */
function measureHands(
  { arms, capsules, girthRatio, floorY }: TransferModel,
  contacts: TransferState,
  agentPose: Pose,
  found: { readonly palms: DistanceSum; readonly floor: DistanceSum; readonly body: DistanceSum },
): void {
  const place = createCapsulePlace();
  const palms = arms.map(({ to }, i) => {
    const { places, weights, floorWeight, floorHeight } = contacts.hands[i];
    const palm = createVec3();
    readPalm(palm, agentPose, to);
    if (floorWeight >= touching) add(found.floor, palm[1] - floorY - floorHeight);
    let nearest = -1;
    for (let c = 0; c < capsules.length; c++) {
      if (weights[c] >= touching && (nearest < 0 || places[c].gap < places[nearest].gap)) nearest = c;
    }
    if (nearest >= 0) {
      findCapsulePlace(capsules[nearest].to, agentPose, palm, place);
      add(found.body, place.gap - places[nearest].gap * girthRatio);
    }
    return palm;
  });
  if (contacts.palmsWeight < touching) return;
  add(found.palms, vec3.distance(palms[0], palms[1]) - vec3.length(contacts.palmsOffset));
}
