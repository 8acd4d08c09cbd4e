import { createPuppet, readPuppetMesh } from '@leib/puppet';
import { expect, test } from 'vitest';
import { fakeKeptFiles } from '../../../files/keptFiles.testing.js';
import type { KnownPuppet } from './puppetDocument.js';
import { PuppetShelf, SHELF_PLACES } from './puppetShelf.js';

const bytes = new TextEncoder().encode('v 0 0 0\nv 0.5 0 0\nv 0 1 0\nv 0 0 0.5\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n');

async function ownPuppet(name: string): Promise<KnownPuppet> {
  const { mesh, placement } = await readPuppetMesh(bytes, null);
  const meshFile = { name: 'tetra.obj', bytes };
  return {
    file: createPuppet(name, meshFile.name, placement),
    mesh,
    meshFile,
    example: null,
    id: name,
    isEdited: true,
  };
}

test('the puppets left last are kept with their models; the oldest makes room and is named', async () => {
  const databases = { puppets: fakeKeptFiles(), models: fakeKeptFiles() };
  const shelf = new PuppetShelf(databases);
  for (let i = 0; i < SHELF_PLACES; i++) {
    expect(await shelf.keep(await ownPuppet(`P${i}`), i)).toEqual({ name: `P${i}`, isKept: true, dropped: null });
  }
  // The same puppet again takes no second place.
  expect((await shelf.keep(await ownPuppet('P0'), 10)).dropped).toBeNull();
  expect((await shelf.keep(await ownPuppet('New'), 11)).dropped).toBe('P1');

  const nextVisit = new PuppetShelf(databases);
  await nextVisit.load();
  expect(nextVisit.lines.map(({ name }) => name)).toEqual(['New', 'P0', 'P4', 'P3', 'P2']);
  const back = await nextVisit.read('P0');
  expect(back).toMatchObject({
    id: 'P0',
    isEdited: true,
    file: { name: 'P0' },
    meshFile: { name: 'tetra.obj', bytes },
  });
  expect(back?.mesh.vertexTriangles).toHaveLength(12);
  expect(await nextVisit.read('P1')).toBeNull();

  for (const line of nextVisit.lines) await nextVisit.delete(line);
  expect(nextVisit.lines).toEqual([]);
  await nextVisit.bringBack();
  expect((await nextVisit.read('P2'))?.meshFile?.bytes).toEqual(bytes);
  await nextVisit.delete(nextVisit.lines[0]);
});

test.each(['puppets', 'models'] as const)(
  'full storage of %s: said, nothing half, and the others stay',
  async (which) => {
    const databases = { puppets: fakeKeptFiles(), models: fakeKeptFiles() };
    const shelf = new PuppetShelf(databases);
    for (let i = 0; i < SHELF_PLACES; i++) await shelf.keep(await ownPuppet(`P${i}`), i);
    databases[which].isFull = true;
    expect(await shelf.keep(await ownPuppet('New'), 10)).toEqual({ name: 'New', isKept: false, dropped: null });
    expect(shelf.lines).toHaveLength(SHELF_PLACES);
    expect(await databases.models.names()).toHaveLength(SHELF_PLACES);
    // One that was deleted waits for room.
    await shelf.delete(shelf.lines[0]);
    expect(await shelf.bringBack()).toBe(false);
    expect(shelf.deleted?.name).toBe('P4');
    databases[which].isFull = false;
    expect(await shelf.bringBack()).toBe(true);
    expect((await shelf.read('P4'))?.meshFile?.bytes).toEqual(bytes);
    expect(shelf.deleted).toBeNull();
  },
);
