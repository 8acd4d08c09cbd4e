import { PersonStanding } from 'lucide-react';
import { useRef } from 'react';
import { FileInput } from '../ui/FileInput.js';
import { useNotices } from '../ui/noticesStore.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';

/** The worn avatar, and what had to be guessed about its file. */
export function AvatarPicker() {
  const studio = useStudio();
  const avatar = useStudioStore((state) => state.avatar);
  const isBusy = useNotices((state) => state.busy !== null);
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <section aria-label="Avatar" data-tour="avatar">
      <h3>Avatar</h3>
      <div className="avatar-card">
        <PersonStanding size={18} strokeWidth={1.8} aria-hidden />
        <span>
          <strong>{avatar?.name ?? (isBusy ? 'Loading …' : 'None')}</strong>
          {avatar?.details.map((line) => (
            <small key={line}>{line}</small>
          ))}
        </span>
      </div>
      <div className="row buttons">
        <button
          type="button"
          title="Any VRM 0, VRM 1.0 or rigged glTF; stays on this machine"
          disabled={isBusy}
          onClick={() => fileInput.current?.click()}
        >
          Load VRM or glTF …
        </button>
        <button
          type="button"
          title="Back to the body that comes with Leib"
          disabled={isBusy || avatar?.isDefault === true}
          onClick={() => void studio.wardrobe.wearDefaultAvatar()}
        >
          Default
        </button>
      </div>
      <FileInput
        inputRef={fileInput}
        label="Avatar file"
        accept=".vrm,.glb,.gltf"
        onFile={(file) => void studio.wardrobe.openAvatar(file)}
      />
    </section>
  );
}
