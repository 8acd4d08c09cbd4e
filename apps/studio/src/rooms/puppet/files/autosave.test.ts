import { createPuppet, readPuppetMesh } from '@leib/puppet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../../files/keptFiles.testing.js';
import { ManualClock } from '../../../time/manualClock.js';
import { createRoomState } from '../puppetState.js';
import { Autosave, restorePuppet } from './autosave.js';
import { takeKeptSlot } from './keptPuppet.js';
import { type OpenedPuppet, PuppetDocument } from './puppetDocument.js';
import { PuppetShelf, type Shelved } from './puppetShelf.js';

beforeEach(() => vi.stubGlobal('addEventListener', () => {}));
afterEach(() => vi.unstubAllGlobals());

async function ownPuppet(name: string, size: number): Promise<OpenedPuppet> {
  const text = `v 0 0 0\nv ${size} 0 0\nv 0 1 0\nv 0 0 ${size}\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n`;
  const meshFile = { name: `${name}.obj`, bytes: new TextEncoder().encode(text) };
  const { mesh, placement } = await readPuppetMesh(meshFile.bytes, null);
  return { file: createPuppet(name, meshFile.name, placement), mesh, meshFile, example: null };
}

async function openRoom() {
  const clock = new ManualClock();
  const kept = fakeKeptFiles();
  const shelved = { puppets: fakeKeptFiles(), models: fakeKeptFiles() };
  const slot = await takeKeptSlot(null);
  const said: Shelved[] = [];
  const onShelved = (each: Shelved) => void said.push(each);
  const state = createRoomState(await ownPuppet('First', 0.5));
  const document = new PuppetDocument(state);
  const shelf = new PuppetShelf(shelved);
  const autosave = new Autosave(document, clock, { slot, isRestored: false, onShelved, kept, shelf });
  state.subscribe(({ edits }, { edits: before }) => autosave.follow(edits.present, before.present));
  /** Changes something, and lets the pause go by after which it is kept. */
  const rename = async (name: string) => {
    document.edit('name', (file) => ({ ...file, name }));
    await clock.advance(0.5);
  };
  return { clock, kept, shelved, slot, document, autosave, rename, said };
}

test('a change is kept in a moment, and is there on the next visit', async () => {
  const { kept, slot, autosave, rename } = await openRoom();
  await rename('Mine');
  expect(autosave.words).toBe('Saved in this browser');
  expect((await restorePuppet(slot, kept))?.file.name).toBe('Mine');
});

test('full storage: said with what to do; the puppet stays open, the last kept one stays, and room keeps it again', async () => {
  const { kept, slot, document, autosave, rename } = await openRoom();
  await rename('Mine');
  kept.isFull = true;
  await rename('Changed');
  expect(autosave.words).toBe(
    'Not kept: the browser’s storage is full or blocked; save the puppet as a file, or delete takes and avatars',
  );
  expect(document.file.name).toBe('Changed');
  expect((await restorePuppet(slot, kept))?.file.name).toBe('Mine');
  kept.isFull = false;
  await rename('Changed again');
  expect(autosave.words).toBe('Saved in this browser');
  expect((await restorePuppet(slot, kept))?.file.name).toBe('Changed again');
});

test('an edited puppet that makes room for another finds the shelf full: said, and undo brings it back', async () => {
  const { clock, shelved, document, rename, said } = await openRoom();
  await rename('Mine');
  shelved.models.isFull = true;
  document.open(await ownPuppet('Second', 0.4));
  await clock.advance(0.5);
  expect(said).toEqual([{ name: 'Mine', isKept: false, dropped: null }]);
  document.undo();
  expect([document.file.name, document.now.meshFile?.name]).toEqual(['Mine', 'First.obj']);
});

test('a puppet is never kept with the model of another', async () => {
  const { clock, kept, slot, document, rename } = await openRoom();
  await rename('Mine');
  const { put } = kept;
  // Room for the model, none for the puppet.
  kept.put = async (file) => file.name === slot.mesh && put.call(kept, file);
  document.open(await ownPuppet('Second', 0.4));
  await clock.advance(0.5);
  expect(await restorePuppet(slot, kept)).toBeNull();
});
