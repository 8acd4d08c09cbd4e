import { defaultSkeleton } from '@leib/body';
import { createPose, type Motion, motionDuration, requireDecoded, sampleMotion, updateWorldPose } from '@leib/core';
import { createPerson } from '@leib/embody';
import { createPersonUpdate, decodePerson, type PersonUpdate, placeOfPerson } from '@leib/net';
import { PersonSender, type SentForm } from '@leib/together';
import { createEmulatedSource, createRecordingSource, setMoveWish, type TrackedSource } from '@leib/tracking';
import { type CommandOutput, UsageError } from '../command.js';
import { motionOf, readContent, trackingOf } from '../convert/content.js';
import { readPrior } from '../solvers.js';

/** What every bot sends, begun at another moment each: made once, in the way of SharedRoom. */
export interface BotMotion {
  readonly form: SentForm;
  /** Around the origin. */
  readonly moments: readonly PersonUpdate[];
  /** Where the head or the hips are in each moment. */
  readonly places: readonly Float64Array[];
  /** Bytes of an update with the whole body and the fingers. */
  readonly fullBytes: number;
}

/** Length of the walk, and the most of a file that is taken, seconds. */
const WALK_SECONDS = 36;
const MOST_SECONDS = 60;

/** Throws UsageError where the file has not what the form needs. */
export async function readBotMotion(
  path: string | undefined,
  form: SentForm | undefined,
  hz: number,
  output: CommandOutput,
): Promise<BotMotion> {
  if (path === undefined) return walkAbout(form ?? 'targets', hz);
  const content = await readContent(path, {}, output);
  const tracking = trackingOf(content);
  if (tracking === null && form === 'targets')
    throw new UsageError('--form', `expected pose, since nothing was tracked in ${path}, got targets`);
  if (tracking === null || form === 'pose') return replay(motionOf(content), hz);
  const source = createRecordingSource(tracking, path);
  return follow(source, form ?? 'targets', hz, Math.min(MOST_SECONDS, source.timeline?.durationSeconds ?? 0));
}

/** Somebody in the default body who walks round for three of twelve seconds, and stands between: as people do who look at something together. */
function walkAbout(form: SentForm, hz: number): BotMotion {
  const source = createEmulatedSource({ startYaw: 0 });
  return follow(source, form, hz, WALK_SECONDS, (seconds) => {
    const wish = seconds % 12 < 3 ? 0.9 : 0;
    setMoveWish(source.state, wish, 0, 0, wish);
  });
}

function follow(
  source: TrackedSource,
  form: SentForm,
  hz: number,
  seconds: number,
  move: (seconds: number) => void = () => {},
): BotMotion {
  const person = createPerson({ skeleton: defaultSkeleton, source, prior: readPrior() });
  const [sender, whole] = [new PersonSender(), new PersonSender()];
  const sent: Uint8Array[] = [];
  let fullBytes = 0;
  for (let frame = 0; frame < seconds * hz; frame++) {
    move(frame / hz);
    person.step(1 / hz);
    sent.push(sender.encode(person, form, (frame * 1000) / hz));
    if (frame === 0) fullBytes = whole.encode(person, 'pose', 0).length;
  }
  return motionOfUpdates(form, sent, fullBytes);
}

function replay(motion: Motion, hz: number): BotMotion {
  const { skeleton } = motion;
  const pose = createPose(skeleton);
  const sender = new PersonSender();
  const sent: Uint8Array[] = [];
  for (let frame = 0; frame < Math.min(MOST_SECONDS, motionDuration(motion)) * hz; frame++) {
    sampleMotion(motion, frame / hz, pose);
    updateWorldPose(skeleton, pose);
    sent.push(sender.encodePose({ skeleton, pose }, (frame * 1000) / hz));
  }
  return motionOfUpdates('pose', sent, sent[0].length);
}

function motionOfUpdates(form: SentForm, sent: readonly Uint8Array[], fullBytes: number): BotMotion {
  const places = sent.map((bytes) => {
    const place = new Float64Array(3);
    placeOfPerson(bytes, 0, place);
    return place;
  });
  const middle = [0, 2].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const home = Float64Array.of(-middle[0], 0, -middle[1]);
  const moments = sent.map((bytes) => moved(requireDecoded(decodePerson(bytes, createPersonUpdate())), home));
  for (const place of places) for (let i = 0; i < 3; i++) place[i] += home[i];
  return { form, moments, places, fullBytes };
}

/** The same elsewhere. */
export function moved(update: PersonUpdate, by: ArrayLike<number>): PersonUpdate {
  const shifted = (places: Float64Array, stride: number) => {
    const out = places.slice();
    for (let at = 0; at < out.length; at += stride) for (let i = 0; i < 3; i++) out[at + i] += by[i];
    return out;
  };
  return {
    ...update,
    jointPoses: shifted(update.jointPoses, 7),
    rootPosition: shifted(update.rootPosition, 3),
    footPosition: shifted(update.footPosition, 3),
  };
}
