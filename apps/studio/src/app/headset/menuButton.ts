import { Container, Text } from '@pmndrs/uikit';
import type { Object3D } from 'three';
import type { Theme } from '../studioStore.js';
import { panelColours, panelSizes } from './panelLook.js';

/** The small button that opens the panel while it is closed. */
export class MenuButton {
  readonly root: Container;
  readonly halfWidth = 0.075;
  readonly halfHeight = 0.022;
  readonly #text: Text;
  #hint = '';

  constructor(run: () => void) {
    this.root = new Container({
      width: this.halfWidth * 2000,
      height: this.halfHeight * 2000,
      borderRadius: 22,
      alignItems: 'center',
      justifyContent: 'center',
      pixelSize: 0.001,
      renderOrder: 20,
      onClick: run,
    });
    this.#text = new Text({ fontSize: panelSizes.text, fontWeight: 'bold', text: 'Menu', pointerEvents: 'none' });
    this.root.add(this.#text);
  }

  has(object: Object3D): boolean {
    for (let at: Object3D | null = object; at; at = at.parent) if (at === this.root) return true;
    return false;
  }

  setTheme(theme: Theme): void {
    const { card, text, hover } = panelColours[theme];
    this.root.setProperties({ backgroundColor: card, color: text, hover: { backgroundColor: hover } });
  }

  say(hint: string): void {
    if (hint === this.#hint) return;
    this.#hint = hint;
    this.#text.setProperties({ text: hint });
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.dispose();
  }
}
