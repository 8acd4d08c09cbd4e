import { useFigures } from '../../../time/useClock.js';
import { useRoomHost } from '../../RoomHost.js';
import { ReembodyController } from '../reembodyController.js';
import type { ReembodyFigures } from '../reembodyFigures.js';

/** The open room's controller and its figures as they are now; null in any other room. */
export function useReembody(): { readonly controller: ReembodyController; readonly figures: ReembodyFigures } | null {
  const { world } = useRoomHost();
  return useFigures(() => {
    const { controller } = world.room;
    return controller instanceof ReembodyController ? { controller, figures: controller.figures() } : null;
  });
}
