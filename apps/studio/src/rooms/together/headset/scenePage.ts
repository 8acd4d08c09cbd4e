import type { RoomAction, RoomCard } from '../../../world/roomScene.js';
import type { SceneLine } from '../scene/sceneController.js';
import type { TogetherController } from '../togetherController.js';

/** How far it turns at a press, radians; and how much larger or smaller it becomes. */
const TURN = Math.PI / 8;
const SIZE = 1.1;

/** What stands in the room, on the panel of a headset: one thing at a time, which the trigger can also carry. */
export class ScenePage {
  readonly #controller: TogetherController;
  #chosen: string | null = null;

  constructor(controller: TogetherController) {
    this.#controller = controller;
  }

  /** Things stay where they are from now on. */
  close(): void {
    this.#controller.scene?.setCarrying(false);
  }

  card(): RoomCard | null {
    const line = this.#line;
    if (line) return null;
    return cardOf(
      'Scene',
      'An empty floor. A scan of the server or the example can stand here for all; files are opened on the page.',
    );
  }

  actions(): readonly RoomAction[] {
    const controller = this.#controller;
    const { scene } = controller;
    if (!scene || !controller.room) return [];
    const mayChange = controller.room.role !== 'watcher';
    const undo: RoomAction = { id: 'take back', label: 'Take back', icon: 'again', run: () => void controller.undo() };
    const toAdd: RoomAction[] = [
      { id: 'add example', label: 'Add the example', run: () => scene.addExample() },
      ...(scene.offered ?? []).map((scan) => ({
        id: `add ${scan.id}`,
        label: `Add ${scan.name}`,
        run: () => scene.addOffered(scan),
      })),
    ];
    const line = this.#line;
    if (!line) return mayChange ? [...toAdd, undo] : [];
    const { thing } = line;
    const lines = scene.lines(false);
    const at = lines.findIndex((one) => one.thing.id === thing.id);
    const next: RoomAction = {
      id: 'next thing',
      label: lines.length > 1 ? `${thing.name} (${at + 1} of ${lines.length})` : thing.name,
      icon: 'next',
      isDisabled: lines.length === 1,
      run: () => this.#choose(lines[(at + 1) % lines.length].thing.id),
    };
    if (!mayChange) return [next];
    const { turn, scale } = thing.place;
    return [
      next,
      {
        id: 'carry',
        label: 'Move by hand',
        isOn: scene.isCarrying,
        run: () => this.#setCarrying(!scene.isCarrying),
      },
      { id: 'turn left', label: 'Turn left', run: () => scene.move(thing, { turn: turn + TURN }) },
      { id: 'turn right', label: 'Turn right', run: () => scene.move(thing, { turn: turn - TURN }) },
      undo,
      { id: 'onto floor', label: 'Onto the floor', run: () => scene.putOnFloor(thing) },
      { id: 'larger', label: 'Larger', run: () => scene.move(thing, { scale: scale * SIZE }) },
      { id: 'smaller', label: 'Smaller', run: () => scene.move(thing, { scale: scale / SIZE }) },
      { id: 'remove thing', label: 'Remove it', icon: 'stop', run: () => scene.remove(thing.id) },
      ...toAdd,
    ];
  }

  get #line(): SceneLine | null {
    const lines = this.#controller.scene?.lines(false) ?? [];
    return lines.find(({ thing }) => thing.id === this.#chosen) ?? lines.at(0) ?? null;
  }

  /** Points of measurements are not dragged meanwhile. */
  #setCarrying(isCarrying: boolean): void {
    this.#controller.setPointing(false);
    this.#controller.setTool(null);
    this.#controller.scene?.setCarrying(isCarrying);
  }

  #choose(id: string): void {
    this.#chosen = id;
  }
}

export function cardOf(title: string, text: string): RoomCard {
  return { title, text, figure: [], progress: null, warning: '' };
}
