import { createDeviceFrame, pointNumber, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { stillStage } from './stageSections.js';
import { Wearer } from './wearer.js';

const stage = stillStage('orbit');

function pressedDevices() {
  const devices = createDeviceFrame();
  for (const controller of [devices.leftController, devices.rightController]) {
    Object.assign(controller, { trigger: 1, grip: 1, thumb: 1, stickX: 0.5, stickY: -0.5 });
  }
  devices.quality.fill(quality.tracked);
  return devices;
}

test.each(['left', 'right'] as const)(
  'what the %s hand presses on the panel is not meant for the room; the other hand and the poses stay',
  (side) => {
    const wearer = new Wearer();
    wearer.handsOnPanel[side] = true;
    const devices = pressedDevices();
    wearer.applyTo(devices, stage);
    const { leftController: left, rightController: right } = devices;
    const [pressing, other] = side === 'left' ? [left, right] : [right, left];
    expect(pressing).toMatchObject({ trigger: 0, grip: 0, thumb: 0, stickX: 0, stickY: 0 });
    expect(other).toMatchObject({ trigger: 1, grip: 1, stickY: -0.5 });
    expect(devices.quality[pointNumber[`${side}Hand`]]).toBe(quality.tracked);
  },
);

test('hands off the panel press again, and a new session begins with free hands', () => {
  const wearer = new Wearer();
  wearer.handsOnPanel.left = true;
  wearer.reset();
  const devices = pressedDevices();
  wearer.applyTo(devices, stage);
  expect(devices.leftController.trigger).toBe(1);
});

test('a hand that is lost on purpose is lost', () => {
  const devices = pressedDevices();
  new Wearer().applyTo(devices, { ...stage, loseLeft: true });
  expect(devices.quality[pointNumber.leftHand]).toBe(quality.lost);
  expect(devices.quality[pointNumber.rightHand]).toBe(quality.tracked);
});
