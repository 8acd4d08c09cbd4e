import { readContacts } from '../world/contacts.js';
import { largestSeparation, partError, readTorques } from '../world/measureBody.js';
import type { RemoteWorld } from '../world/remoteWorld.js';
import {
  CONTACT_SIZE,
  contactAt,
  HELD_HAND,
  MAX_CONTACTS,
  OBJECT_SIZE,
  outputAt,
  type RemoteBodyLayout,
  type RemoteFrameLayout,
} from './remoteFrame.js';
import type { SessionBody, SessionHand } from './sessionBody.js';

/** Writes all of a frame's output except the contacts. */
export function writeFrame(
  world: RemoteWorld,
  people: readonly SessionBody[],
  layout: RemoteFrameLayout,
  output: Float64Array,
): void {
  for (let index = 0; index < people.length; index++) writeBody(world, people, index, layout.bodies[index], output);
  for (let i = 0; i < world.objects.length; i++) {
    const at = layout.objects + i * OBJECT_SIZE;
    for (let k = 0; k < 7; k++) output[at + k] = world.objects[i].place[k];
    output[at + 7] = world.objects[i].opening;
  }
}

function writeBody(
  world: RemoteWorld,
  people: readonly SessionBody[],
  index: number,
  layout: RemoteBodyLayout,
  output: Float64Array,
): void {
  const state = world.bodies[index];
  const { hands, latency } = people[index];
  const at = layout.output;
  output[at + outputAt.frameSeconds] = world.frameSeconds;
  output[at + outputAt.stepSeconds] = 0;
  output[at + outputAt.resets] = world.resetCount;
  output[at + outputAt.nans] = state.nanCount;
  output[at + outputAt.teleports] = state.teleportCount;
  output[at + outputAt.refused] = state.refusedCount;
  output[at + outputAt.isFallen] = state.isFallen ? 1 : 0;
  output[at + outputAt.contactCount] = world.data.ncon;
  output[at + outputAt.writtenContacts] = 0;
  let longest = 0;
  const { effectiveSeconds } = latency;
  for (let group = 0; group < effectiveSeconds.length; group++) {
    longest = Math.max(longest, effectiveSeconds[group]);
    output[layout.delays + group] = effectiveSeconds[group];
  }
  output[at + outputAt.effectiveDelay] = longest;
  output[at + outputAt.separation] = largestSeparation(world, index);
  output[at + outputAt.leftHeld] = heldNumberOf(people, hands[0]);
  output[at + outputAt.rightHeld] = heldNumberOf(people, hands[1]);
  for (let k = 0; k < 3; k++) output[at + outputAt.rootPosition + k] = state.pose.rootPosition[k];
  output.set(state.pose.localRotations, at + outputAt.rotations);
  writeParts(world, index, layout, output);
  readTorques(world, index, output, layout.torques);
}

function writeParts(world: RemoteWorld, index: number, layout: RemoteBodyLayout, output: Float64Array): void {
  const state = world.bodies[index];
  const { parts } = state.body;
  let sum = 0;
  let count = 0;
  let largest = 0;
  for (let part = 0; part < parts.length; part++) {
    const place = layout.places + part * 7;
    for (let k = 0; k < 3; k++) output[place + k] = state.partPositions[part * 3 + k];
    for (let k = 0; k < 4; k++) output[place + 3 + k] = state.partRotations[part * 4 + k];
    const error = parts[part].drive < 0 ? 0 : partError(state, part);
    output[layout.errors + part] = error;
    if (parts[part].drive < 0) continue;
    sum += error;
    count++;
    largest = Math.max(largest, error);
  }
  output[layout.output + outputAt.meanError] = count > 0 ? sum / count : 0;
  output[layout.output + outputAt.maxError] = largest;
}

function heldNumberOf(people: readonly SessionBody[], { object, other, robotHand }: SessionHand): number {
  if (robotHand >= 0) return HELD_HAND - people.length;
  return other === null ? object : HELD_HAND - people.indexOf(other.body);
}

/** Contacts that involve a body; normals point to the body, between two bodies to the second. */
export function writeContacts(world: RemoteWorld, layout: RemoteFrameLayout, output: Float64Array): void {
  let count = 0;
  for (const { pointWorld, normalWorld, force, depth, first, second } of readContacts(world)) {
    if ((first.body < 0 && second.body < 0) || count === MAX_CONTACTS) continue;
    const [own, other, sign] = second.body < 0 ? [first, second, -1] : [second, first, 1];
    const at = layout.contacts + count * CONTACT_SIZE;
    output.set(pointWorld, at + contactAt.point);
    for (let k = 0; k < 3; k++) output[at + contactAt.normal + k] = sign * normalWorld[k];
    output[at + contactAt.force] = force;
    output[at + contactAt.depth] = depth;
    output[at + contactAt.body] = own.body;
    output[at + contactAt.part] = own.part;
    output[at + contactAt.otherBody] = other.body;
    output[at + contactAt.other] = other.body < 0 ? other.object : other.part;
    count++;
  }
  for (let index = 0; index < layout.bodies.length; index++) {
    output[layout.bodies[index].output + outputAt.writtenContacts] = count;
  }
}
