import { type ExamplePuppetName, examplePuppetNames } from '@leib/puppet';
import { FolderOpen } from 'lucide-react';
import { Button } from '../../../ui/Button.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { useIsBusy } from '../../../ui/pageStore.js';
import { useRoomHost } from '../../RoomHost.js';
import type { PuppetTabProps } from './puppetTab.js';

const labels: Readonly<Record<ExamplePuppetName, readonly [label: string, help: string]>> = {
  frog: ['Frog', 'A mouth puppet: four fingers are its upper lip, the thumb is its lower one'],
  teddy: ['Teddy', 'Soft and heavy: fingers move head, arms and legs'],
  lamp: ['Lamp', 'One chain from the foot to the shade, and a lamp with a will of its own'],
  fish: ['Fish', 'A springy chain: a flick of the head runs down to the tail'],
  human: ['Human', 'The body of the other rooms as a marionette: fingers pull arms and legs'],
};

/** Small drawings of the examples, in their own colours. */
const pictures = import.meta.glob<string>('./examples/*.svg', { eager: true, query: '?url', import: 'default' });

/** Which puppet is on the stage: an example, or a model of one's own. */
export function PuppetPicker({ controller }: PuppetTabProps) {
  const host = useRoomHost();
  const isBusy = useIsBusy();
  const { example } = controller.document.now;
  return (
    <section className="puppet-picker" aria-label="Puppet" data-tour="puppet-picker">
      <fieldset className="example-row" aria-label="Examples">
        {examplePuppetNames.map((name) => (
          <Button
            key={name}
            aria-pressed={example === name}
            title={labels[name][1]}
            disabled={isBusy}
            onClick={() => void controller.openExample(name)}
          >
            <img src={pictures[`./examples/${name}.svg`]} width={32} height={32} alt="" />
            {labels[name][0]}
          </Button>
        ))}
      </fieldset>
      <div className="row open-row">
        <OpenFile
          icon={FolderOpen}
          className="with-icon"
          title="A model as glTF, OBJ or PLY, or a puppet as .puppet.json or .glb; it can be dropped onto the picture, too"
          disabled={isBusy}
          fileLabel="Model or puppet file"
          accept=".glb,.gltf,.vrm,.obj,.ply,.json,.jsonl"
          onFile={(file) => void host.openFile(file)}
        >
          Open a model …
        </OpenFile>
        <strong className="puppet-name" title={controller.document.file.name}>
          {controller.document.file.name}
        </strong>
      </div>
    </section>
  );
}
