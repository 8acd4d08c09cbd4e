import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePage } from '../ui/pageStore.js';
import { StageFace } from '../world/face/stageFace.js';
import { VoiceMouth } from './voiceMouth.js';

beforeEach(() => usePage.setState({ notices: [] }));
afterEach(() => vi.unstubAllGlobals());

function stubBrowser(hasBeenActive: boolean) {
  const getUserMedia = vi.fn(async () => {
    throw new DOMException('no', 'NotAllowedError');
  });
  const query = async () => ({ state: 'prompt' });
  vi.stubGlobal('navigator', {
    userActivation: { hasBeenActive },
    permissions: { query },
    mediaDevices: { getUserMedia },
  });
  return getUserMedia;
}

test('a refused microphone switches the setting off and is said in one sentence with what to do', async () => {
  stubBrowser(true);
  const switchOff = vi.fn();
  await new VoiceMouth(new StageFace(), switchOff).setWanted(true);
  expect(switchOff).toHaveBeenCalledOnce();
  expect(usePage.getState().notices.map(({ text }) => text)).toEqual([
    expect.stringMatching(/microphone is not allowed; allow it in the browser’s address bar\.$/),
  ]);
});

test('a page that was just opened does not ask: the setting goes off, and nothing is said', async () => {
  const getUserMedia = stubBrowser(false);
  const switchOff = vi.fn();
  await new VoiceMouth(new StageFace(), switchOff).setWanted(true);
  expect(switchOff).toHaveBeenCalledOnce();
  expect(getUserMedia).not.toHaveBeenCalled();
  expect(usePage.getState().notices).toEqual([]);
});
