import type { WrittenWords } from '../../world/roomScene.js';
import { type Dictation, startDictation } from './dictation.js';
import type { PanelItem } from './panelPages.js';

type Layer = 'small' | 'capital' | 'signs';

/** Ten keys a row. Aa and del are keys of their own. */
const rows: Readonly<Record<Layer, readonly string[]>> = {
  small: ['1234567890', 'qwertyuiop', "asdfghjkl'", 'zxcvbnm'],
  capital: ['1234567890', 'QWERTYUIOP', "ASDFGHJKL'", 'ZXCVBNM'],
  signs: ['1234567890', '@#%&*()-_+', 'äöüÄÖÜß°/:', ';<>"=$!'],
};
const next: Readonly<Record<Layer, Layer>> = { small: 'capital', capital: 'small', signs: 'small' };

/** What the panel shows while something is written. */
export interface PanelKeys {
  readonly title: string;
  /** As far as it is written, its end first where it is long. */
  readonly text: string;
  readonly keys: readonly PanelItem[];
  readonly bar: readonly PanelItem[];
}

/** Letters of the text that fit on the panel: two lines. */
const SHOWN_LETTERS = 88;

/** The keyboard of the panel in the headset: rays, fingers and looks press its keys as they press any button. */
export class PanelKeyboard {
  readonly #dictate: typeof startDictation;
  #words: WrittenWords | null = null;
  #text = '';
  #layer: Layer = 'small';
  #dictation: Dictation | null = null;

  /** @param dictate where the browser knows speech */
  constructor(dictate: typeof startDictation = startDictation) {
    this.#dictate = dictate;
  }

  get isOpen(): boolean {
    return this.#words !== null;
  }

  open(words: WrittenWords): void {
    this.close();
    this.#words = words;
    this.#text = words.text;
    this.#layer = words.text === '' ? 'capital' : 'small';
  }

  close(): void {
    this.#words = null;
    this.#dictation?.stop();
    this.#dictation = null;
  }

  /** Null while nothing is written. */
  get keys(): PanelKeys | null {
    if (!this.#words) return null;
    const { label, verb } = this.#words;
    const from = Math.max(0, this.#text.length - SHOWN_LETTERS);
    const text = `${from > 0 ? '...' : ''}${this.#text.slice(from)}_`;
    const [digits, ...letters] = rows[this.#layer];
    const typed = [...digits, ...letters.slice(0, 2).flatMap((row) => [...row])];
    const keys: Omit<PanelItem, 'id'>[] = [
      ...typed.map((letter) => this.#key(letter)),
      { label: 'Aa', isOn: this.#layer === 'capital', run: () => this.#turn(next[this.#layer]) },
      ...[...letters[2]].map((letter) => this.#key(letter)),
      ...['.', '?'].map((letter) => this.#key(letter)),
    ];
    return {
      title: label,
      text,
      // A key keeps its name when its letter changes: who rests on it does not press the new one.
      keys: keys.map((key, i) => ({ ...key, id: `key ${i}` })),
      bar: this.#bar(verb),
    };
  }

  #bar(verb: string): readonly PanelItem[] {
    const isSigns = this.#layer === 'signs';
    const dictation = this.#dictation;
    const speak = dictation ? () => dictation.stop() : () => this.#startDictation();
    return [
      { id: 'write cancel', label: 'Cancel', run: () => this.close() },
      { id: 'write signs', label: '#@ö', isOn: isSigns, run: () => this.#turn(isSigns ? 'small' : 'signs') },
      { id: 'write space', label: 'Space', run: () => this.#add(' ') },
      { id: 'write delete', label: 'Del', isDisabled: this.#text === '', run: () => this.#delete() },
      ...(this.#dictate.isKnown()
        ? [{ id: 'write speak', label: 'Speak', isOn: dictation !== null, run: speak } satisfies PanelItem]
        : []),
      { id: 'write done', label: verb, run: () => this.#done() },
    ];
  }

  #key(letter: string): Omit<PanelItem, 'id'> {
    return { label: letter, run: () => this.#type(letter) };
  }

  #type(letter: string): void {
    this.#add(letter);
    if (this.#layer === 'capital') this.#layer = 'small';
  }

  #add(text: string): void {
    if (this.#words) this.#text = (this.#text + text).slice(0, this.#words.mostLetters);
  }

  #delete(): void {
    this.#text = [...this.#text].slice(0, -1).join('');
  }

  #turn(layer: Layer): void {
    this.#layer = layer;
  }

  #startDictation(): void {
    this.#dictation = this.#dictate(
      (words) => this.#add(`${this.#text === '' || this.#text.endsWith(' ') ? '' : ' '}${words}`),
      () => {
        this.#dictation = null;
      },
    );
  }

  #done(): void {
    const words = this.#words;
    const text = this.#text.trim();
    this.close();
    words?.done(text);
  }
}
