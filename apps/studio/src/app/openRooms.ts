import { createSettingsStore, type SettingsStore } from '../files/settingsStore.js';
import { visitorStorage } from '../files/visitorStorage.js';
import type { Room } from '../rooms/room.js';
import type { SolverChoice } from '../world/bodySolver.js';
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

/** Which room one is in. Every room that was ever entered keeps its settings and their history. */
export class OpenRooms {
  current: OpenRoom;
  /** Called when a setting of the current room has changed. */
  onSettings: () => void = () => {};
  readonly #known = new Map<string, OpenRoom>();
  /** As JSON: whatever else changes in a room, the same solver is not built again. */
  #solver = '';
  #entering: Room | null = null;

  constructor(first: Room) {
    this.current = this.#know(first);
  }

  /** What the stage is told by the current room. */
  get stage(): StageSettings {
    return stageOf(this.current);
  }

  /** Builds the room's scene and goes there; false where another room was asked for meanwhile. */
  async enter(room: Room, world: World): Promise<boolean> {
    this.#entering = room;
    const next = this.#know(room);
    const scene = await room.openScene(world, next.settings);
    if (this.#entering !== room) {
      scene.dispose();
      return false;
    }
    this.current = next;
    world.enterRoom(scene, () => stageOf(next));
    this.applySolver(world);
    return true;
  }

  /** Lets the room say what solves the body. */
  applySolver(world: World): void {
    const { room, settings } = this.current;
    const choice: SolverChoice = room.solverOf(settings.values());
    const solver = JSON.stringify(choice);
    if (solver === this.#solver) return;
    this.#solver = solver;
    world.setSolver(choice);
  }

  #know(room: Room): OpenRoom {
    const known = this.#known.get(room.id);
    if (known) return known;
    const settings = createSettingsStore(room.id, room.shape, visitorStorage);
    const opened: OpenRoom = { id: room.id, room, settings };
    settings.store.subscribe(() => this.current === opened && this.onSettings());
    this.#known.set(room.id, opened);
    return opened;
  }
}
