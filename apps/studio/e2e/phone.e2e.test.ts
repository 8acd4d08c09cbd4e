import { expect, test } from 'vitest';
import { advance, contrastOf, jointAt, lookAt, patience, shareStudio } from './studioPage.js';

const studio = shareStudio({ viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true });

/** The click of a tap comes after the tap: what goes on before it may move the button away from it. */
async function showPanel(isOpen: boolean): Promise<void> {
  const { page } = studio;
  // Not by a tap: a browser swallows one that follows a drag too soon.
  await page.getByRole('button', { name: `${isOpen ? 'Open' : 'Close'} the panel (P)` }).click();
  await page.locator('.panel').waitFor({ state: isOpen ? 'visible' : 'detached' });
}

test('on a phone nothing sticks out and every control can be reached', async () => {
  const { page, problems } = studio;
  const sticksOut = () =>
    page.evaluate(() => {
      const { scrollWidth } = document.documentElement;
      // A row that scrolls sideways may be longer than the page, but stands in it.
      const isInRow = (element: Element) => {
        const row = element.closest('.tiles')?.getBoundingClientRect();
        return row !== undefined && row.left > -1 && row.right < innerWidth + 1;
      };
      const out = [...document.querySelectorAll('button, select, input:not([type=file]), .card')].filter((element) => {
        if (element.matches('.skip-link') || isInRow(element)) return false;
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      });
      return { scrollWidth, innerWidth, out: out.map((element) => element.outerHTML.slice(0, 80)) };
    });
  expect(await sticksOut()).toEqual({ scrollWidth: 390, innerWidth: 390, out: [] });
  expect(contrastOf(await lookAt(page, [0.1, 0.15, 0.9, 0.85]))).toBeGreaterThan(8);

  // The panel is closed at first: the person has the screen.
  expect(await page.locator('.panel').count()).toBe(0);
  await showPanel(true);
  await advance(page, 0.1);
  expect((await sticksOut()).out).toEqual([]);
  // The person is still to be seen above the sheet.
  expect(contrastOf(await lookAt(page, [0.1, 0.08, 0.9, 0.42]))).toBeGreaterThan(8);

  const controls = page
    .locator('.panel')
    .locator('button:not(:disabled), input[type=range]:not(:disabled), [role=switch]');
  expect(await controls.count()).toBeGreaterThan(20);
  const outOfReach = await controls.evaluateAll((elements) =>
    elements
      .filter((element) => {
        element.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit === null || !(element.contains(hit) || hit.contains(element));
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
  expect(outOfReach).toEqual([]);
  await page.getByRole('button', { name: /^Mouse, keys/ }).tap();
  await page.getByText('Mouse and keyboard, live').waitFor();
  expect((await sticksOut()).out).toEqual([]);
  expect(problems).toEqual([]);
});

test('the list of rooms says what each is for, leads there and closes', async () => {
  const { page } = studio;
  await page.getByRole('button', { name: /^Rooms, now in Mirror/ }).tap();
  const list = page.getByRole('dialog', { name: 'Rooms' });
  expect(await list.getByRole('link').count()).toBeGreaterThanOrEqual(7);
  await list.getByRole('link', { name: /^Embody/ }).tap();
  await page.getByRole('button', { name: /^Rooms, now in Embody/ }).waitFor();
  expect(await list.count()).toBe(0);
  expect(await page.title()).toBe('Embody · Leib');
});

test('the sheet has three sizes, by tap, keys and drag', async () => {
  const { page } = studio;
  const handle = page.getByRole('separator', { name: 'Size of Panel' });
  const height = async () => (await page.locator('.panel').boundingBox())?.height ?? 0;
  const half = await height();
  await handle.tap();
  const full = await height();
  expect(full).toBeGreaterThan(half + 150);
  expect(await handle.getAttribute('aria-valuetext')).toBe('full');
  await handle.press('ArrowDown');
  await handle.press('ArrowDown');
  expect(await height()).toBeLessThan(half - 150);
  const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 200, { steps: 3 });
  await page.mouse.up();
  expect(await height()).toBe(half);
});

test('two fingers that part bring the camera nearer, and move the view along', async () => {
  const { page } = studio;
  await showPanel(false);
  const touches = await page.context().newCDPSession(page);
  const onScreen = (bone: 'head' | 'hips') =>
    page.evaluate((name) => globalThis.leibStudio?.jointOnScreen(name) ?? [0, 0], bone);
  const seen = async () => {
    await advance(page, 0.5);
    const [head, hips] = [await onScreen('head'), await onScreen('hips')];
    return { size: hips[1] - head[1], x: hips[0] };
  };
  /** Two fingers left and right of the middle, so far apart, moved along by so much. */
  const touch = (type: 'touchStart' | 'touchMove', apart: number, along: number) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [-1, 1].map((side, id) => ({ x: 195 + side * apart + along, y: 300, id })),
    });
  const before = await seen();
  await touch('touchStart', 40, 0);
  for (const share of [0.5, 1]) await touch('touchMove', 40 + 30 * share, 0);
  for (const share of [0.5, 1]) await touch('touchMove', 70, 60 * share);
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const after = await seen();
  expect(after.size).toBeGreaterThan(before.size * 1.2);
  expect(after.x).toBeGreaterThan(before.x + 20);
  await page.keyboard.press('Home');
  await showPanel(true);
});

