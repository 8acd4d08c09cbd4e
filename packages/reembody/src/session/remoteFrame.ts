import type { RemoteBody } from '../body/remoteBody.js';
import { bodyGroups } from '../settings/bodyGroups.js';

/** Bodies that one session takes. */
export const MAX_SESSION_BODIES = 8;
/** Contacts that a frame has room for; more are counted and not told. */
export const MAX_CONTACTS = 48;
/** Numbers of one contact of a body: point 3, normal 3 (towards the body), force N, depth m. */
export const CONTACT_SIZE = 8;
/** Numbers of one object: position 3, rotation 4, opening. */
export const OBJECT_SIZE = 8;

/**
 * What a frame tells the simulation of one body: where each number stands in the body's block. Blocks follow each other in
 * the bodies' order; the first begins at 0, so that whoever has one body needs nothing else.
 */
export const inputAt = {
  /** Of the first block: the time that passes for the whole world. */
  dtSeconds: 0,
  /** Delay of all groups that the settings name none for, seconds. */
  latencySeconds: 1,
  /** 1: the hips are delayed too. */
  delaysHips: 2,
  /** 0 open to 1 closed. */
  leftGrip: 3,
  rightGrip: 4,
  /** What this body's person pushes: HELD_NOTHING, HELD_OBJECT or HELD_BODY + a body's number; then the object or the part. */
  heldKind: 5,
  heldNumber: 6,
  /** Where it is pushed and how, world space, metres and newtons. */
  heldPoint: 7,
  heldForce: 10,
  /** 1 in any block: contacts are to be told. */
  wantsContacts: 13,
  rootPosition: 14,
  /** Local rotations, joints x 4. */
  rotations: 17,
} as const;

export const HELD_NOTHING = 0;
export const HELD_OBJECT = 1;
/** The first body; HELD_BODY + 1 is the second. */
export const HELD_BODY = 2;

/**
 * What comes back of one body, from where its block begins: these first, then what its layout places. What is said of the
 * world (time, resets, counts of contacts) is the same in every block.
 */
export const outputAt = {
  frameSeconds: 0,
  /** Time that the step took, seconds; whoever runs the session writes it into the first block. */
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
  /** Objects in the left and in the right hand, by number; -1 nothing, HELD_HAND - k a hand of body k. */
  leftHeld: 10,
  rightHeld: 11,
  /** Angle from the target, mean and largest of all driven parts, radians. */
  meanError: 12,
  maxError: 13,
  /** Contacts of bodies that are told; contactCount counts those of things with each other, too. */
  toldContacts: 14,
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
  /** Where its block begins: in what is told, and in what comes back. */
  readonly input: number;
  readonly output: number;
  /** Of each part: position and rotation of its joint, world space. parts x 7. */
  readonly places: number;
  /** Angle of each part from its target, radians; 0 for those without a drive. */
  readonly errors: number;
  /** Torque that each axis gave, N m. */
  readonly torques: number;
  /** How late each body group really was, seconds, in the order of bodyGroups. */
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
  readonly inputLength: number;
  readonly outputLength: number;
}

export function buildRemoteFrameLayout(bodies: readonly RemoteBody[], objectCount: number): RemoteFrameLayout {
  let inputLength = 0;
  let objects = 0;
  const layouts = bodies.map((body) => {
    const layout = buildBodyLayout(body, inputLength, objects);
    inputLength += layout.inputLength;
    objects += layout.outputLength;
    return layout;
  });
  const contacts = objects + objectCount * OBJECT_SIZE;
  const outputLength = contacts + MAX_CONTACTS * CONTACT_SIZE;
  return { bodies: layouts, objectCount, objects, contacts, inputLength, outputLength };
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
    inputLength: inputAt.rotations + jointCount * 4,
    outputLength: delays + bodyGroups.length - output,
  };
}
