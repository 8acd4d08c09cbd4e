import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { advance, advanceTogether, noticesOf, readProbe, shareStudio, workplace } from './studioPage.js';

// Two people of one server, each in a page of their own: one whistles into their microphone, the other listens.
const viewport = { width: 1280, height: 700 };
const studio = shareStudio({ room: 'together', isBoxPerson: true, viewport });
let bob: Page;

declare global {
  /** What reaches each ear of a page, put there by the test. */
  var leibEars: (() => { readonly loudness: readonly number[]; readonly hertz: number }) | undefined;
}

const HZ = 2500;
const LOUD = 0.005;
const SILENT = 0.0005;

/** The page's microphone whistles. */
async function giveWhistle(page: Page, hertz: number): Promise<void> {
  await page.evaluate((frequency) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const to = context.createMediaStreamDestination();
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(new GainNode(context, { gain: 0.3 })).connect(to);
      tone.start();
      return to.stream;
    };
  }, hertz);
}

/** Listens to what the page plays. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const taps = new Map<BaseAudioContext, AudioNode>();
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode, ...rest: number[]) => AudioNode;
    const tapOf = (context: BaseAudioContext) => {
      const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
      const analysers = [0, 1].map((channel) => {
        const analyser = new AnalyserNode(context, { fftSize: 2048 });
        splitter.connect(analyser, channel);
        return analyser;
      });
      globalThis.leibEars = () => {
        const bins = new Float32Array(1024);
        analysers[0].getFloatFrequencyData(bins);
        const loudness = analysers.map((analyser) => {
          const samples = new Float32Array(2048);
          analyser.getFloatTimeDomainData(samples);
          return Math.hypot(...samples) / Math.sqrt(2048);
        });
        return { loudness, hertz: (bins.indexOf(Math.max(...bins)) * context.sampleRate) / 2048 };
      };
      return splitter;
    };
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode, ...rest: number[]) {
      if (to instanceof AudioDestinationNode) {
        const tap = taps.get(this.context) ?? tapOf(this.context);
        taps.set(this.context, tap);
        connect.call(this, tap);
      }
      return connect.call(this, to, ...rest);
    } as typeof AudioNode.prototype.connect;
  });
}

async function heardBy(page: Page) {
  const heard = await page.evaluate(() => globalThis.leibEars?.() ?? { loudness: [0, 0], hertz: 0 });
  const [left, right] = heard.loudness;
  return { left, right, most: Math.max(left, right), hertz: heard.hertz };
}

const until = <Value>(read: () => Promise<Value>, wanted: Value) => advanceTogether([studio.page, bob], read, wanted);

const people = (page: Page) => page.locator('.together-people strong').allTextContents();
const isHeard = () => until(async () => (await heardBy(bob)).most > LOUD, true);
const isSilent = () => until(async () => (await heardBy(bob)).most < SILENT, true);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a microphone is off until it is switched on; then the other page hears its tone', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: /^Mouse, keys/ }).click();
  const field = ada.getByRole('textbox', { name: 'Your name' });
  await field.fill('Ada');
  await field.press('Enter');
  await ada.getByRole('textbox', { name: 'Room' }).fill('voices');
  await ada.getByRole('button', { name: 'Join', exact: true }).click();
  await until(() => people(ada), ['Ada']);
  bob = (await studio.open({ viewport, room: 'together', url: `${workplace().boxesUrl}?people=voices` })).page;
  await bob.getByRole('button', { name: /^Mouse, keys/ }).click();
  await until(() => people(bob), ['Person 2', 'Ada']);
  for (const page of [ada, bob]) await listen(page);
  await giveWhistle(ada, HZ);
  await press(ada, 'Microphone is off');
  await isHeard();
  await until(async () => Math.abs((await heardBy(bob)).hertz - HZ) < 80, true);
  await until(() => bob.locator('.together-heard').allTextContents(), ['You hear 1 person.']);
  await until(() => ada.getByRole('button', { name: 'Microphone is on' }).count(), 1);
});

test('who speaks is marked in the list and over the head, and their mouth opens in both pages', async () => {
  await until(() => bob.getByRole('img', { name: 'speaks' }).count(), 1);
  await until(() => studio.page.getByRole('img', { name: 'speaks' }).count(), 1);
  await until(() => bob.locator('.stage-labels [data-speaks]:not([hidden])').allTextContents(), ['Ada']);
  await until(async () => (await readProbe(studio.page, ({ face }) => face.aa)) > 0.5, true);
  await until(async () => (await readProbe(bob, (probe) => probe.faceOf('Ada')?.aa ?? 0)) > 0.5, true);
});

test('the voice comes from where its speaker stands in the view, whichever way the camera is turned', async () => {
  /** How far Ada stands to the right of Bob in the picture. */
  const aside = () =>
    readProbe(bob, (probe) => {
      const [ada, own] = [probe.thingOnScreen('Ada head'), probe.jointOnScreen('head')];
      return ada && own ? ada[0] - own[0] : Number.NaN;
    });
  const sides = new Set<boolean>();
  for (const [key, seconds] of [
    ['ArrowRight', 1.3],
    ['ArrowLeft', 2.6],
  ] as const) {
    await bob.locator('canvas.viewport').focus();
    await bob.keyboard.down('Shift');
    await bob.keyboard.down(key);
    await advance(bob, seconds, { draw: 'none' });
    await bob.keyboard.up(key);
    await bob.keyboard.up('Shift');
    const isRight = (await aside()) > 0;
    sides.add(isRight);
    await until(async () => {
      const { left, right } = await heardBy(bob);
      return isRight ? right > 1.3 * left : left > 1.3 * right;
    }, true);
  }
  expect(sides.size).toBe(2);
});