test('sticks walk and turn the person, and help speaks of fingers', async () => {
  const { page } = studio;
  await showPanel(false);
  await page.getByRole('button', { name: 'Touch (?)' }).tap();
  await page.getByRole('dialog', { name: 'Touch' }).getByText('Two fingers').waitFor();
  await page.keyboard.press('Escape');
  const before = await jointAt(page, 'head');
  const push = async (name: RegExp, dx: number, dy: number) => {
    const box = (await page.getByRole('img', { name }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, { steps: 2 });
    await advance(page, 0.7);
    await page.mouse.up();
  };
  await push(/^Walk/, 0, -40);
  await advance(page, 0.3);
  const walked = await jointAt(page, 'head');
  expect(walked.z).toBeGreaterThan(before.z + 0.25);
  // To the right of a person who faces the mirror: the right hand goes back.
  const hand = await jointAt(page, 'rightHand');
  await push(/^Turn/, 40, 0);
  await advance(page, 0.3);
  const turned = await jointAt(page, 'rightHand');
  expect(turned.z - (await jointAt(page, 'head')).z).toBeLessThan(hand.z - walked.z - 0.05);
  await showPanel(true);
});

test('one finger looks from another side, two pinch and move the view; a dragged ball moves the hand alone', async () => {
  const { page } = studio;
  await page.evaluate(() => {
    location.hash = '#/mirror';
  });
  await page.getByRole('button', { name: /^Rooms, now in Mirror/ }).waitFor();
  await showPanel(false);
  await advance(page, 1);
  const touches = await page.context().newCDPSession(page);
  type Point = readonly [x: number, y: number];
  const drag = async (from: readonly Point[], to: readonly Point[]) => {
    const at = (share: number) =>
      from.map(([x, y], id) => ({ id, x: x + share * (to[id][0] - x), y: y + share * (to[id][1] - y) }));
    await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (const share of [0.5, 1]) {
      await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
    }
    await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await advance(page, 0.5);
  };
  /** Where three places of the stage are drawn: on the floor, above it, and to the side. */
  const view = () =>
    page.evaluate(() =>
      (
        [
          [0, 0, 0],
          [0, 1.6, 0],
          [0.5, 0, 0],
        ] as const
      ).map((at) => globalThis.leibStudio?.onScreen(at) ?? [0, 0]),
    );
  const height = (of: readonly (readonly number[])[]) => of[0][1] - of[1][1];
  const width = (of: readonly (readonly number[])[]) => Math.abs(of[2][0] - of[0][0]);
  const first = await view();
  await drag([[60, 200]], [[150, 200]]);
  const orbited = await view();
  expect(Math.abs(width(orbited) - width(first)) / width(first)).toBeGreaterThan(0.05);
  await drag(
    [
      [170, 200],
      [220, 200],
    ],
    [
      [100, 200],
      [290, 200],
    ],
  );
  const pinched = await view();
  expect(height(pinched)).toBeGreaterThan(1.15 * height(orbited));
  await drag(
    [
      [100, 200],
      [150, 200],
    ],
    [
      [160, 200],
      [210, 200],
    ],
  );
  const moved = await view();
  expect(moved[0][0] - pinched[0][0]).toBeGreaterThan(20);
  expect(Math.abs(height(moved) / height(pinched) - 1)).toBeLessThan(0.1);
  await page.keyboard.press('f');
  await advance(page, 2);
  const framed = await view();
  const hand = await jointAt(page, 'rightHand');
  const [x, y] = (await page.evaluate(() => globalThis.leibStudio?.jointOnScreen('rightHand'))) ?? [0, 0];
  await drag([[x, y]], [[x, y - 70]]);
  expect((await jointAt(page, 'rightHand')).y - hand.y).toBeGreaterThan(0.05);
  const after = await view();
  expect(Math.hypot(after[0][0] - framed[0][0], after[0][1] - framed[0][1])).toBeLessThan(2);
  await showPanel(true);
});

test('nor in the room "Mocap", whose figures are seen above the sheet', async () => {
  const { page, problems } = studio;
  await page.evaluate(() => {
    location.hash = '#/mocap';
  });
  for (const name of ['Bodies', 'Offsets', 'Solve', 'Characters', 'Takes', 'Rig']) {
    await page.getByRole('tab', { name }).tap();
    await advance(page, 0.1);
    const out = await page.evaluate(() =>
      [...document.querySelectorAll('.panel *, .topbar button')]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && (left < -1 || right > innerWidth + 1);
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(out, name).toEqual([]);
  }
  expect(contrastOf(await lookAt(page, [0.05, 0.1, 0.95, 0.42]))).toBeGreaterThan(4);
  expect(problems).toEqual([]);
});

test('nor in the room "Body", where the person is seen above the sheet', async () => {
  const { page, problems } = studio;
  await page.evaluate(() => {
    location.hash = '#/body';
  });
  for (const name of ['Measures', 'Shape', 'Compare', 'Files']) {
    await page.getByRole('tab', { name }).tap();
    const out = await page.evaluate(() =>
      [...document.querySelectorAll('.panel *, .topbar button')]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && (left < -1 || right > innerWidth + 1);
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(out).toEqual([]);
  }
  // The body comes from a worker.
  await expect
    .poll(async () => {
      await advance(page, 0.5);
      return contrastOf(await lookAt(page, [0.3, 0.1, 0.7, 0.42]));
    }, patience)
    .toBeGreaterThan(8);
  expect(problems).toEqual([]);
});
