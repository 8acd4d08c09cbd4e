import type { RemoteBody } from '../body/remoteBody.js';

/** Contacts that a frame has room for; more are counted and not told. */
export const MAX_CONTACTS = 48;
/** Numbers of one contact of the body: point 3, normal 3 (towards the body), force N, depth m. */
export const CONTACT_SIZE = 8;
/** Numbers of one object: position 3, rotation 4, opening. */
export const OBJECT_SIZE = 8;

/** What the page tells the simulation in a frame: where each number stands in one flat array. */
export const inputAt = {
  dtSeconds: 0,
  /** Delay of all groups that the settings name none for, seconds. */
  latencySeconds: 1,
  /** 1: the hips are delayed too. */
  delaysHips: 2,
  /** 0 open to 1 closed. */
  leftGrip: 3,
  rightGrip: 4,
  /** What is being pushed: HELD_NOTHING, HELD_OBJECT or HELD_BODY, then the object's or the part's number. */
  heldKind: 5,
  heldNumber: 6,
  /** Where it is pushed and how, world space, metres and newtons. */
  heldPoint: 7,
  heldForce: 10,
  /** 1: contacts are to be told. */
  wantsContacts: 13,
  rootPosition: 14,
  /** Local rotations, joints x 4. */
  rotations: 17,
} as const;

export const HELD_NOTHING = 0;
export const HELD_OBJECT = 1;
export const HELD_BODY = 2;

/** What comes back: these first, then what a layout places. */
export const outputAt = {
  frameSeconds: 0,
  /** Time that the step took, seconds; whoever runs the session writes it. */
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
  /** Objects in the left and in the right hand, by number, or -1. */
  leftHeld: 10,
  rightHeld: 11,
  /** Angle from the target, mean and largest of all driven parts, radians. */
  meanError: 12,
  maxError: 13,
  /** Contacts of the body that are told; contactCount counts those of things with each other, too. */
  toldContacts: 14,
  rootPosition: 15,
  /** Local rotations, joints x 4. */
  rotations: 18,
} as const;

/** Where the rest of a frame's numbers stand; it depends on the body and on the things in the room. */
export interface RemoteFrameLayout {
  readonly jointCount: number;
  readonly partCount: number;
  readonly speedCount: number;
  readonly objectCount: number;
  /** Of each part: position and rotation of its joint, world space. parts x 7. */
  readonly places: number;
  /** Angle of each part from its target, radians; 0 for those without a drive. */
  readonly errors: number;
  /** Torque that each axis gave, N m. */
  readonly torques: number;
  readonly objects: number;
  readonly contacts: number;
  readonly inputLength: number;
  readonly outputLength: number;
}

export function buildRemoteFrameLayout(body: RemoteBody, objectCount: number): RemoteFrameLayout {
  const { jointCount } = body.skeleton;
  const partCount = body.parts.length;
  const places = outputAt.rotations + jointCount * 4;
  const errors = places + partCount * 7;
  const torques = errors + partCount;
  const objects = torques + body.speedCount;
  const contacts = objects + objectCount * OBJECT_SIZE;
  return {
    jointCount,
    partCount,
    speedCount: body.speedCount,
    objectCount,
    places,
    errors,
    torques,
    objects,
    contacts,
    inputLength: inputAt.rotations + jointCount * 4,
    outputLength: contacts + MAX_CONTACTS * CONTACT_SIZE,
  };
}
