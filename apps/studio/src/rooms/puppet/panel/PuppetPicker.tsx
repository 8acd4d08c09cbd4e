import { type ExamplePuppetName, examplePuppetNames } from '@leib/puppet';
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { useIsBusy } from '../../../ui/noticesStore.js';
import { useRoomHost } from '../../RoomHost.js';
import { ExampleIcon } from './ExampleIcon.js';
import type { PuppetTabProps } from './puppetTab.js';

const labels: Readonly<Record<ExamplePuppetName, readonly [label: string, help: string]>> = {
  frog: ['Frog', 'A mouth puppet: four fingers are its upper lip, the thumb is its lower one'],
  teddy: ['Teddy', 'Soft and heavy: fingers move head, arms and legs'],
  lamp: ['Lamp', 'One chain from the foot to the shade, and a lamp with a will of its own'],
  fish: ['Fish', 'A springy chain: a flick of the head runs down to the tail'],
  human: ['Human', 'The body of the other rooms as a marionette: fingers pull arms and legs'],
};

/** Which puppet is on the stage: an example, or a model of one's own. */
export function PuppetPicker({ controller }: PuppetTabProps) {
  const host = useRoomHost();
  const input = useRef<HTMLInputElement>(null);
  const isBusy = useIsBusy();
  const { example } = controller.document.store.getState();
  return (
    <section className="puppet-picker" aria-label="Puppet" data-tour="puppet-picker">
      <fieldset className="example-row" aria-label="Examples">
        {examplePuppetNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={example === name}
            title={labels[name][1]}
            disabled={isBusy}
            onClick={() => void controller.openExample(name)}
          >
            <ExampleIcon name={name} />
            {labels[name][0]}
          </button>
        ))}
      </fieldset>
      <div className="row open-row">
        <button
          type="button"
          className="with-icon"
          title="A model as glTF, OBJ or PLY, or a puppet as .puppet.json or .glb; it can be dropped onto the picture, too"
          disabled={isBusy}
          onClick={() => input.current?.click()}
        >
          <FolderOpen size={16} strokeWidth={1.9} aria-hidden />
          Open a model …
        </button>
        <strong className="puppet-name" title={controller.document.file.name}>
          {controller.document.file.name}
        </strong>
      </div>
      <FileInput
        inputRef={input}
        label="Model or puppet file"
        accept=".glb,.gltf,.vrm,.obj,.ply,.json,.jsonl"
        onFile={(file) => void host.openFile(file)}
      />
    </section>
  );
}
