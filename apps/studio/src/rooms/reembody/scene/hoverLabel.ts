import './grasps.css';

/** What the pointer is over and what a press would do, beside it. */
export class HoverLabel {
  readonly #canvas: HTMLCanvasElement;
  #isShown = false;
  readonly #label = document.createElement('span');

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#label.className = 'grasp-label hover';
    this.#label.hidden = true;
    canvas.after(this.#label);
  }

  /** Text beside the pointer and the cursor that goes with it; null: nothing can be done here. */
  show(text: string | null, x: number, y: number): void {
    // The cursor of other tools is left alone where nothing was said.
    if (text === null && !this.#isShown) return;
    this.#isShown = text !== null;
    this.#label.hidden = text === null;
    this.#canvas.style.cursor = text === null ? '' : 'grab';
    if (text === null) return;
    if (this.#label.textContent !== text) this.#label.textContent = text;
    this.#label.style.transform = `translate(${x + 14}px, ${y + 16}px)`;
  }

  /** While something is held. */
  hold(): void {
    this.#isShown = true;
    this.#label.hidden = true;
    this.#canvas.style.cursor = 'grabbing';
  }

  dispose(): void {
    this.#canvas.style.cursor = '';
    this.#label.remove();
  }
}
