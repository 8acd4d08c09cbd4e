import { useStore } from 'zustand';
import { useFigures } from '../../../time/useClock.js';
import { Button } from '../../../ui/Button.js';
import { useRoomHost } from '../../RoomHost.js';
import type { RoomGuideProps } from '../../room.js';
import { BodyController } from '../bodyController.js';
import { meterWords } from '../measureWords.js';
import './bodyWorkCard.css';

export interface BodyProps {
  readonly controller: BodyController;
}

/** The open room's controller; null in any other room, and while the room is opening. */
export function useBodyController(): BodyController | null {
  const { world } = useRoomHost();
  return useFigures(() => (world.room.controller instanceof BodyController ? world.room.controller : null));
}

/** A fit or measuring that is under way, over the picture while the panel, which says it too, is closed. */
export default function BodyWorkCard({ isCovered }: RoomGuideProps) {
  const controller = useBodyController();
  return isCovered || !controller ? null : <UnderWay controller={controller} />;
}

function UnderWay({ controller }: BodyProps) {
  const isUnderWay = useStore(controller.state, ({ fitting, meter }) => fitting !== null || meter !== null);
  if (!isUnderWay) return null;
  return (
    <section className="body-work card" aria-label="Under way">
      <FitProgress controller={controller} />
      <MeterProgress controller={controller} />
    </section>
  );
}

/** The fit that is under way, with its progress and a way out. */
export function FitProgress({ controller }: BodyProps) {
  const fitting = useStore(controller.state, (state) => state.fitting);
  if (!fitting) return null;
  return (
    <div className="fit-progress" role="status">
      <p>Fitting a body to {fitting.name} …</p>
      <div className="row buttons">
        <progress max={1} value={fitting.share} aria-label="Fitting" />
        <Button title="Ends the fit; the body stays as it is" onClick={() => controller.runningFit?.cancel()}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** What the wearer is to do while being measured, and how far it is. */
export function MeterProgress({ controller }: BodyProps) {
  const meter = useStore(controller.state, (state) => state.meter);
  if (!meter) return null;
  return (
    <div role="status">
      <p>{meterWords(meter)}</p>
      <progress max={1} value={meter.progress} aria-label="Measuring" />
    </div>
  );
}
