import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { defaultSkeleton } from '@leib/body';
import { type HumanoidBone, jointOfBone, type Pose } from '@leib/core';
import {
  buildEmbody,
  createCrowd,
  createEmbodyCrowdSolver,
  defaultEmbodySettings,
  defaultLodSettings,
  loadPrior,
  stepCrowd,
} from '@leib/embody';
import {
  createDeviceFrame,
  createEmulatedSource,
  createJointReader,
  createPlacement,
  readJoints,
  setMoveWish,
} from '@leib/tracking';
import type { BrowserContextOptions, Page } from 'playwright';

/** Opens the studio at an address behind #, with the page's clock by hand. */
type OpenPage = (hash: string, options: BrowserContextOptions) => Promise<Page>;
type Point = readonly [x: number, y: number, z: number];
/** Joints of one moment, the stage's metres. */
type Figure = Readonly<Partial<Record<HumanoidBone, Point>>>;

/** Ten moments over two strides at 1.1 m/s, when the walk has become even. */
const MOMENTS = 10;
const MOMENT_SECONDS = 14 / 60;
const WALK_IN_SECONDS = 2.5;
/** The same from standing: the first steps. */
const START_MOMENT_SECONDS = 7 / 60;

/** One moment of a strip, pixels, and what of the room it shows, metres: to both sides of the hips, from below the floor to above the head. */
const CELL = { width: 120, height: 208 } as const;
const SHOWN = { aside: 0.6, below: 0.14, above: 1.95 } as const;

/** The camera stands to the person's right, so that they walk to the right; far away, so that lines that are parallel look it. */
const camera = { position: [-8, 0.95, 0], target: [0, 0.95, 0] } as const;
const wide: BrowserContextOptions = { viewport: { width: 1500, height: 1400 } };
const phone: BrowserContextOptions = { viewport: { width: 900, height: 1400 }, hasTouch: true, isMobile: true };
/** Nothing in the way, and the view goes along. */
const bare = { follow: true, showMirror: false } as const;
/** Keys push the stick, as fast as they walk. */
const byStick = { ...bare, keys: 'stick', walkSpeed: 1.1 } as const;

const walks: Readonly<Record<string, (open: OpenPage) => Promise<string>>> = {
  start: (open) => photograph(open, hashOf('mirror', bare), wide, holdW, START_MOMENT_SECONDS, 0),
  keys: (open) => photograph(open, hashOf('mirror', bare), wide, holdW),
  stick: (open) => photograph(open, hashOf('mirror', byStick), wide, holdW),
  touch: (open) => photograph(open, hashOf('mirror', bare), phone, pushTouchStick),
  'second-body': (open) => photograph(open, hashOf('reembody', { ...bare, ghost: 'hidden', things: [] }), wide, holdW),
  headset: walkInHeadset,
  remote: walkBesideAnother,
  crowd: walkInCrowd,
};

export const walkNames = Object.keys(walks);

/** Ten moments of a walk side by side, a PNG as a data address. */
export async function drawWalk(name: string, open: OpenPage): Promise<string> {
  const walk = walks[name];
  if (!walk) throw new Error(`walk: expected one of ${walkNames.join(', ')}, got "${name}".`);
  return walk(open);
}

/** A shared view's address (app/share/sharedView.ts): the room with these settings, moved by mouse and keys. */
function hashOf(room: string, settings: object): string {
  const view = { format: 'leib-view/1', room, settings, camera, source: { kind: 'emulator' } };
  return `#/${room}?s=${deflateRawSync(JSON.stringify(view)).toString('base64url')}`;
}

async function holdW(page: Page): Promise<void> {
  await page.locator('canvas.viewport').focus();
  await page.keyboard.down('w');
}

async function pushTouchStick(page: Page): Promise<void> {
  const stick = await page.locator('.touch-stick').first().boundingBox();
  if (!stick) throw new Error('expected touch sticks, got none.');
  const [x, y] = [stick.x + stick.width / 2, stick.y + stick.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - stick.height / 2);
}

function advance(page: Page, seconds: number, draw: 'none' | 'last' = 'none'): Promise<unknown> {
  return page.evaluate(([time, how]) => globalThis.leibStudio?.advance(time, { draw: how }), [seconds, draw] as const);
}

/** Waits until mouse and keys move the person; what lies over the picture is not seen. */
async function settle(page: Page): Promise<void> {
  // By a timer: frames come from advance() only.
  await page.waitForFunction(() => globalThis.leibStudio?.handleWorld('head') != null, null, { polling: 50 });
  await page.addStyleTag({ content: '#root { opacity: 0; }' });
  await advance(page, 1);
}

