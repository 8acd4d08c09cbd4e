import { usePuppetPanel } from '../puppetPanelStore.js';
import type { PuppetSettings } from '../puppetShape.js';
import './output.css';

const ADDRESS = '#/puppet?output';

/** What is behind the puppet in the clean picture: a colour, and how much of it there is. */
interface Background {
  readonly colour: string;
  readonly opacity: number;
}

const backgrounds: Readonly<Record<Exclude<PuppetSettings['background'], 'own'>, Background>> = {
  green: { colour: '#00b140', opacity: 1 },
  transparent: { colour: '#000000', opacity: 0 },
  black: { colour: '#000000', opacity: 1 },
  white: { colour: '#ffffff', opacity: 1 },
};

export function backgroundOf({ background, ownBackground }: PuppetSettings): Background {
  return background === 'own' ? { colour: ownBackground, opacity: 1 } : backgrounds[background];
}

/**
 * The clean picture for streaming: only the puppet on its background, without anything of the page around it. It has an
 * address of its own, so that a streaming program can open it; Esc leaves it.
 */
export class OutputMode {
  readonly #listening = new AbortController();

  constructor() {
    const { signal } = this.#listening;
    addEventListener('hashchange', () => this.#readAddress(), { signal });
    addEventListener('keydown', (event) => this.#hearKey(event), { signal, capture: true });
    this.#readAddress();
  }

  enter(): void {
    history.replaceState(null, '', ADDRESS);
    this.#set(true);
  }

  leave(): void {
    history.replaceState(null, '', ADDRESS.replace('?output', ''));
    this.#set(false);
  }

  dispose(): void {
    this.#listening.abort();
    this.#set(false);
  }

  #readAddress(): void {
    this.#set(location.hash === ADDRESS);
  }

  #hearKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !usePuppetPanel.getState().isOutput) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.leave();
  }

  #set(isOutput: boolean): void {
    usePuppetPanel.setState({ isOutput });
    document.documentElement.toggleAttribute('data-output', isOutput);
  }
}
