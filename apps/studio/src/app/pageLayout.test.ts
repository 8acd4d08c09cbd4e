import { expect, test } from 'vitest';
import {
  besideCards,
  coveredBy,
  expectedCover,
  hasOneSide,
  isSmallScreen,
  nearestSheetSize,
  nextSheetSize,
  panelOnEntering,
  placeNotices,
  sheetSizes,
  tappedSheetSize,
} from './pageLayout.js';

const none = { top: 0, left: 0, right: 0, bottom: 0 };
const closed = { isPanelOpen: false, panelWidth: undefined, guideWidth: undefined };

test('with nothing open the whole canvas is free', () => {
  expect(expectedCover({ width: 1280, height: 800, ...closed })).toMatchObject(none);
  expect(coveredBy({ top: 60, left: 14, right: 14, bottom: 80 }, { width: 1280, height: 800 })).toMatchObject(none);
});

test('on a wide screen the panel covers the right and a guide the left, before and after they are measured', () => {
  const size = { width: 1280, height: 800 };
  expect(expectedCover({ ...size, isPanelOpen: true, panelWidth: 400, guideWidth: 300 })).toMatchObject({
    ...none,
    left: 300,
    right: 400,
  });
  expect(coveredBy({ top: 60, left: 300, right: 400, bottom: 80 }, size)).toMatchObject({
    ...none,
    left: 300,
    right: 400,
  });
});

test('on a phone what the bars and the sheet take is covered, upright and lying', () => {
  const upright = { top: 60, left: 10, right: 10, bottom: 440 };
  expect(coveredBy(upright, { width: 390, height: 844 })).toMatchObject({ ...upright, left: 0, right: 0 });
  const lying = { top: 56, left: 10, right: 380, bottom: 66 };
  expect(coveredBy(lying, { width: 844, height: 390 })).toMatchObject({ ...lying, left: 0 });
});

test('a tablet that stands upright has room for the guide or the panel', () => {
  expect(hasOneSide(820, 352)).toBe(true);
  expect(hasOneSide(1280, 352)).toBe(false);
});

test('people are framed beside the cards that lie on the picture', () => {
  const phone = { left: 10, top: 60, right: 380, bottom: 780 };
  const taken = { top: 60, left: 10, right: 10, bottom: 64 };
  const intro = { left: 10, top: 60, right: 326, bottom: 200 };
  const pads = { left: 10, top: 676, right: 380, bottom: 780 };
  expect(besideCards(taken, phone, [intro, pads])).toEqual({ ...taken, top: 200, bottom: 168 });
  const corner = { left: 14, top: 60, right: 314, bottom: 200 };
  const picture = { left: 14, top: 60, right: 966, bottom: 740 };
  expect(besideCards(taken, picture, [corner])).toEqual({ ...taken, left: 10 + 0.45 * 300 });
  expect(besideCards(taken, { ...picture, right: 1600 }, [corner])).toEqual({ ...taken, corner: 314 });
  // A row of figures stands below the card, or beside all of it.
  expect(besideCards(taken, picture, [corner], true)).toEqual({ ...taken, left: 10 + 0.45 * 300 });
  expect(besideCards(taken, { ...picture, bottom: 360 }, [corner], true)).toEqual({ ...taken, left: 10 + 300 });
});

test('a panel that gave its place to a guide comes back in the next room', () => {
  const open = { isPanelOpen: true, isPanelWaiting: false };
  const inWear = panelOnEntering(open, true);
  expect(inWear).toEqual({ isPanelOpen: false, isPanelWaiting: true });
  expect(panelOnEntering(inWear, false)).toEqual(open);
  const closedByHand = { isPanelOpen: false, isPanelWaiting: false };
  expect(panelOnEntering(panelOnEntering(closedByHand, true), false)).toEqual(closedByHand);
});

test('notices stand beside the introduction, or above what is at the foot of a picture that has no room beside it', () => {
  const intro = { left: 14, top: 60, right: 318, bottom: 200 };
  const buttons = { left: 930, top: 60, right: 966, bottom: 180 };
  const wide = { left: 14, top: 60, right: 966, bottom: 740 };
  const beside = placeNotices(wide, [buttons, intro]);
  expect(beside).toEqual({ left: 326, width: 400, at: 60, grows: 'down' });
  const phone = { left: 10, top: 60, right: 380, bottom: 780 };
  const onPhone = { left: 10, top: 60, right: 326, bottom: 200 };
  expect(placeNotices(phone, [onPhone])).toEqual({ left: 10, width: 370, at: 772, grows: 'up' });
  const pads = { left: 10, top: 676, right: 380, bottom: 780 };
  expect(placeNotices(phone, [onPhone, pads])).toMatchObject({ at: 668, grows: 'up' });
});

test.each([
  [1280, 800, true],
  [1920, 1080, true],
  [820, 1180, true],
  [390, 844, false],
  [844, 390, false],
])('at first the panel is open where it stands beside the picture: %i x %i: %s', (width, height, isOpen) => {
  expect(!isSmallScreen({ width, height })).toBe(isOpen);
});

test('a tap opens a peek, and goes between half and full; keys go size by size and stop at the ends', () => {
  expect(sheetSizes.map(tappedSheetSize)).toEqual(['half', 'full', 'half']);
  expect(sheetSizes.map((size) => nextSheetSize(size, 1))).toEqual(['half', 'full', 'full']);
  expect(sheetSizes.map((size) => nextSheetSize(size, -1))).toEqual(['peek', 'peek', 'half']);
});

test('a drag of a sheet ends at the nearest size', () => {
  expect([0.05, 0.2, 0.3, 0.5, 0.7, 1].map(nearestSheetSize)).toEqual(['peek', 'peek', 'half', 'half', 'full', 'full']);
});
