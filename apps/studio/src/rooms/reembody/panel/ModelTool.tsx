import { X } from 'lucide-react';
import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { SmallButton } from '../../../ui/SmallButton.js';
import { useReembodyController } from './useReembodyController.js';
import './robotTool.css';

/** Which model the second body is: the own avatar, or another one from a file. */
export default function ModelTool() {
  const choice = useReembodyController()?.model;
  const input = useRef<HTMLInputElement>(null);
  if (!choice) return null;
  const { shown } = choice;
  return (
    <div className="row model-tool">
      <p data-testid="remote-model" title={shown?.name ?? 'The second body is your avatar'}>
        {shown ? shown.name : 'Your avatar'}
      </p>
      <SmallButton word="Model …" label="Another model as the second body" onClick={() => input.current?.click()} />
      {shown && <IconButton icon={X} label="Your avatar again" onClick={() => void choice.remove()} />}
      <FileInput
        inputRef={input}
        label="Model of the second body"
        accept=".vrm,.glb,.gltf,.fbx"
        onFile={(file) => void choice.load(file)}
      />
    </div>
  );
}
