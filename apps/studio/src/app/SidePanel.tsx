import { FileUp, Gamepad2, PersonStanding, Sparkles, UserRound } from 'lucide-react';
import { useRef } from 'react';
import { SettingsPanel } from '../settings/SettingsPanel.js';
import { useStudio } from './StudioContext.js';
import { notify, useStudioStore } from './studioStore.js';

/** What drives the body, which body it is, and the room's settings. */
export function SidePanel() {
  const studio = useStudio();
  const isOpen = useStudioStore((state) => state.isPanelOpen);
  if (!isOpen) return null;
  return (
    <aside className="panel card" aria-label="Panel">
      <SourcePicker />
      <AvatarPicker />
      <SettingsPanel settings={studio.room.settings} onError={(text) => notify('error', text)} />
    </aside>
  );
}

function SourcePicker() {
  const studio = useStudio();
  const { source, fileLabel, xr } = useStudioStore();
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <section aria-label="Source">
      <h3>Source</h3>
      <div className="source-list">
        <SourceButton
          icon={Sparkles}
          title="Demo"
          detail="our own keyframes"
          isActive={source.kind === 'demo'}
          onClick={() => studio.playDemo()}
        />
        <SourceButton
          icon={Gamepad2}
          title="Mouse, keys"
          detail="emulated headset"
          isActive={source.kind === 'emulator'}
          onClick={() => studio.playEmulator()}
        />
        <SourceButton
          icon={UserRound}
          title="Headset"
          detail={xr === 'device' || xr === 'presenting' ? 'enter VR' : 'none: emulated'}
          isActive={source.kind === 'headset'}
          onClick={() => studio.enterVr()}
        />
        <SourceButton
          icon={FileUp}
          title={fileLabel ?? 'Open a file'}
          detail="BVH, MCAP, VRMA"
          isActive={source.kind === 'file'}
          onClick={() => fileInput.current?.click()}
        />
      </div>
      <p className="hint">Or drop a file anywhere on the page.</p>
      <input
        ref={fileInput}
        type="file"
        hidden
        data-testid="source-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void studio.openFile(file);
          event.target.value = '';
        }}
      />
    </section>
  );
}

interface SourceButtonProps {
  readonly icon: typeof Sparkles;
  readonly title: string;
  readonly detail: string;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function SourceButton({ icon: Icon, title, detail, isActive, onClick }: SourceButtonProps) {
  return (
    <button type="button" className="source" aria-pressed={isActive} onClick={onClick}>
      <Icon size={18} strokeWidth={1.8} aria-hidden />
      <span>
        <strong>{title}</strong>
        <small>{detail}</small>
      </span>
    </button>
  );
}

function AvatarPicker() {
  const studio = useStudio();
  const avatar = useStudioStore((state) => state.avatar);
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <section aria-label="Avatar">
      <h3>Avatar</h3>
      <div className="avatar-card">
        <PersonStanding size={18} strokeWidth={1.8} aria-hidden />
        <span>
          <strong>{avatar?.name ?? 'Loading …'}</strong>
          {avatar?.details.map((line) => (
            <small key={line}>{line}</small>
          ))}
        </span>
      </div>
      <div className="row buttons">
        <button type="button" onClick={() => fileInput.current?.click()}>
          Load VRM or glTF …
        </button>
        <button type="button" onClick={() => void studio.wearDefaultAvatar()}>
          Default
        </button>
      </div>
      <input
        ref={fileInput}
        type="file"
        accept=".vrm,.glb,.gltf"
        hidden
        data-testid="avatar-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void studio.openAvatar(file);
          event.target.value = '';
        }}
      />
    </section>
  );
}
