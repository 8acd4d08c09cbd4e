import { sendFile } from '@leib/net';
import type { JsonObject } from '@leib/stage';
import type { Avatar } from '@leib/three';
import { type SharedRoom, writeFileBody } from '@leib/together';
import type { RoomSceneHost } from '../room.js';

const defaultBody: JsonObject = { kind: 'default' };

/** The worn avatar for the others: it goes to the server once, and they fetch it by its hash. */
export class OwnBody {
  /** As the room's document has it; null while the file is on its way for the first time. */
  body: JsonObject | null = null;
  readonly #wardrobe: RoomSceneHost['wardrobe'];
  readonly #ends = new AbortController();
  /** What was sent, and to which connection: a server that was started again has no files. */
  #sent: readonly unknown[] = [];

  constructor(wardrobe: RoomSceneHost['wardrobe']) {
    this.#wardrobe = wardrobe;
  }

  /** Sends it where it is another one, or was sent to another server. */
  follow(room: SharedRoom, avatar: Avatar, onProblem: (error: unknown) => void): void {
    const now = [room, room.state === 'open', avatar];
    if (!now[1] || now.every((part, i) => part === this.#sent[i])) {
      if (!now[1]) this.#sent = [];
      return;
    }
    this.#sent = now;
    void this.#send(now, avatar, onProblem);
  }

  dispose(): void {
    this.#ends.abort();
  }

  async #send(wanted: readonly unknown[], { ownSkeleton }: Avatar, onProblem: (error: unknown) => void): Promise<void> {
    let body = defaultBody;
    try {
      const file = await this.#wardrobe.ownFile();
      if (file) {
        const hash = await sendFile(location.href, new Uint8Array(file.bytes), () => {}, this.#ends.signal);
        body = writeFileBody({ hash, bones: file.bones, skeleton: ownSkeleton });
      }
    } catch (error) {
      if (this.#ends.signal.aborted) return;
      onProblem(error);
    }
    if (this.#sent === wanted) this.body = body;
  }
}
