import { FileUp, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import type { ReembodyController } from '../reembodyController.js';

/** Which model the second body is: the own avatar, or another one from a file. */
export function ModelRow({ controller }: { readonly controller: ReembodyController }) {
  const input = useRef<HTMLInputElement>(null);
  const { model } = controller;
  return (
    <div className="row model-row">
      <p data-testid="remote-model" title={model?.name ?? 'The second body is your avatar'}>
        {model ? model.name : 'Your avatar'}
      </p>
      <IconButton icon={FileUp} label="Another model as the second body" onClick={() => input.current?.click()} />
      {model && <IconButton icon={X} label="Your avatar again" onClick={() => controller.removeModel()} />}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Model of the second body"
        accept=".vrm,.glb,.gltf,.fbx"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void controller.loadModel(file);
        }}
      />
    </div>
  );
}