/** Photographs the avatar as the page draws it. */
async function photograph(
  open: OpenPage,
  hash: string,
  options: BrowserContextOptions,
  begin: (page: Page) => Promise<void>,
  momentSeconds = MOMENT_SECONDS,
  walkInSeconds = WALK_IN_SECONDS,
): Promise<string> {
  const page = await open(hash, options);
  await settle(page);
  await begin(page);
  await advance(page, walkInSeconds);
  const pictures: string[] = [];
  for (let i = 0; i < MOMENTS; i++) {
    await advance(page, momentSeconds, 'last');
    const clip = await page.evaluate(({ aside, below, above }) => {
      const probe = globalThis.leibStudio;
      const [x, , z] = probe?.jointWorld('hips') ?? [0, 0, 0];
      const [left, top] = probe?.onScreen([x, above, z - aside]) ?? [0, 0];
      const [right, bottom] = probe?.onScreen([x, -below, z + aside]) ?? [0, 0];
      return { x: left, y: top, width: right - left, height: bottom - top };
    }, SHOWN);
    pictures.push((await page.screenshot({ clip })).toString('base64'));
  }
  const strip = await page.evaluate(
    async ([images, { width, height }]) => {
      const canvas = document.createElement('canvas');
      canvas.width = width * images.length;
      canvas.height = height;
      const context = canvas.getContext('2d');
      for (const [i, image] of images.entries()) {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
        context?.drawImage(bitmap, i * width, 0, width, height);
      }
      return canvas.toDataURL('image/png');
    },
    [pictures, CELL] as const,
  );
  await page.close();
  return strip;
}

/** A body as lines between joints; those of the right side, which is nearer, are darker. */
const lines: readonly (readonly HumanoidBone[])[] = [
  ['leftUpperArm', 'leftLowerArm', 'leftHand'],
  ['leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'leftToes'],
  ['hips', 'spine', 'chest', 'neck', 'head'],
  ['rightUpperLeg', 'rightLowerLeg', 'rightFoot', 'rightToes'],
  ['rightUpperArm', 'rightLowerArm', 'rightHand'],
];
const bones = [...new Set(lines.flat())];

/** Draws joints where no picture of the body from the side can be had, row by row. Marks on the floor are half a metre apart. */
async function drawFigures(
  page: Page,
  rows: readonly { readonly label: string; readonly figures: readonly Figure[] }[],
) {
  return page.evaluate(
    ([drawn, parts, { width, height }, { aside, below, above }]) => {
      const canvas = document.createElement('canvas');
      canvas.width = width * Math.max(...drawn.map(({ figures }) => figures.length));
      canvas.height = height * drawn.length;
      const context = canvas.getContext('2d');
      if (!context) return '';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.lineCap = 'round';
      const scale = height / (above + below);
      for (const [row, { label, figures }] of drawn.entries()) {
        const toY = (y: number) => row * height + (above - y) * scale;
        for (const [i, figure] of figures.entries()) {
          const middle = figure.hips?.[2] ?? 0;
          const toX = (z: number) => (i + (z - middle + aside) / (2 * aside)) * width;
          context.fillStyle = '#888';
          context.fillRect(i * width, toY(0), width, 1);
          for (let mark = Math.ceil((middle - aside) * 2) / 2; mark < middle + aside; mark += 0.5) {
            context.fillRect(toX(mark), toY(0), 1, (below / 2) * scale);
          }
          for (const part of parts) {
            context.strokeStyle = part[0].startsWith('left') ? '#9bbce0' : '#1f5fa8';
            context.lineWidth = 5;
            context.beginPath();
            for (const bone of part) {
              const at = figure[bone];
              if (at) context.lineTo(toX(at[2]), toY(at[1]));
            }
            context.stroke();
          }
          const [, headY, headZ] = figure.head ?? [0, 0, 0];
          context.fillStyle = '#1f5fa8';
          context.beginPath();
          context.arc(toX(headZ), toY(headY + 0.09), 0.09 * scale, 0, 2 * Math.PI);
          context.fill();
        }
        context.fillStyle = '#333';
        context.font = '13px sans-serif';
        context.fillText(label, 6, row * height + 16);
      }
      return canvas.toDataURL('image/png');
    },
    [rows, lines, CELL, SHOWN] as const,
  );
}

/** The ten moments of the joints that a page has; `prefix` names another body of the room Re-embody. */
async function readFigures(page: Page, step: () => Promise<unknown>, prefix = ''): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let i = 0; i < MOMENTS; i++) {
    await step();
    const places = await page.evaluate(
      ([names, other]) =>
        names.map((bone) => [
          bone,
          (other ? globalThis.leibStudio?.thingWorld(`${other} ${bone}`) : globalThis.leibStudio?.jointWorld(bone)) ??
            undefined,
        ]),
      [bones, prefix] as const,
    );
    figures.push(Object.fromEntries(places) as Figure);
  }
  return figures;
}

