import { notify } from '../../ui/noticesStore.js';
import type { RoomHost } from '../RoomHost.js';
import type { BodyController } from './bodyController.js';
import { useBodyRoom } from './bodyRoomStore.js';
import { looksOf } from './bodySpec.js';

/** Makes the body that is shown the avatar of every room. */
export async function wearShownBody(controller: BodyController, wardrobe: RoomHost['wardrobe']): Promise<void> {
  const body = useBodyRoom.getState().shown?.body;
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

/** A body of the user's own model is worn as a file: the model itself is not stored. */
async function wearModelBody(controller: BodyController, wardrobe: RoomHost['wardrobe']): Promise<void> {
  const { body, service } = controller;
  const written = await service?.write('vrm', body, 'bare');
  if (!written) return;
  const file = new File([written.bytes], written.name, { type: written.type });
  if (await wardrobe.wearOwnFile(file)) notify('info', `${body.name} is worn in every room now.`);
}
