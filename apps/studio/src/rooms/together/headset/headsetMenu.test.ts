import { requireDecoded } from '@leib/core';
import { applyChanges, type Change, decodeStageDoc } from '@leib/stage';
import type { SharedRoom } from '@leib/together';
import { expect, test } from 'vitest';
import { TogetherController } from '../togetherController.js';
import { sheetsOf } from './chatPage.js';
import { HeadsetMenu } from './headsetMenu.js';

const page = (address: string) => ({
  address,
  setAddress() {},
  notify() {},
  nowSeconds: () => 0,
  drawView: () => ({}) as HTMLCanvasElement,
});
const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
};

/** Ada's page in a room with Bob and Cem, whose document is changed for real. */
function open(role: 'host' | 'guest' | 'watcher' = 'host', address = 'http://lab.test:8080/?people=museum#/together') {
  const settings = (name: string, own = 'guest') => ({ kind: 'remote', settings: { name, role: own } });
  let doc = requireDecoded(
    decodeStageDoc({
      format: 'leib-stage/1',
      actors: { p0: settings('Ada', role), p1: settings('Bob'), p2: settings('Cem') },
    }),
  );
  const controller = new TogetherController(page(address), storage(), storage());
  const change = (changes: readonly Change[]) => {
    doc = requireDecoded(applyChanges(doc, changes));
    return { ok: true, value: null };
  };
  controller.roomName = 'museum';
  controller.room = {
    get doc() {
      return doc;
    },
    me: 'p0',
    role,
    others: ['p1', 'p2'],
    feed: () => null,
    figures: () => ({ state: 'open', sentence: 'The connection is good.', roundTripMs: 1, waitMs: 1, lost: 0 }),
    change,
    undo: () => true,
  } as unknown as SharedRoom;
  const menu = new HeadsetMenu(controller);
  const find = (label: string | RegExp) => menu.actions().find((one) => one.label.match(label));
  const press = (...labels: (string | RegExp)[]) => {
    for (const label of labels) {
      const action = find(label);
      if (!action || action.isDisabled)
        throw new Error(`expected "${label}" of ${menu.actions().map((one) => one.label)}`);
      action.run();
    }
  };
  const write = (label: string, text: string) => find(label)?.writes?.done(text);
  return { controller, menu, press, write, find, change, doc: () => doc };
}

test('all that the list of people can do is done from the panel, with one after the other', () => {
  const { controller, press, doc } = open();
  press(/^People \(2\)/, 'Go to them', 'Follow', 'Hide them', 'Mute them', 'Mute for all', 'Only looks on');
  expect(controller.takeGoal()).toBe('p1');
  expect([controller.followed, controller.hidden.has('p1'), controller.voice.isMuted('p1')]).toEqual([
    'p1',
    true,
    true,
  ]);
  expect(doc().actors.p1.settings).toMatchObject({ muted: true, role: 'watcher' });
  press('Only looks on', /^Bob \(1 of 2\)/, 'Host', /^Cem/, 'Remove them');
  expect(doc().actors.p2.settings.role).toBe('host');
  expect(Object.keys(doc().actors)).toEqual(['p0', 'p2']);
});

test('guests are offered nothing that only hosts may do, and who looks on writes nothing', () => {
  const guest = open('guest');
  guest.press(/^People/);
  for (const label of ['Mute for all', 'Only looks on', 'Host', 'Remove them'])
    expect(guest.find(label)).toBeUndefined();
  const watcher = open('watcher');
  expect(watcher.find('My name')).toBeUndefined();
  watcher.press('Chat');
  expect(watcher.find('Write')?.isDisabled).toBe(true);
});

test('what others write is announced and read; what one writes is said, and one’s name is changed', () => {
  const { menu, press, write, find, change, doc } = open();
  change([{ path: ['chat', 'c1'], value: { id: 'c1', by: 'p1', name: 'Bob', text: 'Come to the stairs', atMs: 1 } }]);
  expect(find('Chat')?.label).toBe('Chat (1 new)');
  press('Chat');
  expect(menu.card()?.text).toBe('Bob: Come to the stairs');
  write('Write', 'I come');
  expect(doc().chat?.map(({ text }) => text)).toEqual(['Come to the stairs', 'I come']);
  expect(menu.card()?.text).toBe('Bob: Come to the stairs\nAda: I come');
  press('Back');
  expect(find('Chat')?.label).toBe('Chat');
  expect(find('My name')?.writes?.text).toBe('Ada');
  write('My name', 'Ada L.');
  expect(doc().actors.p0.settings.name).toBe('Ada L.');
});

test('of a long chat each sheet holds no more than the card, the newest is full, and nothing is lost', () => {
  const words = Array.from({ length: 90 }, (_, i) => `word${i}`).join(' ');
  const chat = [
    { id: 'a', by: 'p1', name: 'Bob', text: words, atMs: 1 },
    { id: 'b', by: 'p1', name: 'Bob', text: 'x'.repeat(100), atMs: 2 },
  ];
  const sheets = sheetsOf(chat);
  expect(sheets.at(-1)).toHaveLength(5);
  for (const lines of sheets) {
    expect(lines.length).toBeLessThanOrEqual(5);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(36);
  }
  const all = sheets.flat().join(' ').replace(/ /g, '');
  expect(all).toBe(`Bob:${words}Bob:${'x'.repeat(100)}`.replace(/ /g, ''));
  expect(sheetsOf([])).toEqual([]);
});

test('“Older” goes back to the oldest sheet, and “Newer” comes back', () => {
  const { menu, press, find, change } = open();
  for (let i = 0; i < 12; i++)
    change([{ path: ['chat', `c${i}`], value: { id: `c${i}`, by: 'p1', name: 'Bob', text: `line ${i}`, atMs: i } }]);
  press('Chat', 'Older', /^Older/);
  expect(menu.card()?.text).toBe('Bob: line 0\nBob: line 1');
  expect(find(/^Older/)?.isDisabled).toBe(true);
  press('Newer');
  expect(menu.card()?.text).toContain('line 6');
});

test('who invites says the address and the name; where that does not let anybody in, what does', () => {
  const { menu, press } = open();
  press('Invite');
  expect(menu.card()).toMatchObject({ title: 'museum' });
  expect(menu.card()?.text).toContain('lab.test:8080');
  const invited = open('host', 'http://lab.test:8080/?people=museum&token=abc#/together');
  invited.press('Invite');
  expect(invited.menu.card()?.text).toContain('invite');
});

test('what was open in one room is not in the next', () => {
  const { controller, menu, press } = open();
  press('Chat');
  controller.room = null;
  expect(menu.actions().map(({ label }) => label)).toEqual(['Open a room', 'Join a room', 'My name']);
});
