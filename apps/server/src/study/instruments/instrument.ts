import type { ArrivedMarker, InstrumentStatus, StudyEvent } from '@leib/study';

/** When something happened: on the session's clock and on this server's. */
export interface InstrumentMoment {
  readonly sessionSeconds: number;
  readonly hostMs: number;
  /** `hostMs` is right to this; null where nothing is known of it. */
  readonly uncertaintySeconds: number | null;
}

export interface InstrumentPose {
  readonly participant: string;
  /** Names of the joints, once where they change. */
  readonly joints: readonly string[];
  /** Position of the first joint, then a unit quaternion of each: x y z w, from the parent's. */
  readonly root: ArrayLike<number>;
  readonly rotations: ArrayLike<number>;
}

/** A marker and whose it is; null: everybody's who is at work. */
export interface InstrumentMarker extends ArrivedMarker {
  readonly participant: string | null;
}

/** Another program on the time axis of studies: EEG, an eye tracker, what records them. */
export interface Instrument {
  readonly status: InstrumentStatus;
  sendEvent(event: StudyEvent, when: InstrumentMoment): void;
  sendPose(pose: InstrumentPose, when: Omit<InstrumentMoment, 'uncertaintySeconds'>): void;
  close(): void;
}

/** Where an instrument's markers go. */
export type OnMarker = (marker: InstrumentMarker) => void;

/** Characters of a label that are kept. */
export const LABEL_LENGTH = 200;
