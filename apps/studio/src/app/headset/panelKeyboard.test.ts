import { expect, test } from 'vitest';
import type { startDictation } from './dictation.js';
import { PanelKeyboard } from './panelKeyboard.js';

/** A browser that does not know speech, or one that hears what `say` says. */
function dictationOf(isKnown: boolean) {
  let hear: ((words: string) => void) | null = null;
  const dictate = Object.assign(
    (onWords: (words: string) => void, onEnd: () => void) => {
      hear = onWords;
      return {
        stop() {
          hear = null;
          onEnd();
        },
      };
    },
    { isKnown: () => isKnown },
  ) satisfies typeof startDictation;
  return { dictate, say: (words: string) => hear?.(words) };
}

function open({ text = '', mostLetters = 100, speech = false } = {}) {
  const { dictate, say } = dictationOf(speech);
  const keyboard = new PanelKeyboard(dictate);
  const written: string[] = [];
  const words = { label: 'Write to all', text, mostLetters, verb: 'Send', done: (done: string) => written.push(done) };
  keyboard.open(words);
  const all = () => [...(keyboard.keys?.keys ?? []), ...(keyboard.keys?.bar ?? [])];
  const press = (label: string) => {
    const item = all().find((one) => one.label === label);
    if (!item || item.isDisabled) throw new Error(`expected "${label}" of ${all().map((one) => one.label)}`);
    item.run();
  };
  return { keyboard, written, press, say, labels: () => all().map(({ label }) => label) };
}

test('letter by letter words are written, a capital first, and handed over once', () => {
  const { keyboard, written, press } = open();
  for (const key of ['H', 'i', 'Space', 'b', 'o', 'x', 'Del', 'b', '?']) press(key);
  expect(keyboard.keys?.text).toBe('Hi bob?_');
  expect(written).toEqual([]);
  press('Send');
  expect(written).toEqual(['Hi bob?']);
  expect(keyboard.isOpen).toBe(false);
});

test('ten keys in each of four rows, in every layer; a key keeps its name when its letter changes', () => {
  const { keyboard, press } = open({ text: 'a' });
  const ids = () => keyboard.keys?.keys.map(({ id }) => id);
  const small = ids();
  expect(small).toHaveLength(40);
  expect(new Set(small).size).toBe(40);
  for (const layer of ['Aa', '#@ö']) {
    press(layer);
    expect(ids()).toEqual(small);
  }
  press('ö');
  expect(keyboard.keys?.text).toBe('aö_');
});

test('what was there is changed, no letter more than there is room for; cancelled, nothing is done', () => {
  const { keyboard, written, press } = open({ text: 'Ada', mostLetters: 4 });
  press('m');
  press('s');
  expect(keyboard.keys?.text).toBe('Adam_');
  press('Cancel');
  expect([keyboard.isOpen, written]).toEqual([false, []]);
});

test('of a long text the end is shown', () => {
  const { keyboard } = open({ text: `${'x'.repeat(400)}end`, mostLetters: 500 });
  expect(keyboard.keys?.text.length).toBeLessThan(100);
  expect(keyboard.keys?.text.endsWith('end_')).toBe(true);
});

test('where the browser knows speech, words are spoken between those that are typed; elsewhere no key says so', () => {
  expect(open().labels()).not.toContain('Speak');
  const { keyboard, press, say } = open({ text: 'A', speech: true });
  press('Speak');
  say('crack here');
  expect(keyboard.keys?.text).toBe('A crack here_');
  press('Speak');
  say('not heard any more');
  expect(keyboard.keys?.text).toBe('A crack here_');
});
