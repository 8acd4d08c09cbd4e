import { afterEach, expect, test, vi } from 'vitest';
import { askForSound } from './askForSound.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const failWith = (name: string) => ({
  mediaDevices: { getUserMedia: () => Promise.reject(new DOMException('not found', name)) },
});

test.each([
  ['refused', failWith('NotAllowedError'), 'the microphone is not allowed; allow it in the browser’s address bar.'],
  ['none there', failWith('NotFoundError'), 'no microphone could be opened (not found); connect one.'],
  ['without https', {}, 'the microphone needs https or this machine.'],
])('microphone %s: one sentence that says what goes on and what to do', async (_, navigator, words) => {
  vi.stubGlobal('navigator', navigator);
  await expect(askForSound('The mouth stays closed')).rejects.toThrow(`The mouth stays closed: ${words}`);
});
