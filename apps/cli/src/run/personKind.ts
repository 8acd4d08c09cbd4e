import type { Pose, Skeleton } from '@leib/core';
import {
  buildEmbody,
  createEmbodyState,
  type EmbodyModel,
  type PriorModel,
  parseEmbodySettings,
  stepEmbody,
} from '@leib/embody';
import { createPosePacking } from '@leib/mocap';
import {
  type Actor,
  type ActorKind,
  type BodyRef,
  type Figures,
  movePlayHead,
  type PackedBody,
  type ProfileRef,
  type SourceRef,
} from '@leib/stage';
import {
  createDeviceFrame,
  createJointReader,
  isTracked,
  pointNumber,
  readJoints,
  type TrackedSource,
  trackedPoints,
} from '@leib/tracking';

/** How what a person's document refers to is opened. Throws, or rejects, InputError. */
export interface PersonSources {
  devices(ref: SourceRef, profile: ProfileRef | null): Promise<TrackedSource>;
  skeleton(ref: BodyRef, profile: ProfileRef | null): Promise<Skeleton>;
  prior(): PriorModel;
}

/** A tracked person: devices -> joints -> the whole body. The document's settings are those of the solver that differ from its own. */
export function createPersonKind(open: PersonSources): ActorKind {
  return {
    async create(doc, id) {
      const skeleton = await open.skeleton(doc.body, doc.profile);
      const model = buildEmbody(skeleton, parseEmbodySettings(doc.settings), open.prior());
      const source = await open.devices(doc.source, doc.profile);
      return createPersonActor(id, model, source);
    },
  };
}

function createPersonActor(id: string, model: EmbodyModel, source: TrackedSource): Actor {
  const { skeleton } = model;
  const state = createEmbodyState(model);
  const devices = createDeviceFrame();
  const reader = createJointReader(skeleton);
  const pack: (pose: Pose) => PackedBody = createPosePacking(skeleton);
  let wasSeen = false;
  return {
    id,
    kind: 'person',
    skeleton,
    pose: state.pose,
    step(_stage, dtSeconds) {
      source.step(dtSeconds, devices);
      stepEmbody(model, state, readJoints(reader, devices, source.offsets, dtSeconds), dtSeconds);
      wasSeen ||= isTracked(devices, pointNumber.head);
    },
    // Settings of a solver at work are changed by another actor.
    set: () => false,
    act: (act) => movePlayHead(source.timeline, act),
    pack: () => (wasSeen ? pack(state.pose) : null),
    figures(): Figures {
      const tracked = trackedPoints.filter((_, number) => isTracked(devices, number)).length;
      return {
        numbers: { pointsTracked: tracked },
        remarks: wasSeen ? [] : ['No head has been tracked yet, so there is no body.'],
      };
    },
    dispose: () => source.dispose(),
  };
}
