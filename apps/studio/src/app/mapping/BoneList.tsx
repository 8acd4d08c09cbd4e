import type { HumanoidBone } from '@leib/core';
import type { Avatar } from '@leib/three';
import { Crosshair, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.js';
import { type BoneGroup, boneGroups, boneLabel } from './boneRows.js';

export interface BoneListProps {
  readonly rows: ReadonlyMap<HumanoidBone, Avatar['report']['bones'][number]>;
  /** Joints of the file, in its order, with how deep each hangs. */
  readonly joints: readonly { readonly name: string; readonly depth: number }[];
  /** The bone whose joint is being picked on the picture. */
  readonly picking: HumanoidBone | null;
  /** The joint that is selected on the picture. */
  readonly selected: string | null;
  readonly onPick: (bone: HumanoidBone | null) => void;
  readonly onAssign: (bone: HumanoidBone, joint: string | null) => void;
}

/** Every humanoid bone with the file's joint, why it was taken, and what is doubtful about it. */
export function BoneList(props: BoneListProps) {
  const { rows } = props;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const isFound = (bone: HumanoidBone) =>
    wanted === '' || `${boneLabel(bone)} ${bone} ${rows.get(bone)?.node ?? ''}`.toLowerCase().includes(wanted);
  return (
    <div className="bone-list">
      <input
        type="search"
        value={search}
        placeholder="Find a bone or joint"
        aria-label="Find a bone or joint"
        title="Shows the rows that have these letters in them"
        onChange={(event) => setSearch(event.target.value)}
      />
      {boneGroups.map((group) => {
        const bones = group.bones.filter(isFound);
        if (bones.length === 0) return null;
        return <Group key={group.id} {...props} group={group} bones={bones} isSearching={wanted !== ''} />;
      })}
    </div>
  );
}

interface GroupProps extends BoneListProps {
  readonly group: BoneGroup;
  readonly bones: readonly HumanoidBone[];
  readonly isSearching: boolean;
}

function Group({ group, bones, isSearching, ...list }: GroupProps) {
  const found = group.bones.filter((bone) => list.rows.get(bone)?.node != null).length;
  const [isUnfolded, setUnfolded] = useState(group.id === 'needed');
  const isOpen = isUnfolded || isSearching;
  return (
    <details open={isOpen} onToggle={(event) => !isSearching && setUnfolded(event.currentTarget.open)}>
      <summary>
        {group.label}
        <small className="group-count">
          {found} of {group.bones.length}
        </small>
      </summary>
      {isOpen && bones.map((bone) => <Row key={bone} bone={bone} {...list} />)}
    </details>
  );
}

function Row({ bone, rows, joints, picking, selected, onPick, onAssign }: BoneListProps & { bone: HumanoidBone }) {
  const row = rows.get(bone);
  const node = row?.node ?? null;
  const label = boneLabel(bone);
  const isPicking = picking === bone;
  return (
    <div className="bone-row" data-marked={isPicking || (node !== null && node === selected)}>
      <label htmlFor={`bone-${bone}`}>{label}</label>
      <select
        id={`bone-${bone}`}
        title={`The joint that moves as ${label}`}
        value={node ?? ''}
        onChange={(event) => onAssign(bone, event.target.value === '' ? null : event.target.value)}
      >
        <option value="">none</option>
        {joints.map(({ name, depth }) => (
          <option key={name} value={name}>
            {'\u2007'.repeat(Math.min(depth, 12))}
            {name}
          </option>
        ))}
      </select>
      <Button
        aria-pressed={isPicking}
        aria-label={`Pick ${label} on the picture`}
        title={`Pick ${label} on the picture`}
        onClick={() => onPick(isPicking ? null : bone)}
      >
        <Crosshair size={16} strokeWidth={1.8} aria-hidden />
      </Button>
      <small className="bone-why" data-doubt={row?.doubt != null}>
        {row?.doubt != null && <TriangleAlert className="doubt-mark" size={13} strokeWidth={2} aria-label="Doubtful" />}
        {row?.doubt ?? row?.reason?.why ?? 'not in this file, or not found'}
      </small>
    </div>
  );
}
