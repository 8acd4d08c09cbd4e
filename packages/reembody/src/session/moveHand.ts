import { grab, grabEngineBody, grabPart, release } from '../world/grab.js';
import type { RemoteWorld } from '../world/remoteWorld.js';
import { GRASP_REACH, nearestGraspable } from './nearestGraspable.js';
import { partOfBone, type SessionBody, type SessionHand } from './sessionBody.js';

/** A hand takes another's hand where their middles are this near, metres. */
const HANDSHAKE_REACH = 0.16;
/** Beyond this a hand counts as closed, and below half of it as open again. */
const CLOSED_GRIP = 0.5;

/** Follows a grip, 0 open to 1 closed: a closing hand takes what is near, an opening one lets it go. */
export function moveHand(
  world: RemoteWorld,
  people: readonly SessionBody[],
  index: number,
  hand: SessionHand,
  grip: number,
): void {
  if (!hand.isClosed && grip > CLOSED_GRIP) close(world, people, index, hand);
  else if (hand.isClosed && grip < CLOSED_GRIP / 2) {
    hand.isClosed = false;
    openHand(world, hand);
  }
}

export function openHand(world: RemoteWorld, hand: SessionHand): void {
  release(world, hand.grabNumber);
  hand.grabNumber = -1;
  hand.object = -1;
  hand.other = null;
  hand.robotHand = -1;
}

/** Restores what a hand held before its world was rebuilt; what is gone is released. */
export function holdAgain(world: RemoteWorld, people: readonly SessionBody[], index: number, hand: SessionHand): void {
  const part = partOfBone(world.bodies[index].body, hand.bone);
  hand.grabNumber = -1;
  if (part >= 0 && hand.object >= 0) hand.grabNumber = grab(world, index, part, hand.object);
  if (part >= 0 && hand.other !== null) {
    const other = people.indexOf(hand.other.body);
    const otherPart = other < 0 ? -1 : partOfBone(world.bodies[other].body, hand.other.bone);
    if (otherPart >= 0) hand.grabNumber = grabPart(world, index, part, other, otherPart);
  }
  const robotBody = world.guest?.hands[hand.robotHand];
  if (part >= 0 && robotBody !== undefined) hand.grabNumber = grabEngineBody(world, index, part, robotBody);
  if (hand.grabNumber >= 0) return;
  hand.object = -1;
  hand.other = null;
  hand.robotHand = -1;
}

function close(world: RemoteWorld, people: readonly SessionBody[], index: number, hand: SessionHand): void {
  hand.isClosed = true;
  const part = partOfBone(world.bodies[index].body, hand.bone);
  if (part < 0) return;
  const middle = middleOfPart(world, index, part);
  const object = nearestGraspable(world, middle, GRASP_REACH);
  if (object >= 0) {
    hand.grabNumber = grab(world, index, part, object);
    hand.object = hand.grabNumber < 0 ? -1 : object;
    return;
  }
  if (!takeRobotHand(world, index, part, hand)) takeNearestHand(world, people, index, part, hand);
}

/** Takes the robot's nearest hand, where one is near enough. */
function takeRobotHand(world: RemoteWorld, index: number, part: number, hand: SessionHand): boolean {
  const hands = world.guest?.hands ?? [];
  const middle = middleOfPart(world, index, part);
  let nearest = HANDSHAKE_REACH;
  for (let number = 0; number < hands.length; number++) {
    const at = hands[number] * 3;
    const away = world.views.massCentres;
    const distance = Math.hypot(away[at] - middle[0], away[at + 1] - middle[1], away[at + 2] - middle[2]);
    if (distance > nearest) continue;
    nearest = distance;
    hand.robotHand = number;
  }
  if (hand.robotHand < 0) return false;
  hand.grabNumber = grabEngineBody(world, index, part, hands[hand.robotHand]);
  if (hand.grabNumber < 0) hand.robotHand = -1;
  return hand.grabNumber >= 0;
}

function takeNearestHand(
  world: RemoteWorld,
  people: readonly SessionBody[],
  index: number,
  part: number,
  hand: SessionHand,
): void {
  const middle = middleOfPart(world, index, part);
  let nearest = HANDSHAKE_REACH;
  let nearestBody = -1;
  let nearestPart = -1;
  for (let other = 0; other < people.length; other++) {
    if (other === index) continue;
    for (let side = 0; side < 2; side++) {
      const otherHand = people[other].hands[side];
      const otherPart = partOfBone(world.bodies[other].body, otherHand.bone);
      // One weld between two hands is enough; a second would work against it.
      if (otherPart < 0 || (otherHand.other?.body === people[index] && otherHand.other.bone === hand.bone)) continue;
      const otherMiddle = middleOfPart(world, other, otherPart);
      const x = otherMiddle[0] - middle[0];
      const y = otherMiddle[1] - middle[1];
      const z = otherMiddle[2] - middle[2];
      const distance = Math.sqrt(x * x + y * y + z * z);
      if (distance > nearest) continue;
      nearest = distance;
      nearestBody = other;
      nearestPart = otherPart;
    }
  }
  if (nearestBody < 0) return;
  hand.grabNumber = grabPart(world, index, part, nearestBody, nearestPart);
  if (hand.grabNumber < 0) return;
  const { bone } = world.bodies[nearestBody].body.parts[nearestPart];
  hand.other = { body: people[nearestBody], bone: bone as SessionHand['bone'] };
}

/** The part's centre of mass in the world. */
function middleOfPart(world: RemoteWorld, index: number, part: number): Float64Array {
  const body = world.addresses[index].bodies[part];
  return world.views.massCentres.slice(body * 3, body * 3 + 3);
}
