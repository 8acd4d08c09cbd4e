import { buildTestRig } from '@leib/three/testing';
import { expect, test } from 'vitest';
import { advance, dropFile, patience, readProbe, shareStudio, silentControls } from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });
const nonsense = new Uint8Array(buildTestRig({ names: 'numbers', without: /Toes/ }));

const jointOf = (bone: 'neck' | 'upperChest') =>
  studio.page.evaluate((name) => globalThis.leibStudio?.jointWorld(name as never) ?? null, bone);

test('bones with names that say nothing are asked for, set in the list and on the picture, worn and remembered', async () => {
  const { page } = studio;
  const panel = page.getByRole('dialog', { name: 'Bones of this avatar' });
  await dropFile(page, 'nonsense.glb', nonsense);
  await panel.getByText('found only by place').first().waitFor();
  // What was worn stays worn.
  expect(await readProbe(page, ({ avatar }) => avatar?.name)).toBe('Tester 1');

  // In the list: a forearm that is taken away leaves no arm to move, and comes back with Ctrl+Z.
  await panel.getByLabel('Left hand', { exact: true }).selectOption('node7');
  await panel.getByText('it lacks a left arm with an elbow').waitFor();
  expect(await panel.getByRole('button', { name: 'Wear it' }).isDisabled()).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(() => panel.getByLabel('Left hand', { exact: true }).inputValue(), patience).toBe('node8');
  await panel.getByText('Shoulders, chest, toes, face').click();
  await panel.getByLabel('Neck', { exact: true }).selectOption('none');

  // On the picture: the joint, then the bone.
  await panel.locator('circle[data-joint="node3"]').click();
  expect(await silentControls(page)).toEqual([]);
  await panel.getByLabel('node3 is').selectOption('Upper chest');
  await expect.poll(() => panel.getByLabel('Upper chest', { exact: true }).inputValue(), patience).toBe('node3');
  expect(await panel.locator('.bone-row', { hasText: 'Upper chest' }).textContent()).toContain('set by hand');

  // The T-pose check shows the avatar with these bones and bends an arm.
  await panel.getByRole('button', { name: 'T-pose check' }).click();
  await panel.getByText('The left arm should bend.').waitFor();
  const hand = panel.locator('circle[data-joint="node8"]');
  const before = await hand.getAttribute('cx');
  await advance(page, 0.8);
  await expect.poll(() => hand.getAttribute('cx'), patience).not.toBe(before);

  await panel.getByRole('button', { name: 'Wear it' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /bones, set by hand: check/ }).waitFor();
  expect(await jointOf('neck')).toBeNull();
  expect(await jointOf('upperChest')).not.toBeNull();

  await page.reload();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await dropFile(page, 'other-name.glb', nonsense);
  await page.getByText('other-name.glb: its bones are as you set them').waitFor();
  expect(await jointOf('upperChest')).not.toBeNull();
  await page.getByRole('button', { name: 'Guess again' }).last().click();
  await panel.getByText('found only by place').first().waitFor();
  await panel.getByRole('button', { name: 'Cancel' }).click();
});

test('a thing without limbs is refused in one sentence, without a panel', async () => {
  const { page } = studio;
  const chair = buildTestRig({ names: 'numbers', without: /Shoulder|Arm|Hand|Leg|Foot|Toes/ });
  await dropFile(page, 'chair.glb', new Uint8Array(chair));
  await page.getByText(/"chair.glb" cannot be worn: no person was found in it; it lacks hips, a head/).waitFor();
  expect(await page.getByRole('dialog', { name: 'Bones of this avatar' }).count()).toBe(0);
});
