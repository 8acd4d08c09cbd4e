import { expect, test, vi } from 'vitest';
import { createSettingsStore } from '../../files/settingsStore.js';
import { bodyActions } from './bodyActions.js';
import { BodyController } from './bodyController.js';
import { bodyShape } from './bodyShape.js';
import { initialBodyState } from './bodyState.js';
import { presetNames } from './presets.js';
import type { BodySpaceInfo, Shown, ShownBody } from './worker/bodyServiceTypes.js';

const usual = [
  { name: 'stature', mean: 1.7, deviation: 0.08 },
  { name: 'weight', mean: 70, deviation: 12 },
];
const info = { usual: { female: usual, male: usual, neutral: usual } } as unknown as BodySpaceInfo;

function openRoom() {
  const settings = createSettingsStore('body', bodyShape, { getItem: () => null, setItem() {} });
  const controller = new BodyController(settings);
  controller.state.setState(initialBodyState, true);
  const wearBody = vi.fn(async () => true);
  const find = (id: string) => bodyActions(controller, { wearBody } as never).find((action) => action.id === id);
  return { controller, wearBody, find };
}

test('each body to choose is a body of its own, and one step back', () => {
  const { controller, find } = openRoom();
  controller.state.setState({ info });
  const measures = presetNames.map((preset) => {
    find(`preset ${preset}`)?.run();
    return controller.body.measures;
  });
  const [, thin, heavy, short, tall] = measures;
  expect([thin.weight, heavy.weight, short.stature, tall.stature]).toEqual([49, 91, 1.56, 1.84]);
  controller.settings.undo();
  expect(controller.body.measures).toEqual(short);
  controller.dispose();
});

test('"Wear this body" wears what is shown, as it is shown; before there is a body it cannot be pressed', () => {
  const { controller, wearBody, find } = openRoom();
  expect(find('wear')?.isDisabled).toBe(true);
  const body = { betas: [0.5, -1] } as unknown as ShownBody;
  controller.state.setState({ info, body, shown: { body } as Shown });
  find('preset tall')?.run();
  expect(find('wear')?.isDisabled).toBe(false);
  find('wear')?.run();
  expect(wearBody).toHaveBeenCalledWith(
    expect.objectContaining({ name: controller.body.name, sex: controller.body.sex, betas: [0.5, -1] }),
  );
  controller.dispose();
});

test('in the headset the wearer starts and ends being measured', () => {
  const { controller, find } = openRoom();
  find('measure')?.run();
  expect([controller.state.getState().meter !== null, find('measure')?.isOn]).toEqual([true, true]);
  find('measure')?.run();
  expect(controller.state.getState().meter).toBeNull();
  controller.dispose();
});
