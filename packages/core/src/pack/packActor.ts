import type { StageEvent } from '../recording/recording.js';
import { jointOfBone } from '../skeleton/buildSkeleton.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { updateWorldPose } from '../skeleton/skeleton.js';
import { buildAngleBinding, restRotations, turnJoint } from './angleBinding.js';
import {
  type AgentAngles,
  type AngleLayout,
  createAgentAngles,
  defaultAngleLayout,
  PACKED_ANGLE_STEP,
  PACKED_POSITION_STEP,
  PACKED_ROOT_SIZE,
  packAngles,
  packedSize,
} from './angleLayout.js';
import { anglesFromPose, buildPoseReading, type PoseReading } from './anglesFromPose.js';
import { FACE_STEP, faceDofs, PACKED_FACE_SIZE, packFace } from './face.js';
import { fingerDofs, fingersFromPose, PACKED_FINGERS_SIZE, packFingers, type StreamDof } from './fingers.js';

/** How poses of one actor are packed and unpacked. One per actor; actors of one skeleton may share all but the angles. */
export interface ActorPacking {
  readonly reading: PoseReading;
  /** Turns that unpacked numbers make on the skeleton: body, fingers, eyes and jaw. */
  readonly dofs: readonly AgentDof[];
  /** Of the last packed frame: the next one goes on from them. */
  readonly angles: AgentAngles;
  /** Scratch: written by packActor() before it is read. */
  readonly fingerAngles: Float64Array;
}

export function createActorPacking(skeleton: Skeleton, layout = defaultAngleLayout): ActorPacking {
  return {
    reading: buildPoseReading(buildAngleBinding(layout, skeleton)),
    dofs: collectAgentDofs(skeleton, layout, { fingers: true, face: true }),
    angles: createAgentAngles(layout),
    fingerAngles: new Float64Array(PACKED_FINGERS_SIZE),
  };
}

/** An actor in the T-pose at the origin, with the streams that it has, to be written by packActor() or by a reader. */
export function createPackedActor(
  id: string,
  kind: string,
  { fingers, face }: StreamChoice,
  layout = defaultAngleLayout,
): PackedActor {
  return {
    id,
    kind,
    body: new Int16Array(packedSize(layout.dofs.length)),
    fingers: fingers ? new Int16Array(PACKED_FINGERS_SIZE) : null,
    face: face ? new Int16Array(PACKED_FACE_SIZE) : null,
  };
}

/**
 * Packs the streams that `out` has. `fingers`: 34 angles in the order of fingerAngleNames; null: those of the pose. `face`: 81
 * weights in the order of faceParameterNames; null: at rest.
 */
export function packActor(
  packing: ActorPacking,
  pose: Pose,
  fingers: ArrayLike<number> | null,
  face: ArrayLike<number> | null,
  out: PackedActor,
): void {
  const { reading, angles, fingerAngles } = packing;
  anglesFromPose(reading, pose, angles);
  packAngles(out.body, 0, angles);
  if (out.fingers) {
    if (!fingers) fingersFromPose(reading.binding.skeleton, pose, fingerAngles);
    packFingers(out.fingers, 0, fingers ?? fingerAngles);
  }
  if (out.face && face) packFace(out.face, 0, face);
  else out.face?.fill(0);
}

/** Back to a pose, world arrays included, and to the weights of the face: 0 where the actor has none. */
export function unpackActor(
  { reading, dofs }: ActorPacking,
  { body, fingers, face }: Pick<PackedActor, 'body' | 'fingers' | 'face'>,
  outPose: Pose,
  outFace: Float64Array | null = null,
): void {
  for (let i = 0; i < 3; i++) outPose.rootPosition[i] = body[i] * PACKED_POSITION_STEP;
  restRotations(outPose.localRotations);
  const streams = [body, fingers, face];
  for (const { joint, stream, column, axis, radiansPerStep } of dofs) {
    const value = streams[stream]?.[column] ?? 0;
    if (value !== 0) turnJoint(outPose.localRotations, joint, axis, value * radiansPerStep);
  }
  updateWorldPose(reading.binding.skeleton, outPose);
  if (outFace) for (let i = 0; i < PACKED_FACE_SIZE; i++) outFace[i] = face ? face[i] * FACE_STEP : 0;
}

/**
 * Packs poses of one actor into arrays of their own, fingers included, and the face where its weights are given (in the order of
 * faceParameterNames): angles go on from those of the frame before.
 */
export function createPosePacking(
  skeleton: Skeleton,
): (pose: Pose, face?: ArrayLike<number> | null) => Pick<PackedActor, 'body' | 'fingers' | 'face'> {
  const packing = createActorPacking(skeleton);
  return (pose, face = null) => {
    const packed = createPackedActor('', '', { fingers: true, face: face !== null });
    packActor(packing, pose, null, face, packed);
    const { body, fingers } = packed;
    return { body, fingers, face: packed.face };
  };
}

/** One actor at one moment, small enough to send 60 times a second: what walls draw, recorders write, people share. */
export interface PackedActor {
  /** Which entry of the stage's document. */
  readonly id: string;
  /** What it is: person, captured, puppet, simulated, robot, remote. */
  readonly kind: string;
  /** Root position and angles, 16 bits each (packAngles): 98 bytes with the default layout. */
  readonly body: Int16Array;
  /** Angles of the fingers; null where nothing moves them. */
  readonly fingers: Int16Array | null;
  /** Weights of the expressions and the gaze; null where nothing moves the face. */
  readonly face: Int16Array | null;
}

/** One moment of a stage, for whoever draws, sends, records or judges it. Complete: it depends on no other frame. */
export interface StageFrame {
  /** Rises by one from step to step. */
  readonly number: number;
  /** On the stage's clock. */
  readonly seconds: number;
  readonly actors: readonly PackedActor[];
  /** Position and rotation of each thing that moves, world space: 7 numbers each, in the order of the document. */
  readonly things: Float32Array;
  readonly events: readonly StageEvent[];
}

/** One turn of a joint: a packed number times a factor, about an axis. */
export interface AgentDof {
  readonly joint: number;
  /** Where the number comes from: 0 body, 1 fingers, 2 face. */
  readonly stream: number;
  readonly column: number;
  /** Unit, in the joint's frame at rest (the world's axes in the T-pose). */
  readonly axis: readonly [x: number, y: number, z: number];
  /** Radians per step of the packed number. */
  readonly radiansPerStep: number;
}

interface StreamChoice {
  readonly fingers: boolean;
  readonly face: boolean;
}

/** Every turn that packed numbers make on a skeleton, in the order in which they are multiplied at a joint. */
export function collectAgentDofs(skeleton: Skeleton, layout: AngleLayout, { fingers, face }: StreamChoice): AgentDof[] {
  const { dofJoints } = buildAngleBinding(layout, skeleton);
  const body = layout.dofs.map(({ axis }, dof) => ({
    joint: dofJoints[dof],
    stream: 0,
    column: PACKED_ROOT_SIZE + dof,
    axis,
    radiansPerStep: PACKED_ANGLE_STEP,
  }));
  const extra = (dofs: readonly StreamDof[], stream: number, step: number) =>
    dofs.map(({ bone, column, axis, factor }) => ({
      joint: jointOfBone(skeleton, bone),
      stream,
      column,
      axis,
      radiansPerStep: factor * step,
    }));
  return [
    ...body,
    ...(fingers ? extra(fingerDofs, 1, PACKED_ANGLE_STEP) : []),
    ...(face ? extra(faceDofs, 2, FACE_STEP) : []),
  ].filter(({ joint }) => joint >= 0);
}
