import { type ExamplePuppetName, examplePuppetNames } from '@leib/puppet';
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { useIsBusy } from '../../../ui/noticesStore.js';
import { useRoomHost } from '../../RoomHost.js';
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
            <ExampleIcon name={name} />
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

/** Small drawings of the examples, in their own colours. 32 x 32. */
const drawings: Readonly<Record<ExamplePuppetName, ReactNode>> = {
  frog: (
    <>
      <circle cx="9.5" cy="9.5" r="4.6" fill="#63b34b" />
      <circle cx="22.5" cy="9.5" r="4.6" fill="#63b34b" />
      <path d="M3 19c0-6 5.6-9.4 13-9.4S29 13 29 19s-5.6 9-13 9S3 25 3 19Z" fill="#63b34b" />
      <path d="M4.6 20c3 3.6 19.8 3.6 22.8 0-1 4.4-5.6 6.4-11.4 6.4S5.6 24.4 4.6 20Z" fill="#c8434a" />
      <circle cx="9.5" cy="9.2" r="2.6" fill="#fff" />
      <circle cx="22.5" cy="9.2" r="2.6" fill="#fff" />
      <circle cx="9.9" cy="9.4" r="1.3" fill="#1c2a1a" />
      <circle cx="22.1" cy="9.4" r="1.3" fill="#1c2a1a" />
    </>
  ),
  teddy: (
    <>
      <circle cx="8" cy="8.5" r="4.2" fill="#9a6a3c" />
      <circle cx="24" cy="8.5" r="4.2" fill="#9a6a3c" />
      <circle cx="16" cy="17" r="11" fill="#b07d48" />
      <ellipse cx="16" cy="21" rx="5.4" ry="4.3" fill="#e3c08f" />
      <ellipse cx="16" cy="19" rx="1.9" ry="1.3" fill="#3a281a" />
      <circle cx="11.6" cy="14.6" r="1.4" fill="#3a281a" />
      <circle cx="20.4" cy="14.6" r="1.4" fill="#3a281a" />
      <path d="M16 20v2.4M13.6 23.4q2.4 1.6 4.8 0" stroke="#3a281a" strokeWidth="1" fill="none" />
    </>
  ),
  lamp: (
    <>
      <path d="M8 28h14" stroke="#8a97a8" strokeWidth="3" strokeLinecap="round" />
      <path d="M15 27 9.5 17 18 9" stroke="#8a97a8" strokeWidth="2.4" strokeLinejoin="round" fill="none" />
      <circle cx="9.5" cy="17" r="1.9" fill="#5d6a7b" />
      <path d="m15.5 6.5 6-3.5 6.5 10.5c-3.5 3.6-8.5 4.6-12.5 2Z" fill="#e0653f" />
      <path d="M22 16.4a3.2 3.2 0 0 0 5.4-2.6Z" fill="#ffe28a" />
    </>
  ),
  fish: (
    <>
      <path d="M21 16c3-1.5 6-5 9-6-1.2 4-1.2 8 0 12-3-1-6-4.5-9-6Z" fill="#e58a2d" />
      <path d="M12 8.5c2-3.2 6-3.7 8.5-3-1 2-1.5 3.4-2 5Z" fill="#e58a2d" />
      <path
        d="M2 16c3.5-6.6 9.5-8.5 14-7.4 3.6.8 6.5 4 8 7.4-1.5 3.4-4.4 6.6-8 7.4-4.5 1.1-10.5-.8-14-7.4Z"
        fill="#f2a33c"
      />
      <path d="M12.5 9.2c2.2 4 2.2 9.6 0 13.6" stroke="#fff3df" strokeWidth="2" fill="none" />
      <circle cx="7.4" cy="14.6" r="2" fill="#fff" />
      <circle cx="7" cy="14.7" r="1" fill="#27303a" />
    </>
  ),
  human: (
    <>
      <circle cx="16" cy="6.5" r="3.8" fill="#d9a07c" />
      <path d="M4 13h24v3.4h-7.6V29h-3.2v-7.5h-2.4V29h-3.2V16.4H4Z" fill="#4d8fb8" />
    </>
  ),
};

function ExampleIcon({ name }: { readonly name: ExamplePuppetName }) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
