import { type BodyProfile, createBodyProfile, parseProfile, profileFile, type SessionCommand } from '@leib/calibration';
import { Download, Redo2, Trash2, Undo2, Upload, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { deleteProfile, storedPeople, storedProfile, storeProfile } from '../../../files/profileStorage.js';
import { saveFile } from '../../../files/saveFile.js';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { notify } from '../../../ui/pageStore.js';
import type { WearController } from '../wearController.js';

/** Undo and redo of the calibration, and the profile with its menu. */
export function ProfileBar({ controller }: { readonly controller: WearController }) {
  const { past, future } = controller.session.history;
  const { profile } = controller;
  const [isOpen, setOpen] = useState(false);
  // The controller is not React state: commands render the bar again.
  const [, setRevision] = useState(0);
  const command = (next: SessionCommand) => {
    controller.command(next);
    setRevision((revision) => revision + 1);
  };
  const deviceCount = Object.values(profile.devices).filter(({ role }) => role !== null).length;
  return (
    <footer className="profile-bar">
      <div className="row actions">
        <IconButton
          icon={Undo2}
          label="Undo the calibration"
          isDisabled={past.length === 0}
          onClick={() => command({ type: 'undo' })}
        />
        <IconButton
          icon={Redo2}
          label="Redo the calibration"
          isDisabled={future.length === 0}
          onClick={() => command({ type: 'redo' })}
        />
        <span className="spacer" />
        <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>{profile.name === '' ? 'Profile' : profile.name}</span>
          <small data-testid="profile-summary">
            {deviceCount === 0 ? 'nothing kept yet' : `${deviceCount} devices kept`}
          </small>
        </button>
      </div>
      {isOpen && (
        <>
          <PersonFields profile={profile} command={command} />
          <ProfileActions profile={profile} command={command} canForget={deviceCount > 0} />
        </>
      )}
    </footer>
  );
}

interface ProfileProps {
  readonly profile: BodyProfile;
  readonly command: (command: SessionCommand) => void;
}

/** The stored people, and the name of the present one. */
function PersonFields({ profile, command }: ProfileProps) {
  const [name, setName] = useState<string | null>(null);
  const people = peopleWith(profile.name);
  function rename(next: string) {
    setName(null);
    const trimmed = next.trim().slice(0, 60);
    if (trimmed === profile.name) return;
    deleteProfile(profile.name);
    command({ type: 'rename', name: trimmed });
  }
  return (
    <div className="row">
      {people.length > 1 && (
        <select aria-label="Person" value={profile.name} onChange={(event) => openPerson(command, event.target.value)}>
          {people.map((person) => (
            <option key={person} value={person}>
              {person === '' ? 'No name' : person}
            </option>
          ))}
        </select>
      )}
      <input
        type="text"
        aria-label="Name of the profile"
        placeholder="Your name"
        maxLength={60}
        value={name ?? profile.name}
        onChange={(event) => setName(event.target.value)}
        onBlur={(event) => rename(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </div>
  );
}

/** Buttons for another person, and for the profile as a file. */
function ProfileActions({ profile, command, canForget }: ProfileProps & { readonly canForget: boolean }) {
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <div className="row actions">
      <small>Kept in this browser</small>
      <span className="spacer" />
      <IconButton
        icon={UserPlus}
        label="Another person"
        onClick={() => openPerson(command, newName(peopleWith(profile.name)))}
      />
      <IconButton
        icon={Trash2}
        label="Forget this person"
        isDisabled={!canForget}
        onClick={() => {
          deleteProfile(profile.name);
          command({ type: 'open', profile: createBodyProfile(profile.name) });
        }}
      />
      <IconButton icon={Upload} label="Load a profile from a file" onClick={() => fileInput.current?.click()} />
      <IconButton
        icon={Download}
        label="Export the profile"
        onClick={() => {
          const { name, text } = profileFile(profile);
          saveFile(name, text, 'application/json');
        }}
      />
      <FileInput
        inputRef={fileInput}
        label="Profile file"
        accept=".json"
        onFile={(file) => void loadProfileFile(command, file)}
      />
    </div>
  );
}

function openPerson(command: ProfileProps['command'], name: string): void {
  const profile = storedProfile(name);
  storeProfile(profile);
  command({ type: 'open', profile });
}

async function loadProfileFile(command: ProfileProps['command'], file: File): Promise<void> {
  const parsed = parseProfile(await file.text());
  if (!parsed.ok) {
    notify('error', `${file.name}: ${parsed.path === '' ? '' : `${parsed.path}: `}${parsed.reason}`);
    return;
  }
  command({ type: 'open', profile: parsed.value });
  notify('info', `Profile loaded from ${file.name}.`);
}

function peopleWith(name: string): readonly string[] {
  return [...new Set([...storedPeople(), name])];
}

function newName(people: readonly string[]): string {
  for (let i = 2; ; i++) if (!people.includes(`Person ${i}`)) return `Person ${i}`;
}
