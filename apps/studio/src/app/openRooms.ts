import { createSettingsStore, type SettingsStore } from '../files/settingsStore.js';
import { visitorStorage } from '../files/visitorStorage.js';
import type { Room, RoomSceneHost } from '../rooms/room.js';
import type { RoomDoc, RoomScene } from '../world/roomScene.js';
import type { StageSettings } from '../world/stageSections.js';
import type { World } from '../world/world.js';

interface OpenRoom {
  readonly id: string;
  readonly room: Room;
  readonly settings: SettingsStore;
}

function stageOf({ room, settings }: OpenRoom): StageSettings {
  return room.still?.stage ?? (settings.values() as StageSettings);
}

/** The room's document by its settings: the same one until they change. */
function docOf({ room, settings }: OpenRoom): () => RoomDoc {
  let values: object | null = null;
  let doc: RoomDoc = { actors: {} };
  return () => {
    const now = settings.values();
    if (now !== values) [values, doc] = [now, room.docOf(now)];
    return doc;
  };
}

/** The current room, and the settings and histories of all rooms entered so far. */
export class OpenRooms {
  current: OpenRoom;
  readonly #known = new Map<string, OpenRoom>();
  readonly #onSettings: () => void;
  #entering: Room | null = null;

  /** @param onSettings is called when a setting of the current room has changed */
  constructor(first: Room, onSettings: () => void) {
    this.#onSettings = onSettings;
    this.current = this.#know(first);
  }

  /** Stage settings of the current room. */
  get stage(): StageSettings {
    return stageOf(this.current);
  }

  /** Builds the room's scene and enters it; returns false where another room was requested meanwhile. */
  async enter(room: Room, world: World, host: RoomSceneHost): Promise<boolean> {
    // The address may name another view of the same room.
    if (this.#entering === room) return false;
    this.#entering = room;
    const next = this.#know(room);
    let scene: RoomScene;
    try {
      scene = await room.openScene(world, next.settings, host);
    } catch (error) {
      // It may be entered again.
      if (this.#entering === room) this.#entering = null;
      throw error;
    }
    if (this.#entering !== room) {
      scene.dispose();
      return false;
    }
    this.current = next;
    world.enterRoom({ scene, settings: () => stageOf(next), doc: docOf(next) });
    return true;
  }

  #know(room: Room): OpenRoom {
    const known = this.#known.get(room.id);
    if (known) return known;
    const settings = createSettingsStore(room.id, room.shape, visitorStorage);
    const opened: OpenRoom = { id: room.id, room, settings };
    settings.store.subscribe(() => this.current === opened && this.#onSettings());
    this.#known.set(room.id, opened);
    return opened;
  }
}
