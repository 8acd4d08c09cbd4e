import { isTyping } from '../../../ui/isTyping.js';
import type { World } from '../../../world/world.js';
import type { RoomVoice } from './roomVoice.js';

/** What each key does, by its place on the keyboard; keys.ts documents them. */
export const voiceKeys = { Backquote: 'talk, while held', 'Shift+KeyV': 'microphone on or off' } as const;

/** Of an xr-standard gamepad: the stick, pressed. The buttons of its face open the panel. */
const STICK = 3;

/** The key, or the stick of a controller, that is held to talk; and the key that switches the microphone. */
export class TalkKeys {
  readonly #voice: RoomVoice;
  readonly #ends = new AbortController();
  #isKeyHeld = false;
  #isHeld = false;

  constructor(voice: RoomVoice) {
    this.#voice = voice;
    const { signal } = this.#ends;
    addEventListener('keydown', (event) => this.#press(event), { signal });
    addEventListener(
      'keyup',
      ({ code }) => {
        if (code === 'Backquote') this.#isKeyHeld = false;
      },
      { signal },
    );
    // Whoever looks at another window holds no key here.
    addEventListener('blur', () => this.#release(), { signal });
  }

  step({ renderer: { xr } }: Pick<World, 'renderer'>): void {
    const inputs = xr.isPresenting ? [...(xr.getSession()?.inputSources ?? [])] : [];
    const isPressed = inputs.some(({ gamepad }) => gamepad?.buttons[STICK]?.pressed);
    const isHeld = this.#isKeyHeld || isPressed;
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#voice.talk(isHeld);
  }

  dispose(): void {
    this.#ends.abort();
  }

  #press({ code, shiftKey, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): void {
    if (repeat || ctrlKey || metaKey || altKey || isTyping(target)) return;
    if (code === 'Backquote' && !shiftKey) this.#isKeyHeld = true;
    if (code === 'KeyV' && shiftKey) void this.#voice.toggle();
  }

  #release(): void {
    this.#isKeyHeld = false;
  }
}
