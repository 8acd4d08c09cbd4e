import { aboutSkeleton, type MomentValues, type TrackSpec } from '@leib/core';
import { CONTACT_SIZE, contactAt, outputAt } from '../session/remoteFrame.js';
import type { BuiltBody } from '../session/remoteSimulation.js';
import type { SimulatedActor } from './simulatedKind.js';

/** Contacts of a moment that a track has room for, the strongest first. */
const RECORDED_CONTACTS = 16;
/** Numbers of a recorded contact: part, other body, other part or thing, force, depth, point 3. */
const NUMBERS = 8;

/**
 * A track for what forces do to a simulated body, moment by moment: the pose that it was to take, the torque of each axis, the angle of
 * each part from its target, how late the target was, and what it touches. What it reached is a track of poses.
 */
export function forcesTrackSpec(name: string, { body, layout }: BuiltBody, hz: number): TrackSpec {
  const { parts, drives, skeleton } = body;
  const channels = {
    wishedRoot: { kind: 'line', count: 3 },
    wished: { kind: 'rotation', count: skeleton.jointCount },
    torques: { kind: 'line', count: layout.speedCount, store: 'single' },
    errors: { kind: 'line', count: layout.partCount, store: 'single' },
    delay: { kind: 'step', count: 1 },
    contactCount: { kind: 'step', count: 1 },
    contacts: { kind: 'step', count: RECORDED_CONTACTS * NUMBERS, store: 'single' },
  } as const;
  const about = {
    ...aboutSkeleton(skeleton),
    parts: parts.map(({ bone }) => bone),
    axes: drives.flatMap(({ bone, axes, speedCount }) =>
      Array.from({ length: speedCount }, (_, k) => `${bone} ${'xyz'[axes[k]]}`),
    ),
    contactNumbers: ['part', 'otherBody', 'other', 'force', 'depth', 'x', 'y', 'z'],
  };
  return { name, kind: 'forces', hz, about, channels };
}

/** The last frame of a simulated body as a moment of such a track; null before there is one. */
export function valuesOfForces({ simulation, wished, delaySeconds }: SimulatedActor): MomentValues | null {
  const { output, built } = simulation ?? {};
  if (!output || !built || wished === null) return null;
  const { layout } = built;
  const contacts = new Float32Array(RECORDED_CONTACTS * NUMBERS);
  const written = Array.from(
    { length: output[outputAt.writtenContacts] },
    (_, i) => built.frame.contacts + i * CONTACT_SIZE,
  )
    .filter((at) => output[at + contactAt.body] === 0)
    .sort((a, b) => output[b + contactAt.force] - output[a + contactAt.force]);
  for (const [index, at] of written.slice(0, RECORDED_CONTACTS).entries()) {
    const { part, otherBody, other, force, depth } = contactAt;
    contacts.set(
      [part, otherBody, other, force, depth, 0, 1, 2].map((k) => output[at + k]),
      index * NUMBERS,
    );
  }
  return {
    wishedRoot: wished.rootPosition,
    wished: wished.localRotations,
    torques: output.subarray(layout.torques, layout.torques + layout.speedCount),
    errors: output.subarray(layout.errors, layout.errors + layout.partCount),
    delay: [delaySeconds],
    contactCount: [written.length],
    contacts,
  };
}
