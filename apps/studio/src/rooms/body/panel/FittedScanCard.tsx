import { useRoomHost } from '../../RoomHost.js';
import type { BodyController } from '../bodyController.js';
import type { FittedScan } from '../bodyRoomStore.js';
import { wearScannedBody } from '../wearShownBody.js';

interface FittedScanCardProps {
  readonly controller: BodyController;
  readonly fitted: FittedScan;
}

/** How near the last fit is to its scan, and the scan as an avatar. */
export function FittedScanCard({ controller, fitted }: FittedScanCardProps) {
  const { wardrobe } = useRoomHost();
  return (
    <section aria-label="From the scan">
      <p className="hint">{fitted.text}</p>
      <div className="row buttons">
        <button
          type="button"
          title="An avatar with every detail of the scan (its clothes, too), which moves as any other"
          onClick={() => void wearScannedBody(controller, wardrobe, fitted)}
        >
          Wear as scanned
        </button>
        <button
          type="button"
          title="The same as a VRM file: rigged, in the rest pose"
          onClick={() => void controller.saveScanned(fitted)}
        >
          Save as scanned
        </button>
      </div>
    </section>
  );
}
