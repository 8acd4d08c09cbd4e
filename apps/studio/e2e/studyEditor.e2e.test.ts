import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { advance, bytesOf, dropFile, patience, shareStudio, silentControls } from './studioPage.js';

// One page: what a test writes, the next one finds.
const studio = shareStudio({ room: 'study', isBoxPerson: true, viewport: { width: 1280, height: 800 } });
let page: Page;
beforeAll(async () => {
  page = studio.page;
  await openEditor();
});

/** Tasks of a second, a body that is the tracked pose. */
const short = {
  format: 'leib-study/1',
  id: 'short',
  title: 'A short study',
  participants: 2,
  ethics: { text: 'Taking part is voluntary.' },
  consent: { text: 'A short task.', points: ['I take part.'] },
  body: { kind: 'kinematic' },
  flow: [
    { kind: 'consent', id: 'consent' },
    {
      kind: 'block',
      id: 'delay',
      order: 'permutations',
      conditions: [0, 800].map((latencyMs) => ({ id: `ms${latencyMs}`, set: { body: { latencyMs } } })),
      flow: [
        { kind: 'task', id: 'look', task: 'explore', seconds: 1 },
        { kind: 'questionnaire', id: 'felt', of: 'embodiment-2020' },
      ],
    },
  ],
};

async function openEditor(): Promise<void> {
  await page.getByRole('button', { name: 'Edit studies …' }).click();
  await page.getByRole('dialog', { name: 'Study editor' }).waitFor();
}
const text = () => page.getByRole('textbox', { name: 'Study as JSON' });
const written = async () => JSON.parse(await text().inputValue());
const said = () => page.locator('.study-problem');
const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
const title = () => page.getByRole('textbox', { name: 'Title, en' });
const steps = async (): Promise<string[]> => (await written()).flow.map(({ id }: { id: string }) => id);

test('the form and the text are one study, with one undo', async () => {
  expect((await written()).id).toBe('latency');
  await tab('Study');
  await title().fill('Late bodies');
  expect((await written()).title.en).toBe('Late bodies');
  await page.keyboard.press('Control+z');
  expect((await written()).title.en).toMatch(/^Latency/);
  await page.getByRole('dialog').getByRole('button', { name: /^Redo/ }).click();
  expect(await title().inputValue()).toBe('Late bodies');
});

test('steps are moved by keys and by dragging, and their conditions are changed', async () => {
  await tab('Steps');
  const row = (id: string) => page.locator('.study-step-row', { has: page.getByText(id, { exact: true }) });
  await row('equipment').focus();
  await page.keyboard.press('Alt+ArrowUp');
  expect((await steps()).slice(0, 3)).toEqual(['consent', 'equipment', 'about']);
  await page.keyboard.press('Alt+ArrowUp');
  expect((await steps()).slice(0, 3)).toEqual(['equipment', 'consent', 'about']);
  await row('thanks').dragTo(row('consent'));
  expect((await steps()).slice(0, 3)).toEqual(['equipment', 'thanks', 'consent']);
  await row('latency').click();
  await page.locator('.study-entry summary', { hasText: 'ms125' }).click();
  const latency = page.locator('.study-entry', { hasText: 'ms125' }).getByRole('textbox', { name: 'Latency (ms)' });
  await latency.fill('200');
  await latency.press('Enter');
  const { flow } = await written();
  expect(flow.find(({ id }: { id: string }) => id === 'latency').conditions[1].set.body.latencyMs).toBe(200);
});

test('text that is no study says where, keeps the form, and is still there after the page was loaded anew', async () => {
  const good = await text().inputValue();
  await text().fill(good.replace('"permutations"', '"chance"'));
  await expect.poll(() => said().textContent(), patience).toMatch(/^Line \d+, .*order: expected one of "fixed"/);
  const broken = good.replace('"version": "1",', '"version": "1"');
  await text().fill(broken);
  await expect.poll(() => said().textContent(), patience).toMatch(/^Line 5, column 3: expected "," or "}"/);
  await tab('Study');
  expect([await title().isDisabled(), await title().inputValue()]).toEqual([true, 'Late bodies']);
  await page.reload();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await advance(page, 0.2, { draw: 'none' });
  await openEditor();
  expect(await text().inputValue()).toBe(broken);
  await tab('Study');
  expect(await title().inputValue()).toBe('Late bodies');
  await page.getByRole('button', { name: 'Back to the last that was right' }).click();
  await expect.poll(() => said().textContent(), patience).toMatch(/^It can be run/);
  expect((await written()).title.en).toBe('Late bodies');
});

test('the preview shows the chosen step in each language, and goes on with what is answered', async () => {
  await tab('Steps');
  await tab('Preview');
  await page.locator('.study-step-row', { hasText: 'hand' }).first().click();
  expect(await page.getByRole('img', { name: /^4 boxes/ }).count()).toBe(1);
  await page.getByRole('radiogroup', { name: 'Language of the preview' }).getByText('de', { exact: true }).click();
  expect(await page.locator('.study-shown').textContent()).toContain('Berühren Sie');
  await page.locator('.study-step-row', { has: page.getByText('consent', { exact: true }) }).click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  expect(await page.locator('.study-shown .refusal').textContent()).toBe('expected consent to point 1');
  for (const point of await page.locator('.study-shown').getByRole('checkbox').all()) await point.click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  expect(await page.locator('.study-step-row[aria-current=true]').textContent()).toContain('about');
});

test('a dropped study is opened; a dry run comes to its end; orders are said; participants begin with it', async () => {
  await dropFile(page, 'short.json', JSON.stringify(short));
  await tab('JSON');
  await expect.poll(async () => (await written()).id, patience).toBe('short');
  await tab('Orders');
  await page.getByText('equally often, after every 2 participants: once with 2.').waitFor();
  await tab('Dry run');
  await page.getByRole('button', { name: 'Start the dry run' }).click();
  const found = page.getByRole('region', { name: 'Result of the dry run' });
  await found.waitFor(patience);
  expect(await found.textContent()).toContain('It came to the end. 5 of 5 steps');
  expect(await found.getByRole('row', { name: /agency/ }).textContent()).toMatch(/ms0 -?\d.*ms800 -?\d/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the study as a file' }).click();
  expect(JSON.parse((await bytesOf(await download)).toString())).toEqual(short);
  await page.getByRole('button', { name: 'Run this study' }).click();
  await advance(page, 0.2, { draw: 'none' });
  await page.getByRole('option', { name: 'short' }).waitFor({ state: 'attached' });
  expect(await page.getByRole('combobox', { name: 'Study', exact: true }).inputValue()).toBe('own');
});

test('nothing in the editor is silent or violates axe, and the console is quiet', async () => {
  await openEditor();
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found: string[] = [];
  // Boxes to agree and answers of the preview are the participant's, who has no titles.
  for (const view of ['Consent', 'Body', 'Steps', 'Preview', 'Orders', 'Dry run']) {
    await tab(view);
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      const { violations: all } = await axe.run('dialog[open]', { resultTypes: ['violations'] });
      return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    });
    found.push(...violations.map((what) => `${view}: ${what}`));
    const silent = await silentControls(page);
    found.push(...silent.filter((html) => !/type="(radio|checkbox)"/.test(html)).map((what) => `${view}: ${what}`));
  }
  expect(found).toEqual([]);
  expect(studio.problems).toEqual([]);
});
