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

/** Something that happened in a frame: a contact, an answer, a take that began. */
export interface StageEvent {
  readonly seconds: number;
  readonly kind: string;
  /** Plain JSON. */
  readonly data: unknown;
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
