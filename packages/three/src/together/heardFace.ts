import type { RemoteActor } from '@leib/together';
import type { Avatar } from '../avatar/loadAvatar.js';
import { readFaceWeights } from '../face/faceWeights.js';
import { createFaceValues, createMouth, type FaceValues, stepMouth } from '../face/livingFace.js';

/** A face that speaks is sent anew several times a second: one that is older than this came when its sender was nearer, milliseconds. */
const FRESH_MS = 400;

/** Somebody's face: as it comes, and where none does, with a mouth that opens to their voice. */
export class HeardFace {
  /** What it shows. */
  readonly values: FaceValues = createFaceValues();
  readonly #mouth = createMouth();

  /** @param loudness of their voice, 0 to 1; null where none comes */
  step(
    { actor, avatar }: { readonly actor: RemoteActor; readonly avatar: Pick<Avatar, 'face'> },
    loudness: number | null,
    dtSeconds: number,
  ): void {
    stepMouth(this.#mouth, loudness, dtSeconds);
    const { face, faceAgeMs } = actor;
    const speaks = loudness !== null || this.#mouth.open > 0;
    if (face === null && !speaks) return;
    if (face !== null) readFaceWeights(face, this.values);
    if (speaks && faceAgeMs > FRESH_MS) Object.assign(this.values, { aa: this.#mouth.aa, oh: this.#mouth.oh });
    avatar.face.show(this.values);
  }
}
