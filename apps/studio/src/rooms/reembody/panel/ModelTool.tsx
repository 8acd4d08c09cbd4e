import { X } from 'lucide-react';
import { useRef } from 'react';
import { SmallButton } from '../../../ui/Button.js';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { useReembody } from './useReembody.js';
import './robotTool.css';

/** Which model the second body is: the own avatar, or another one from a file. */
export default function ModelTool() {
  const room = useReembody();
  const input = useRef<HTMLInputElement>(null);
  if (!room) return null;
  const choice = room.controller.model;
  const { model } = room.figures;
  return (
    <div className="row model-tool">
      <p data-testid="remote-model" title={model ?? 'The second body is your avatar'}>
        {model ?? 'Your avatar'}
      </p>
      <SmallButton word="Model …" label="Another model as the second body" onClick={() => input.current?.click()} />
      {model !== null && <IconButton icon={X} label="Your avatar again" onClick={() => void choice.remove()} />}
      <FileInput
        inputRef={input}
        label="Model of the second body"
        accept=".vrm,.glb,.gltf,.fbx"
        onFile={(file) => void choice.load(file)}
      />
    </div>
  );
}
