import type { RemoteBody } from '../body/remoteBody.js';
import { DELAY_COUNT } from '../control/latencyLine.js';

/** Most bodies of one session. */
export const MAX_SESSION_BODIES = 8;
/** Contacts that a frame has room for; further ones are only counted. */
export const MAX_CONTACTS = 48;
/** Numbers of one contact of a body; contactAt says which. */
export const CONTACT_SIZE = 12;
/** Where a contact's numbers stand in it. */
export const contactAt = {
  point: 0,
  /** Towards the body. */
  normal: 3,
  /** N. */
  force: 6,
  /** Metres. */
  depth: 7,
  /** Which body touches with which of its parts, by numbers. */
  body: 8,
  part: 9,
  /** What it touches: another body by number and its part, or -1 and the number of a thing; -1 and -1: something else, a robot. */
  otherBody: 10,
  other: 11,
} as const;
/** Numbers of one object: position 3, rotation 4, opening. */
export const OBJECT_SIZE = 8;

/**
 * Input of one body: index of each number in the body's block. Blocks follow each other in the bodies' order; the first
 * begins at 0, so that with one body these are the indices in the frame.
 */
export const inputAt = {
  /** First block only: time that passes for the whole world. */
  dtSeconds: 0,
  /** Delay of all groups without a delay in the settings, seconds. */
  latencySeconds: 1,
  /** 1: the hips are delayed too. */
  delaysHips: 2,
  /** 0 open to 1 closed. */
  leftGrip: 3,
  rightGrip: 4,
  /** What this body's person pushes: PUSH_NOTHING, PUSH_OBJECT or PUSH_BODY + a body's number; then the object or part. */
  pushKind: 5,
  pushNumber: 6,
  /** Point and force, world space, metres and newtons. */
  pushPoint: 7,
  pushForce: 10,
  /** 1 in any block: contacts are written. */
  wantsContacts: 13,
  /** 1: what its own legs carry, the body and the robot that follows it, is put on its feet, in its target and at rest. */
  standsUp: 14,
  /** The pose that the body is to follow: place of its root, and local rotations, joints x 4. */
  targetRootPosition: 15,
  targetRotations: 18,
} as const;

export const PUSH_NOTHING = 0;
export const PUSH_OBJECT = 1;
/** The first body; PUSH_BODY + 1 is the second. */
export const PUSH_BODY = 2;

/**
 * Output of one body: index of each number in its block; further ones are in its layout. Numbers of the world (time,
 * resets, counts of contacts) are the same in every block.
 */
export const outputAt = {
  frameSeconds: 0,
  /** Computing time of the step, seconds; written into the first block by the caller of the session. */
  stepSeconds: 1,
  resets: 2,
  nans: 3,
  teleports: 4,
  refused: 5,
  isFallen: 6,
  contactCount: 7,
  /** Longest delay that any group really had, seconds. */
  effectiveDelay: 8,
  /** Largest gap between two parts at their joint, metres. */
  separation: 9,
  /** Objects in the left and in the right hand, by number; -1 nothing, HELD_HAND - k a hand of body k, k the number of bodies: the robot's. */
  leftHeld: 10,
  rightHeld: 11,
  /** Angle from the target, mean and largest of all driven parts, radians. */
  meanError: 12,
  maxError: 13,
  /** Contacts of bodies that were written; contactCount includes those between things. */
  writtenContacts: 14,
  rootPosition: 15,
  /** Local rotations, joints x 4. */
  rotations: 18,
} as const;

/** In place of an object's number: a hand of body k is held, HELD_HAND - k. */
export const HELD_HAND = -2;

/** Where one body's numbers stand in a frame. */
export interface RemoteBodyLayout {
  readonly jointCount: number;
  readonly partCount: number;
  readonly speedCount: number;
  /** Where its blocks begin in input and output. */
  readonly input: number;
  readonly output: number;
  /** Of each part: position and rotation of its joint, world space. parts x 7. */
  readonly places: number;
  /** Angle of each part from its target, radians; 0 for those without a drive. */
  readonly errors: number;
  /** Torque that each axis gave, N m. */
  readonly torques: number;
  /** How late each group really was, seconds: in the order of bodyGroups, then the user's own groups. DELAY_COUNT. */
  readonly delays: number;
  /** Length of its blocks. */
  readonly inputLength: number;
  readonly outputLength: number;
}

/** Where a frame's numbers stand: one block a body, then the things of the room, then contacts. */
export interface RemoteFrameLayout {
  readonly bodies: readonly RemoteBodyLayout[];
  readonly objectCount: number;
  readonly objects: number;
  readonly contacts: number;
  /** Where the robot's numbers begin, as RobotSession has them; at the end where there is none. */
  readonly robot: number;
  readonly inputLength: number;
  readonly outputLength: number;
}

/** @param robotLength numbers of a robot in the world */
export function buildRemoteFrameLayout(
  bodies: readonly RemoteBody[],
  objectCount: number,
  robotLength = 0,
): RemoteFrameLayout {
  let inputLength = 0;
  let objects = 0;
  const layouts = bodies.map((body) => {
    const layout = buildBodyLayout(body, inputLength, objects);
    inputLength += layout.inputLength;
    objects += layout.outputLength;
    return layout;
  });
  const contacts = objects + objectCount * OBJECT_SIZE;
  const robot = contacts + MAX_CONTACTS * CONTACT_SIZE;
  const outputLength = robot + robotLength;
  return { bodies: layouts, objectCount, objects, contacts, robot, inputLength, outputLength };
}

function buildBodyLayout({ skeleton, parts, speedCount }: RemoteBody, input: number, output: number): RemoteBodyLayout {
  const { jointCount } = skeleton;
  const partCount = parts.length;
  const places = output + outputAt.rotations + jointCount * 4;
  const errors = places + partCount * 7;
  const torques = errors + partCount;
  const delays = torques + speedCount;
  return {
    jointCount,
    partCount,
    speedCount,
    input,
    output,
    places,
    errors,
    torques,
    delays,
    inputLength: inputAt.targetRotations + jointCount * 4,
    outputLength: delays + DELAY_COUNT - output,
  };
}
