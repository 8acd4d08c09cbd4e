import { Button } from './Button.js';
import type { ExportDesk } from './exportDesk.js';

interface ExportProgressProps {
  readonly desk: ExportDesk;
  readonly onCancel?: () => void;
}

/** How far an export is, and a button that ends it. */
export function ExportProgress({ desk, onCancel }: ExportProgressProps) {
  const { current } = desk;
  if (!current) return null;
  return (
    <section aria-label="Export" className="export-progress">
      <p>
        {current.label}: {Math.round(current.share * 100)} %
      </p>
      <progress max={1} value={current.share} />
      <div className="take-buttons">
        <Button
          onClick={() => {
            desk.cancel();
            onCancel?.();
          }}
        >
          Cancel
        </Button>
      </div>
    </section>
  );
}