/** The emulated headset's stick, in a WebXR session: what it shows is seen out of the wearer's eyes, so joints are drawn. */
async function walkInHeadset(open: OpenPage): Promise<string> {
  const page = await open(hashOf('mirror', byStick), wide);
  await settle(page);
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByRole('button', { name: 'Leave VR' }).waitFor();
  await advance(page, 1);
  await holdW(page);
  await advance(page, WALK_IN_SECONDS);
  const figures = await readFigures(page, () => advance(page, MOMENT_SECONDS));
  const strip = await drawFigures(page, [{ label: 'emulated headset, stick', figures }]);
  await page.close();
  return strip;
}

/** Two pages in a world on the server: one walks, and what the other one sees of it is drawn. */
async function walkBesideAnother(open: OpenPage): Promise<string> {
  const shared = hashOf('reembody', { ...bare, things: [], where: 'server', sharedRoom: 7 });
  const walker = await open(shared, wide);
  await settle(walker);
  const watcher = await open(shared, wide);
  await settle(watcher);
  // Each page's frames are the world's clock, one after the other.
  const step = async (seconds: number) => {
    for (let frame = 0; frame < Math.round(seconds * 30); frame++) {
      await advance(walker, 1 / 60);
      await advance(watcher, 1 / 60);
    }
  };
  await holdW(walker);
  await step(WALK_IN_SECONDS);
  const figures = await readFigures(watcher, () => step(MOMENT_SECONDS), 'other 1');
  const strip = await drawFigures(watcher, [{ label: 'another person, by network', figures }]);
  await walker.close();
  await watcher.close();
  return strip;
}

/** One of a crowd at each level of detail: all three go by a head that glides. */
async function walkInCrowd(open: OpenPage): Promise<string> {
  const skeleton = defaultSkeleton;
  const place = (pose: Pose, bone: HumanoidBone): Point => {
    const [x, y, z] = pose.worldPositions.subarray(jointOfBone(skeleton, bone) * 3);
    return [x, y, z];
  };
  const standingHeadHeight = skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1];
  const source = createEmulatedSource({ standingHeadHeight });
  setMoveWish(source.state, 1, 0, 0, 0);
  const devices = createDeviceFrame();
  const reader = createJointReader(skeleton);
  reader.placement = { ...createPlacement(), yaw: Math.PI };
  const weights = await readFile(createRequire(import.meta.url).resolve('@leib/embody/prior.bin'));
  const model = buildEmbody(skeleton, defaultEmbodySettings, loadPrior(weights));
  const members = ['full', 'reduced', 'far'].map(() => ({ skeleton, solver: createEmbodyCrowdSolver(model) }));
  const crowd = createCrowd(members);
  const { fullDistance, reducedDistance } = defaultLodSettings;
  const distances = Float64Array.of(0, (fullDistance + reducedDistance) / 2, 2 * reducedDistance);
  const dt = 1 / 60;
  const frames: Figure[][] = [[], [], []];
  const count = Math.round((WALK_IN_SECONDS + MOMENTS * MOMENT_SECONDS) / dt);
  for (let frame = 1; frame <= count; frame++) {
    source.step(dt, devices);
    const joints = readJoints(reader, devices, source.offsets, dt);
    stepCrowd(crowd, [joints, joints, joints], distances, dt);
    const since = frame - Math.round(WALK_IN_SECONDS / dt);
    if (since <= 0 || since % Math.round(MOMENT_SECONDS / dt) !== 0) continue;
    for (const [i, { pose }] of crowd.avatars.entries()) {
      frames[i].push(Object.fromEntries(bones.map((bone) => [bone, place(pose, bone)])));
    }
  }
  const page = await open('', wide);
  const strip = await drawFigures(page, [
    { label: 'crowd, near: in full', figures: frames[0] },
    { label: 'farther: thirty times a second', figures: frames[1] },
    { label: 'far', figures: frames[2] },
  ]);
  await page.close();
  return strip;
}