test('muted, hidden, muted by a host, or by a key that is not held: silence, and back', async () => {
  await press(bob, 'Mute Ada for you');
  await isSilent();
  await press(bob, 'Hear Ada again');
  await isHeard();
  await press(bob, 'Hide Ada from you');
  await isSilent();
  await press(bob, 'Show Ada');
  await isHeard();
  const ada = studio.page;
  const byKey = ada.getByRole('checkbox', { name: /Hold a key to talk/ });
  await byKey.click();
  await isSilent();
  await ada.locator('canvas.viewport').focus();
  await ada.keyboard.down('Backquote');
  await isHeard();
  await ada.keyboard.up('Backquote');
  await isSilent();
  await byKey.click();
  await isHeard();
});

test('a host mutes somebody for all: that page says so, and nobody hears it', async () => {
  await giveWhistle(bob, HZ);
  await press(bob, 'Microphone is off');
  const hears = async () => (await heardBy(studio.page)).most;
  await until(async () => (await hears()) > LOUD, true);
  await press(studio.page, 'Mute Person 2 for all');
  await until(async () => (await hears()) < SILENT, true);
  await until(() => bob.getByText('A host has muted you: nobody hears you.').count(), 1);
  await press(studio.page, 'Let all hear Person 2 again');
  await until(async () => (await hears()) > LOUD, true);
});

test('in the headset the panel has the microphone and the mutes', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: 'Enter VR' }).click();
  await until(() => ada.getByRole('button', { name: 'Leave VR' }).count(), 1);
  const labels = () =>
    readProbe(ada, (probe) => (probe.headsetPanel?.buttons ?? []).map(({ label }) => label)) as Promise<string[]>;
  await until(async () => (await labels()).includes('Microphone'), true);
  await ada.keyboard.press('Escape');
  await until(() => ada.getByRole('button', { name: 'Enter VR' }).count(), 1);
});

test('who leaves is not heard, and a microphone that is refused is said in a sentence', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: 'Leave', exact: true }).click();
  await isSilent();
  await ada.getByRole('button', { name: 'Join', exact: true }).click();
  await until(() => people(ada), ['Ada', 'Person 2']);
  expect(await ada.getByRole('button', { name: 'Microphone is off' }).count()).toBe(1);
  await ada.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await press(ada, 'Microphone is off');
  await until(
    () => ada.locator('.together-voice .refusal').allTextContents(),
    ['Nobody hears you: the microphone is not allowed; allow it in the browser’s address bar.'],
  );
  expect(await noticesOf(ada)).toEqual([]);
});
