import type { RoomAction } from '../../world/roomScene.js';
import type { RoomHost } from '../RoomHost.js';
import type { BodyController } from './bodyController.js';
import { presetBody, presetNames } from './presets.js';
import { wearShownBody } from './wearShownBody.js';

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
