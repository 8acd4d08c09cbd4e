import { afterEach, expect, test, vi } from 'vitest';
import { startDictation } from './dictation.js';

afterEach(() => vi.unstubAllGlobals());

test('what is understood for good comes once, and the end is told', () => {
  let heard: EventTarget & { stopped?: boolean } = new EventTarget();
  class Speech extends EventTarget {
    constructor() {
      super();
      heard = this;
    }
    start() {}
    stop() {
      this.dispatchEvent(new Event('end'));
    }
  }
  expect(startDictation.isKnown()).toBe(false);
  expect(startDictation(vi.fn(), vi.fn())).toBeNull();
  vi.stubGlobal('webkitSpeechRecognition', Speech);
  vi.stubGlobal('navigator', { language: 'en-GB' });
  expect(startDictation.isKnown()).toBe(true);
  const words: string[] = [];
  const ended = vi.fn();
  const dictation = startDictation((said) => words.push(said), ended);
  const say = (transcript: string, isFinal: boolean) =>
    heard.dispatchEvent(
      Object.assign(new Event('result'), { resultIndex: 0, results: [{ isFinal, 0: { transcript } }] }),
    );
  say('a cra', false);
  say(' a crack ', true);
  expect(words).toEqual(['a crack']);
  dictation?.stop();
  expect(ended).toHaveBeenCalledOnce();
});
