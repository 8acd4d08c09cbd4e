import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { loadSettingFile } from '../settings/loadSettingFile.js';
import { dhOfFile } from '../settings/skeletonFile.js';
import type { MocapTabProps } from './mocapTab.js';
import { orNotice } from './orNotice.js';

/** The skeleton that is solved: the default one, or a file's. */
export function SkeletonRow({ controller, refresh }: MocapTabProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const { skeleton } = controller.settings.values();
  const { layout } = dhOfFile(skeleton);
  const { length } = layout.dofs;
  return (
    <>
      <p className="status-line" data-testid="skeleton">
        Skeleton: {skeleton ? skeleton.name : 'default'}, {length} angles.
      </p>
      <div className="row buttons">
        <button
          type="button"
          title="Another skeleton as a file of links (leib-dh/1); leib mocap skeleton writes one to start from"
          onClick={() => fileInput.current?.click()}
        >
          Load …
        </button>
        <button
          type="button"
          title="The default skeleton again"
          disabled={skeleton === null}
          onClick={() => controller.setSkeleton(null)}
        >
          Default
        </button>
      </div>
      <FileInput
        inputRef={fileInput}
        label="Skeleton file"
        accept=".json"
        onFile={(file) => void orNotice(loadSettingFile(controller, 'skeleton', file)).then(refresh)}
      />
    </>
  );
}
