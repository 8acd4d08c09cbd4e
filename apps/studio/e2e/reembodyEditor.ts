import type { Download, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { advance } from './studioPage.js';

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The editor of joints in the room Re-embody, and the handles of limits in its picture. */
export class ReembodyEditor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get root(): Locator {
    return this.#page.locator('.joints');
  }

  tab(name: string): Locator {
    return this.#page.getByRole('tab', { name, exact: true });
  }

  field(label: string): Locator {
    return this.root.getByRole('textbox', { name: new RegExp(`^${label}`) });
  }

  /** What a field shows now: panels look at the body when the clock goes on. */
  async shownIn(input: Locator): Promise<string> {
    await advance(this.#page, 0);
    return input.inputValue();
  }

  async selectOnly(group: string, bone: string): Promise<void> {
    await this.#openGroup(group);
    await this.root.getByText(bone, { exact: true }).click();
  }

  async selectGroup(group: string): Promise<void> {
    await this.#openGroup(group);
    await this.root.getByRole('button', { name: 'Whole group' }).click();
  }

  /** What a button saves. */
  async download(button: Locator): Promise<Download> {
    const [download] = await Promise.all([this.#page.waitForEvent('download'), button.click()]);
    return download;
  }

  /** Chooses a file of body settings. */
  async loadBody(name: string, text: string): Promise<void> {
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
    await this.root.getByLabel('Body settings file').setInputFiles(file);
  }

  /** Where the handle of the left thigh's limit is. */
  async handleAt(): Promise<Pixel> {
    const name = 'limit leftUpperLeg z high';
    const [x, y] = (await this.#page.evaluate((thing) => globalThis.leibStudio?.thingOnScreen(thing), name)) ?? [];
    return { x: x ?? Number.NaN, y: y ?? Number.NaN };
  }

  /** Where the handle is once a value stands in its field and the body has come to rest. */
  async handleAfter(limit: Locator, value: string): Promise<Pixel> {
    await limit.fill(value);
    await limit.press('Enter');
    await advance(this.#page, 0.5);
    return this.handleAt();
  }

  /** Presses the button on the handle; over it the pointer is a hand. */
  async takeHandle(): Promise<void> {
    const { x, y } = await this.handleAt();
    await this.#page.mouse.move(x, y);
    await advance(this.#page, 1 / 60);
    const canvas = this.#page.locator('canvas').first();
    expect(await canvas.evaluate((element) => element.style.cursor)).toBe('grab');
    await this.#page.mouse.down();
  }

  async dragTo({ x, y }: Pixel): Promise<void> {
    await this.#page.mouse.move(x, y, { steps: 5 });
    await advance(this.#page, 0.2);
  }

  async #openGroup(group: string): Promise<void> {
    await this.tab('Joints').click();
    await this.root.getByText(group).first().click();
    const none = this.root.getByRole('button', { name: 'None' });
    if (await none.isEnabled()) await none.click();
  }
}
