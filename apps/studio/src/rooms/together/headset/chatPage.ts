import type { ChatLine } from '@leib/stage';
import type { RoomAction } from '../../../world/roomScene.js';
import type { TogetherController } from '../togetherController.js';

/** What a card of the panel holds above its buttons: lines, and letters in each. */
const LINES = 5;
const LETTERS = 36;
const MOST_LETTERS = 500;

/** The chat on the panel of a headset: what was written, a sheet at a time, the newest first to be seen. */
export class ChatPage {
  readonly #controller: TogetherController;
  #isOpen = false;
  /** Sheets back from the newest. */
  #back = 0;
  /** The newest line that was shown, and whether the page has been open at all. */
  #seenId: string | null = null;

  constructor(controller: TogetherController) {
    this.#controller = controller;
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#back = 0;
  }

  /** Lines of others that have come since it was looked at. */
  get unreadCount(): number {
    const { chat } = this;
    const after = chat.slice(chat.findIndex(({ id }) => id === this.#seenId) + 1);
    return after.filter(({ by }) => by !== this.#controller.room?.me).length;
  }

  get chat(): readonly ChatLine[] {
    const { room, replay } = this.#controller;
    return room?.doc?.chat ?? replay?.chat ?? [];
  }

  /** The sheet that is shown. */
  get text(): string {
    const { chat } = this;
    if (this.#isOpen) this.#seenId = chat.at(-1)?.id ?? null;
    const sheets = sheetsOf(chat);
    return sheets.at(-1 - Math.min(this.#back, sheets.length - 1))?.join('\n') ?? 'Nothing is written yet.';
  }

  actions(): readonly RoomAction[] {
    const controller = this.#controller;
    const last = Math.max(0, sheetsOf(this.chat).length - 1);
    this.#back = Math.min(this.#back, last);
    return [
      {
        id: 'write',
        label: 'Write',
        isDisabled: controller.room === null || controller.room.role === 'watcher',
        writes: {
          label: 'Write to all',
          text: '',
          mostLetters: MOST_LETTERS,
          verb: 'Send',
          done: (text) => {
            controller.say(text);
            this.#turn(-this.#back);
          },
        },
        run() {},
      },
      {
        id: 'older',
        label: this.#back === 0 ? 'Older' : `Older (${this.#back} back)`,
        isDisabled: this.#back === last,
        run: () => this.#turn(1),
      },
      // One of the four that fit below the card is the way back.
      this.#back > 0
        ? { id: 'newer', label: 'Newer', run: () => this.#turn(-1) }
        : { id: 'take back', label: 'Take back', icon: 'again', run: () => void controller.undo() },
    ];
  }

  #turn(by: number): void {
    this.#back = Math.max(0, this.#back + by);
  }
}

/** Lines of the chat as the panel shows them, a sheet each, the oldest first. A message that is longer than a sheet goes on on the next one. */
export function sheetsOf(chat: readonly ChatLine[]): readonly (readonly string[])[] {
  const lines = chat.flatMap(({ name, text }) => brokenLines(`${name}: ${text}`, LETTERS));
  const count = Math.ceil(lines.length / LINES);
  // The newest sheet is full; what is left over is the oldest.
  return Array.from({ length: count }, (_, i) =>
    lines.slice(Math.max(0, lines.length - (count - i) * LINES), lines.length - (count - i - 1) * LINES),
  );
}

/** A text in lines of so many letters at most, broken between words where there are any. */
function brokenLines(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    for (let rest = word; rest !== ''; ) {
      const room = most - (line === '' ? 0 : line.length + 1);
      if (rest.length <= room) {
        line = line === '' ? rest : `${line} ${rest}`;
        rest = '';
      } else if (line !== '') {
        lines.push(line);
        line = '';
      } else {
        lines.push(rest.slice(0, most));
        rest = rest.slice(most);
      }
    }
  }
  return line === '' ? lines : [...lines, line];
}
