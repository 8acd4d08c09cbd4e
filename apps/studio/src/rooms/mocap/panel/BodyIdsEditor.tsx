import { bodyMapText } from '@leib/mocap';
import { useRef } from 'react';
import { saveFile } from '../../../files/saveFile.js';
import { FileInput } from '../../../ui/FileInput.js';
import { NumberField } from '../../../ui/NumberField.js';
import { bodyLabel } from '../bodyWords.js';
import { bodyMapOf, idsOfMap, withId } from '../settings/bodyIds.js';
import { loadSettingFile } from '../settings/loadSettingFile.js';
import type { MocapTabProps } from './mocapTab.js';
import { orNotice } from './orNotice.js';

/** Which body of the tracker sits where. */
export function BodyIdsEditor({ controller, refresh }: MocapTabProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const map = bodyMapOf(controller.settings.values().bodyIds);
  const ids = idsOfMap(map);
  const idOf = (name: string) => {
    const entry = Object.entries(ids.bodies).find(([, body]) => body === name);
    return entry ? Number(entry[0]) : null;
  };
  return (
    <section aria-label="Body ids" className="body-ids">
      <h3>Ids of the tracker</h3>
      <div className="id-grid">
        {map.names.map((name) => (
          <div key={name} title={`Id that the tracker gives the body on: ${bodyLabel(name)}`}>
            <NumberField
              label={bodyLabel(name)}
              value={idOf(name)}
              min={0}
              max={9999}
              emptyText="none"
              onChange={(id) => {
                if (id === null) return;
                controller.setBodyIds(withId(ids, name, Math.round(id)));
                refresh();
              }}
            />
          </div>
        ))}
      </div>
      <div className="row buttons">
        <button type="button" title="Ids from a file (leib-bodies/1)" onClick={() => fileInput.current?.click()}>
          Load …
        </button>
        <button
          type="button"
          title="These ids as a file (leib-bodies/1), for leib mocap too"
          onClick={() => saveFile('leib-bodies.json', bodyMapText(map), 'application/json')}
        >
          Save
        </button>
      </div>
      <FileInput
        inputRef={fileInput}
        label="Body ids file"
        accept=".json"
        onFile={(file) => void orNotice(loadSettingFile(controller, 'bodyIds', file)).then(refresh)}
      />
    </section>
  );
}
