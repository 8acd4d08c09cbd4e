import { readFileSync } from 'node:fs';
import { createShapedBody, loadBodySpace, shapeBody } from '@leib/body';
import { readGlb, writeObj } from '@leib/formats';
import { parseRigPoints } from '@leib/mocap';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { advance, bytesOf, distanceOf, dropFile, shareStudio, thingAt } from './studioPage.js';

const studio = shareStudio({ room: 'mocap' });
let page: Page;

const bodies = new URL('../../../packages/body/assets/leib-bodies.bin', import.meta.url);
const model = loadBodySpace(new Uint8Array(readFileSync(bodies))).neutral;
const shaped = createShapedBody(model);
shapeBody(model, new Float64Array(model.betaCount), shaped);

/** The default person as bare triangles in centimetres. */
const person = writeObj({
  name: 'person',
  positions: shaped.positions.map((value) => value * 100),
  triangles: model.triangles,
  groups: [],
});
const trueJoint = (bone: string) => {
  const [x, y, z] = shaped.joints.subarray(model.jointNames.indexOf(bone as never) * 3);
  return { x, y, z };
};

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('tab', { name: 'Rig' }).waitFor();
  await dropFile(page, 'person.obj', person);
  await page.getByTestId('rig-size').waitFor();
  await advance(page, 0.5);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function download(name: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await button(name).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) };
}

test('a dropped mesh stands alone on the stage with proposed points near its joints', async () => {
  expect(await page.getByTestId('rig-size').textContent()).toBe('13,380 vertices, 26,756 triangles');
  for (const bone of ['leftLowerArm', 'rightHand', 'leftLowerLeg', 'hips', 'neck']) {
    expect(distanceOf(await thingAt(page, `rig:${bone}`), trueJoint(bone))).toBeLessThan(0.06);
  }
  expect(await page.locator('.stage-labels span:visible', { hasText: 'left elbow' }).count()).toBe(1);
});

test('a point that is dragged takes its image along, lands inside the limb, and can be put back', async () => {
  const before = await thingAt(page, 'rig:leftLowerLeg');
  const box = await page.locator('.stage-labels span:visible', { hasText: 'left knee' }).boundingBox();
  if (!box) throw new Error('the label of the left knee is not shown');
  // The text stands 9 pixels right of its point.
  const [x, y] = [box.x - 9, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 12, { steps: 3 });
  await page.mouse.up();
  await advance(page, 0.2);
  const after = await thingAt(page, 'rig:leftLowerLeg');
  const image = await thingAt(page, 'rig:rightLowerLeg');
  expect(after.y - before.y).toBeLessThan(-0.03);
  expect(image.x).toBeCloseTo(-after.x, 2);
  expect(image.y).toBeCloseTo(after.y, 9);
  // The leg is 12 cm thick there, and the ray entered at its front.
  expect(Math.abs(after.z - before.z)).toBeLessThan(0.03);
  await button('Undo the last change of points').click();
  await advance(page, 0.2);
  expect(distanceOf(await thingAt(page, 'rig:leftLowerLeg'), before)).toBeLessThan(1e-6);
});

test('what is saved opens elsewhere: a GLB with a skin, and points in the file’s own centimetres', async () => {
  const glb = await download('Save GLB');
  expect(glb.name).toBe('person-rigged.glb');
  const { json } = readGlb(glb.bytes);
  expect(json.skins).toHaveLength(1);
  expect((json.nodes as { name: string }[]).map(({ name }) => name)).toContain('leftLowerArm');
  const saved = await download('Save points');
  const parsed = parseRigPoints(saved.bytes.toString());
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(parsed.value.unit).toBe('cm');
  expect(Math.abs((parsed.value.points.hips?.[1] ?? 0) - 89)).toBeLessThan(4);
});

test('the rigged mesh becomes the agent and moves with the actor', async () => {
  await button('Make it the agent').click();
  await page.getByRole('tab', { name: 'Characters' }).click();
  await advance(page, 0.5);
  expect(await page.getByRole('combobox', { name: 'Character' }).inputValue()).toBe('file');
  const before = await thingAt(page, 'agent:rightHand');
  let farthest = 0;
  for (let step = 0; step < 4; step++) {
    await advance(page, 0.7, { draw: 'none' });
    farthest = Math.max(farthest, distanceOf(before, await thingAt(page, 'agent:rightHand')));
  }
  expect(farthest).toBeGreaterThan(0.05);
});

test('a file that is no mesh is refused in one sentence', async () => {
  await dropFile(page, 'broken.obj', 'v 0 0 0\nf 1 2 3\n');
  await advance(page, 0.1);
  expect(await page.locator('.rig-section [role=alert]').textContent()).toContain('broken.obj: OBJ line 2');
});
