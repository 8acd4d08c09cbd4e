import { createSocket } from 'node:dgram';
import { setTimeout } from 'node:timers/promises';
import { InputError, readSmplJoints, SMPL_JOINT_COUNT, type StageFrame, smplToJoint } from '@leib/core';
import { isPersonActor } from '@leib/embody';
import { createVmcEncoder, createVrChatEncoder, encodeVmcFrame, encodeVrChatPose, type VmcEncoder } from '@leib/feeds';
import {
  createBodyTracks,
  createFeedWriter,
  jointsHeaderText,
  jointsLineText,
  jointsTrackSpec,
  openRecordingWriter,
  type RecordingWriter,
} from '@leib/formats';
import { isViewer } from '@leib/mocap';
import { isRobotActor, type RobotOutput } from '@leib/reembody/robot';
import { parseEndpoint } from '@leib/server';
import type { Actor, SinkRef, StageDoc, StageView } from '@leib/stage';
import * as v from 'valibot';
import { queueWrites } from '../mocap/recordingFile.js';
import { openOutput } from '../outputFile.js';
import { readVersion } from '../process.js';
import { createFaceTracks, createForcesTracks } from './actorTracks.js';
import { decodeRef } from './openRefs.js';
import type { RunSink, SinkPlace } from './runSink.js';
import { openWalls, wallsSchema } from './wallsSink.js';

const name = v.pipe(v.string(), v.minLength(1));
/** The one actor that it is about; the first of the document where absent. */
const actor = v.optional(name);
const fileSink = v.strictObject({ kind: v.picklist(['record', 'joints']), path: name, actor });
const networkSink = v.strictObject({ kind: v.picklist(['vmc', 'vrchat']), to: name, actor });
/** Joint angles of a robot: into a file, to its driver, or both. */
const anglesSink = v.strictObject({ kind: v.literal('angles'), path: v.optional(name), to: v.optional(name), actor });
const sinkSchema = v.variant('kind', [wallsSchema, fileSink, networkSink, anglesSink]);

type AnglesRef = v.InferOutput<typeof anglesSink>;

/** Throws InputError with the place in the sink. */
export function openSink(sink: SinkRef, place: SinkPlace): Promise<RunSink> {
  const ref = decodeRef({ sink }, sinkSchema);
  if (ref.kind === 'walls') return openWalls(ref, place);
  if (ref.kind === 'angles') return openAngles(ref, place);
  const id = actorOf(place.stage.doc.present, ref.actor);
  if ('to' in ref) return openNetwork(ref.kind, ref.to, id);
  return ref.kind === 'record' ? openRecord(ref.path, id, place) : openJoints(ref.path, id, place);
}

function actorOf({ actors }: StageDoc, wanted: string | undefined): string {
  const ids = Object.keys(actors);
  const id = wanted ?? ids.find((each) => actors[each].kind !== 'viewer');
  if (id !== undefined && ids.includes(id)) return id;
  throw new InputError('sink.actor', `expected one of ${ids.join(', ') || 'some actors'}, got ${wanted ?? 'none'}`);
}

/** The actor where it is in the frame: before anything was tracked there is none. */
function actorIn(frame: StageFrame, stage: StageView, id: string): Actor | null {
  return frame.actors.some((each) => each.id === id) ? (stage.actors.get(id) ?? null) : null;
}

/** The 22 joints of poses, by skeletons. */
function createJointsReader() {
  const positions = new Float64Array(SMPL_JOINT_COUNT * 3);
  const rotations = new Float64Array(SMPL_JOINT_COUNT * 4);
  let [skeleton, joints]: [unknown, Int16Array] = [null, new Int16Array(0)];
  return (actor: Actor) => {
    if (actor.skeleton !== skeleton) [skeleton, joints] = [actor.skeleton, smplToJoint(actor.skeleton)];
    readSmplJoints(joints, actor.pose, positions, rotations);
    return { positions, rotations };
  };
}

/**
 * An MCAP file: body and face of each actor; of one its 22 joints, too, and what its source tracks, so that the file is a source
 * of the same person; devices as they were, events, and the document whenever it changes.
 */
async function openRecord(path: string, id: string, { refs, hz }: SinkPlace): Promise<RunSink> {
  const to = refs.pathOf(path);
  if (!/\.mcap$/i.test(path)) throw new InputError('sink.path', `expected a name that ends with .mcap, got "${path}"`);
  const file = queueWrites(await openOutput(to));
  const versions = { '@leib/cli': readVersion() };
  const writer = await openRecordingWriter(file, { versions, startedAtMs: Date.now() });
  const joints = writer.track(jointsTrackSpec('joints', hz));
  const bodies = createBodyTracks(writer, hz);
  const faces = createFaceTracks(writer, hz);
  const forces = createForcesTracks(writer, hz);
  const person = createDevicesTrack(writer, hz);
  const devices = createFeedWriter(writer, hz);
  const read = createJointsReader();
  let frames = 0;
  let doc: StageDoc | null = null;
  return {
    kind: 'record',
    to: path,
    take(frame, stage) {
      if (stage.doc.present !== doc) writer.document(frame.seconds, stage.doc.present);
      doc = stage.doc.present;
      for (const event of frame.events) writer.event(event);
      // Actors that share a port have a source each, of the same devices.
      const all = refs.feeds.flatMap((feed) => feed.devices);
      devices([...new Map(all.map((device) => [device.id, device])).values()], frame.seconds);
      for (const packed of frame.actors) {
        const actor = stage.actors.get(packed.id);
        if (actor && !isViewer(actor)) bodies(actor, frame.seconds);
        if (actor) forces(actor, frame.seconds);
        faces(packed, frame.seconds);
      }
      const seen = actorIn(frame, stage, id);
      if (seen) person(seen, frame.seconds);
      if (seen && joints.append(frame.seconds, read(seen))) frames++;
    },
    figures: () => ({ frames, words: `${frames} moments` }),
    async close() {
      await writer.dispose();
      if (frames > 0) return file.end();
      await file.discard();
      throw new InputError(path, `expected a pose of "${id}" to record, got none`);
    },
  };
}

