import { FileUp, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import type { ModelChoice } from '../scene/modelChoice.js';

/** Which model the second body is: the own avatar, or another one from a file. */
export function ModelRow({ choice }: { readonly choice: ModelChoice }) {
  const input = useRef<HTMLInputElement>(null);
  const { shown } = choice;
  return (
    <div className="row model-row">
      <p data-testid="remote-model" title={shown?.name ?? 'The second body is your avatar'}>
        {shown ? shown.name : 'Your avatar'}
      </p>
      <IconButton icon={FileUp} label="Another model as the second body" onClick={() => input.current?.click()} />
      {shown && <IconButton icon={X} label="Your avatar again" onClick={() => void choice.remove()} />}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Model of the second body"
        accept=".vrm,.glb,.gltf,.fbx"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void choice.load(file);
        }}
      />
    </div>
  );
}
