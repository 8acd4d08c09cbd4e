import { MAX_CUSTOM_GROUPS } from '@leib/reembody';
import { useState } from 'react';
import { withGroup, withoutGroup } from '../settings/customGroups.js';
import type { EditorTabProps } from './editorTab.js';

type GroupFieldsProps = Pick<EditorTabProps, 'controller' | 'settings' | 'onChange'> & {
  /** Name of the open group, where it is the user's own. */
  readonly open: string | null;
  readonly onOpen: (name: string | null) => void;
};

/** Makes a group of the selected joints, and takes groups away. */
export function GroupFields({ controller, settings, onChange, open, onOpen }: GroupFieldsProps) {
  const { selected } = controller;
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const isFull = Object.keys(settings.groups).length >= MAX_CUSTOM_GROUPS && !Object.hasOwn(settings.groups, trimmed);
  return (
    <form
      className="joints-row group-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === '' || selected.length === 0 || isFull) return;
        onChange(withGroup(settings, trimmed, selected));
        onOpen(trimmed);
        setName('');
      }}
    >
      <input
        type="text"
        aria-label="Name of the group"
        placeholder="Name of a group"
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button
        type="submit"
        className="small"
        disabled={trimmed === '' || selected.length === 0 || isFull}
        title={isFull ? `There are ${MAX_CUSTOM_GROUPS} groups, which is the most` : 'A group of the selected joints'}
      >
        Make group
      </button>
      {open !== null && (
        <button
          type="button"
          className="small"
          title={`Takes the group “${open}” away; its joints stay as they are`}
          onClick={() => {
            onOpen(null);
            onChange(withoutGroup(settings, open));
          }}
        >
          Remove group
        </button>
      )}
    </form>
  );
}
