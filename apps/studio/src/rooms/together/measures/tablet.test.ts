import { requireDecoded } from '@leib/core';
import { applyChanges, type Change, decodeStageDoc } from '@leib/stage';
import { expect, test } from 'vitest';
import { MeasuresController } from './measuresController.js';
import { Tablet } from './tablet.js';

/** Buttons of a page of the panel in the headset (panelPages.ts). */
const PANEL_SLOTS = 8;

function open(markCount: number) {
  const actors = { p0: { kind: 'remote', settings: { name: 'Ada', role: 'host' } } };
  let doc = requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors }));
  const host = {
    get room() {
      return { doc, me: 'p0', role: 'host' as const };
    },
    changeShared: (changes: readonly Change[]) => {
      doc = requireDecoded(applyChanges(doc, changes));
    },
  };
  const measures = new MeasuresController(host);
  const tablet = new Tablet(host, measures, { setTool: (tool) => measures.setTool(tool), undo() {}, saveCsv() {} });
  measures.setTool('distance');
  for (let i = 0; i < markCount; i++) for (const x of [0, i + 1]) measures.place([x, 0, 0]);
  tablet.setOpen(true);
  const press = (label: string | RegExp) => {
    const action = tablet.actions().find((one) => one.label.match(label));
    if (!action || action.isDisabled)
      throw new Error(`expected "${label}" of ${tablet.actions().map((one) => one.label)}`);
    action.run();
  };
  return { tablet, measures, press, settings: () => doc.actors.p0.settings };
}

test('the tablet never has more buttons than the panel holds, and each mark is on one of its sheets', () => {
  const { tablet, press, measures } = open(10);
  expect(tablet.actions().length).toBeLessThanOrEqual(PANEL_SLOTS);
  press('All (10)'.replace(/[()]/g, '\\$&'));
  const seen = new Set<string>();
  for (let sheet = 0; sheet < 4; sheet++) {
    expect(tablet.actions().length).toBeLessThanOrEqual(PANEL_SLOTS);
    for (const { id } of tablet.actions()) if (id.startsWith('mark ')) seen.add(id);
    press('More');
  }
  expect(seen.size).toBe(10);
  measures.choose(null);
  press(/ m, Ada /);
  press('Delete');
  expect(measures.marks).toHaveLength(9);
});

test('a measurement is named and a note gets words by the keyboard of the panel; what was chosen first is', () => {
  const { tablet, measures, press } = open(1);
  measures.setTool('note');
  measures.place([0, 1, 0]);
  measures.addNote('', null);
  press(/^All/);
  const writes = () => tablet.actions().find(({ id }) => id === 'write')?.writes;
  expect(writes()?.label).toBe('Words of Note 1');
  writes()?.done(' A crack ');
  expect(measures.marks[1]).toMatchObject({ kind: 'note', text: 'A crack' });
  measures.choose(measures.marks[0].id);
  expect(writes()?.text).toBe('Distance 1');
  expect(tablet.actions().find(({ id }) => id === 'go there')?.label).toBe('Go there (0.5, 0.0, 0.0)');
  writes()?.done('');
  writes()?.done('Door');
  expect(measures.marks[0].name).toBe('Door');
  measures.choose(null);
  expect(writes()).toBeUndefined();
});

test('others are told that it is open, and a tool is put away with it', () => {
  const { press, measures, settings } = open(0);
  expect(settings().tablet).toBe(true);
  press('Area');
  expect(measures.tool).toBe('area');
  press('Put it away');
  expect(measures.tool).toBeNull();
  expect(settings().tablet).toBeUndefined();
});