/** Writes what the source of a person tracks, and how it sits on them. */
function createDevicesTrack(writer: RecordingWriter, hz: number) {
  let devices: ReturnType<RecordingWriter['devices']> | null = null;
  return (actor: Actor, seconds: number) => {
    if (!isPersonActor(actor) || actor.person.source === null) return;
    const { source, devices: frame, settings } = actor.person;
    devices ??= writer.devices(source, { hz, stature: settings.fit?.stature ?? null });
    devices.append({ ...frame, timeSeconds: seconds });
  };
}

/** Lines of leib-joints/1, for other programs; "-" is standard output. */
async function openJoints(path: string, id: string, { refs, hz, output }: SinkPlace): Promise<RunSink> {
  const file = path === '-' ? null : queueWrites(await openOutput(refs.pathOf(path)));
  const write = (line: string) => (file ? file.write(`${line}\n`) : output.print(line));
  const read = createJointsReader();
  let frames = 0;
  write(jointsHeaderText(hz).trimEnd());
  return {
    kind: 'joints',
    to: path,
    take(frame, stage) {
      const seen = actorIn(frame, stage, id);
      if (!seen) return;
      const { positions, rotations } = read(seen);
      write(jointsLineText(frame.seconds, positions, rotations));
      frames++;
    },
    figures: () => ({ frames, words: `${frames} lines` }),
    close: async () => file?.end(),
  };
}

/** Messages for a robot's driver (leib-robot-joints/1): one stream, which a file and a connection listen to. */
async function openAngles({ path, to, actor: wanted }: AnglesRef, { refs, stage, hz }: SinkPlace): Promise<RunSink> {
  const robots = [...stage.actors.values()].filter(isRobotActor);
  const robot = robots.find(({ id }) => wanted === undefined || id === wanted);
  if (!robot) {
    const known = robots.map(({ id }) => id).join(', ') || 'a robot';
    throw new InputError('sink.actor', `expected one of ${known}, got ${wanted ?? 'none'}`);
  }
  if (path === undefined && to === undefined)
    throw new InputError('sink', 'expected the path of a file, the address of a driver (to), or both; got neither');
  const { output } = robot;
  const file = path === undefined ? null : await openOutput(refs.pathOf(path));
  if (to !== undefined) connectDriver(output, to);
  let frames = 0;
  return {
    kind: 'angles',
    to: [path, to].filter((each) => each !== undefined).join(', '),
    take() {
      // From the first frame in which the robot is there.
      if (file) output.startRecording();
      frames++;
    },
    figures: () => ({ frames, words: to === undefined ? `${frames} frames` : output.state }),
    async close() {
      await brake(output, hz);
      const recording = file && output.takeRecording();
      if (recording) {
        await file.write(recording.text);
        await file.commit();
      } else await file?.discard();
      output.dispose();
    },
  };
}

/** The joints of a robot that is driven come to rest before the connection ends. */
async function brake(output: RobotOutput, hz: number): Promise<void> {
  output.disconnect();
  const mostSeconds = output.options.staleSeconds + output.options.maxSpeed / output.options.maxAcceleration;
  for (let seconds = 0; seconds <= mostSeconds && output.state === 'stopping'; seconds += 1 / hz) {
    output.step(null, 1 / hz);
    await setTimeout(1000 / hz);
  }
}

function connectDriver(output: RobotOutput, to: string): void {
  try {
    output.connect(to);
  } catch {
    throw new InputError('sink.to', `expected an address as ws://127.0.0.1:9100, got "${to}"`);
  }
}

/** The pose of one actor as datagrams of VMC, or of VRChat's trackers. */
async function openNetwork(protocol: 'vmc' | 'vrchat', to: string, id: string): Promise<RunSink> {
  const { address, port } = endpointOf(to);
  const socket = createSocket('udp4');
  // Nobody there is no reason to stop: the other program may be started later.
  socket.on('error', () => {});
  const sending = new Set<Promise<void>>();
  const send = (datagram: Uint8Array) => {
    // The socket sends later, and encoders write into the same bytes again.
    const copy = datagram.slice();
    const sent = new Promise<void>((resolve) => socket.send(copy, port, address, () => resolve()));
    sending.add(sent);
    void sent.then(() => sending.delete(sent));
  };
  const vrChat = createVrChatEncoder(send);
  let vmc: VmcEncoder | null = null;
  let frames = 0;
  return {
    kind: protocol,
    to,
    take(frame, stage) {
      const seen = actorIn(frame, stage, id);
      if (!seen) return;
      const { skeleton, pose } = seen;
      if (protocol === 'vrchat') encodeVrChatPose(vrChat, skeleton, pose);
      else {
        if (vmc?.skeleton !== skeleton) vmc = createVmcEncoder(skeleton, send);
        encodeVmcFrame(vmc, pose, frame.seconds);
      }
      frames++;
    },
    figures: () => ({ frames, words: `${frames} sent` }),
    async close() {
      await Promise.all(sending);
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}

function endpointOf(to: string): ReturnType<typeof parseEndpoint> {
  try {
    return parseEndpoint(to);
  } catch (error) {
    throw new InputError('sink.to', (error as Error).message);
  }
}
