import { defaultSkeleton } from '@leib/body';
import { bvhAssumptions, readBvh, writeBvh } from '@leib/formats';
import { beforeEach, expect, test } from 'vitest';
import { type ClipChoices, type OpenClip, readClip } from '../../files/readClip.js';
import { usePage } from '../../ui/pageStore.js';
import { useStudioStore } from '../studioStore.js';
import { boneRowsOfClip, clipRows } from './ClipFacts.js';
import { noticeOfClip, openClip } from './openClip.js';

const localRotations = new Float64Array(3 * defaultSkeleton.jointCount * 4);
for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
const rootPositions = Float64Array.from({ length: 9 }, (_, i) => defaultSkeleton.restWorldPositions[i % 3]);
const text = writeBvh({
  name: 'still',
  skeleton: defaultSkeleton,
  hz: 30,
  frameCount: 3,
  rootPositions,
  localRotations,
});
const bytes = new TextEncoder().encode(text);

async function open(choices: ClipChoices): Promise<OpenClip> {
  openClip('still.bvh', await readClip(bytes, 'still.bvh', choices), choices);
  return useStudioStore.getState().clip as OpenClip;
}

const row = (clip: OpenClip, label: string) => {
  const found = clipRows(clip).find((candidate) => candidate.label === label);
  if (!found) throw new Error(label);
  return found;
};

beforeEach(() => {
  useStudioStore.setState({ clip: null, isEditingClip: false });
  usePage.setState({ notices: [] });
});

test('each row shows what was found, and what is chosen is read', async () => {
  const clip = await open({});
  expect(clipRows(clip).map(({ value, options }) => [value, options[0].label])).toEqual([
    ['', 'Found: +Y'],
    ['', 'Found: centimetre'],
    ['', 'Found: of the file'],
    ['', 'Found'],
  ]);
  let choices = row(clip, 'Up').choose('-z');
  choices = row({ ...clip, choices }, 'Unit').choose('mm');
  choices = row({ ...clip, choices }, 'Rest pose').choose('0');
  expect(choices).toEqual({ up: '-z', scale: 0.001, rest: 0 });
  const changed = await open(choices);
  expect(changed.assumptions.map(({ short }) => short).slice(0, 3)).toEqual([
    '-Z up',
    '0.001 m per unit',
    'frame 0 as rest pose',
  ]);
  // What was found stays on offer, and going back to it leaves nothing chosen.
  expect(row(changed, 'Up').options[0].label).toBe('Found: +Y');
  expect(row(changed, 'Up').choose('')).toEqual({ scale: 0.001, rest: 0 });
});

test('a joint that is chosen carries its bone, and none', async () => {
  const clip = await open({});
  const head = boneRowsOfClip(clip).find(({ bone }) => bone === 'head');
  expect(head?.value).toBe('head');
  const moved = await open(head?.choose('neck') ?? {});
  expect(moved.bones).toMatchObject({ head: 'neck' });
  expect(moved.bones.neck).toBeUndefined();
  const none = await open(head?.choose('') ?? {});
  expect(none.bones.head).toBeUndefined();
});

test('only doubts are said in a notice, with a way to change them', async () => {
  const sure = await readBvh(bytes);
  noticeOfClip('still.bvh', bvhAssumptions(sure), () => {});
  expect(usePage.getState().notices).toEqual([]);
  const odd = await readBvh(
    text.replace(/OFFSET (\S+) (\S+) (\S+)/g, (_, x, y, z) => `OFFSET ${x / 60} ${y / 60} ${z / 60}`),
  );
  let isOpened = false;
  noticeOfClip('odd.bvh', bvhAssumptions(odd), () => {
    isOpened = true;
  });
  const [notice] = usePage.getState().notices;
  expect(notice.text).toMatch(/^odd\.bvh: No unit gives a person’s size: the body is 1\.\d\d m tall/);
  notice.action?.run();
  expect(isOpened).toBe(true);
});
