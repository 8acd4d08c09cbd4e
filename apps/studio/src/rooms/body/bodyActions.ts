import { explainError } from '../../ui/explainError.js';
import { notify } from '../../ui/pageStore.js';
import type { RoomAction } from '../../world/roomScene.js';
import type { RoomHost } from '../RoomHost.js';
import type { BodyController } from './bodyController.js';
import { looksOf } from './bodySpec.js';
import type { FittedScan } from './bodyState.js';
import { presetBody, presetNames } from './presets.js';

/** The room's main actions: wear the body, be measured, or choose another one. */
export function bodyActions(controller: BodyController, wardrobe: RoomHost['wardrobe']): readonly RoomAction[] {
  const { sex, take } = controller.body;
  const { info, body, meter } = controller.state.getState();
  const presets = info
    ? presetNames.map(
        (preset): RoomAction => ({
          id: `preset ${preset}`,
          label: `${preset[0].toUpperCase()}${preset.slice(1)}`,
          run: () => controller.choose(presetBody(preset, sex, info.usual[sex], take)),
        }),
      )
    : [];
  return [
    {
      id: 'wear',
      label: 'Wear this body',
      icon: 'accept',
      isDisabled: body === null,
      run: () => void wearShownBody(controller, wardrobe),
    },
    {
      id: 'measure',
      label: 'Measure me',
      icon: 'body',
      isOn: meter !== null,
      run: () => controller.switchMeter(meter === null),
    },
    ...presets,
  ];
}

/** Makes the body that is shown the avatar of every room. */
export async function wearShownBody(controller: BodyController, wardrobe: RoomHost['wardrobe']): Promise<void> {
  const body = controller.state.getState().shown?.body;
  if (!body) return;
  const { name, sex, model } = controller.body;
  if (model !== undefined) {
    await wearModelBody(controller, wardrobe);
    return;
  }
  if (await wardrobe.wearBody({ name, sex, betas: body.betas, looks: looksOf(controller.body) })) {
    notify('info', `${name} is worn in every room now. “Default” beside the avatar brings back the other one.`);
  }
}

/** The body of the last fit as the scan has it, detail by detail, becomes the avatar of every room. */
export async function wearScannedBody(
  controller: BodyController,
  wardrobe: RoomHost['wardrobe'],
  { body, scanned }: FittedScan,
): Promise<void> {
  try {
    const written = await controller.service?.write('vrm', body, 'bare', scanned);
    if (!written) return;
    const file = new File([written.bytes], written.name.replace(/\.vrm$/, ' as scanned.vrm'), { type: written.type });
    if (await wardrobe.wearOwnFile(file)) notify('info', `${body.name} is worn as scanned in every room now.`);
  } catch (error) {
    notify('error', `Not worn. ${explainError(error)}`);
  }
}

/** A body of the user's own model is worn as a file: the model itself is not stored. */
async function wearModelBody(controller: BodyController, wardrobe: RoomHost['wardrobe']): Promise<void> {
  const { body, service } = controller;
  const written = await service?.write('vrm', body, 'bare');
  if (!written) return;
  const file = new File([written.bytes], written.name, { type: written.type });
  if (await wardrobe.wearOwnFile(file)) notify('info', `${body.name} is worn in every room now.`);
}
