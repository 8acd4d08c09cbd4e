import { expect, test } from 'vitest';
import { createRoomState } from '../puppetState.js';
import { type OpenedPuppet, PUPPETS_TO_UNDO, PuppetDocument } from './puppetDocument.js';

const puppet = (name: string) =>
  ({ file: { name }, mesh: { of: name }, meshFile: null, example: null }) as unknown as OpenedPuppet;
const documentOf = (opened: OpenedPuppet) => new PuppetDocument(createRoomState(opened));
const rename = (name: string) => (file: OpenedPuppet['file']) => ({ ...file, name });

test('opening another puppet is a step: undo brings back the edited one with its mesh, redo the other', () => {
  const document = documentOf(puppet('Frog'));
  const { id } = document.now;
  document.edit('name', rename('MyWork'));
  document.open(puppet('Teddy'));
  expect(document.undoLabel).toBe('open Teddy');
  expect(document.now).toMatchObject({ isEdited: false, mesh: { of: 'Teddy' } });
  document.undo();
  expect(document.file.name).toBe('MyWork');
  expect(document.now).toMatchObject({ id, isEdited: true, mesh: { of: 'Frog' } });
  document.undo();
  expect(document.now).toMatchObject({ id, isEdited: false });
  document.redo();
  document.redo();
  expect(document.mesh).toEqual({ of: 'Teddy' });
});

test('a kept puppet goes on as the one that it was', () => {
  const document = documentOf(puppet('Frog'));
  document.open({ ...puppet('MyWork'), id: 'mine', isEdited: true });
  expect(document.now).toMatchObject({ id: 'mine', isEdited: true });
});

test('undo goes back through a few puppets: older models are let go', () => {
  const document = documentOf(puppet('0'));
  for (let i = 1; i <= PUPPETS_TO_UNDO + 3; i++) document.open(puppet(`${i}`));
  while (document.undoLabel !== null) document.undo();
  expect(document.file.name).toBe('3');
});
