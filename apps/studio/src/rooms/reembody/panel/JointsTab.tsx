import { type HumanoidBone, ownValue } from '@leib/core';
import { bodyGroups, groupOfBone } from '@leib/reembody';
import { useState } from 'react';
import { boneLabel } from '../settings/boneLabel.js';
import type { EditorTabProps } from './editorTab.js';
import { GroupFields } from './GroupFields.js';
import { OneJointFields } from './OneJointFields.js';
import { PartFields } from './PartFields.js';
import { ThreeDrivesFields } from './ThreeDrivesFields.js';

/** Joints by group, several at once: limits, drives, masses, shapes. */
export function JointsTab(props: EditorTabProps) {
  const { controller, built, onChange, refresh } = props;
  const { selected, edits } = controller;
  const { isOneJoint } = edits;
  const setOneJoint = (isOne: boolean) => {
    edits.isOneJoint = isOne;
    refresh();
  };
  const bones = built.body.parts.map(({ bone }) => bone);
  return (
    <>
      <Selection {...props} bones={bones} />
      {selected.length > 0 && (
        <>
          <label className="joint-check" title="What is set or dragged on one side is set on the other, mirrored">
            <input
              type="checkbox"
              checked={edits.isMirroring}
              onChange={(event) => {
                edits.isMirroring = event.target.checked;
                refresh();
              }}
            />
            Both sides
          </label>
          <fieldset className="joints-row template" aria-label="Template">
            <label data-active={!isOneJoint} title="Every axis has limits and a drive of its own">
              <input type="radio" name="template" checked={!isOneJoint} onChange={() => setOneJoint(false)} />
              Three drives
            </label>
            <label
              data-active={isOneJoint}
              title="As engines with one joint of three axes have it: y and z symmetric, with one drive between them"
            >
              <input type="radio" name="template" checked={isOneJoint} onChange={() => setOneJoint(true)} />
              One joint
            </label>
            <button
              type="button"
              className="small"
              title={
                isOneJoint
                  ? 'Makes y and z of the selected joints symmetric, with one drive: three drives to one joint'
                  : 'Gives the selected joints their uneven angles back: one joint to three drives'
              }
              onClick={() => onChange(isOneJoint ? edits.toOneJoint(selected) : edits.toThreeDrives(selected))}
            >
              Convert
            </button>
          </fieldset>
          {isOneJoint ? <OneJointFields {...props} /> : <ThreeDrivesFields {...props} />}
          <PartFields {...props} />
        </>
      )}
      {selected.length === 0 && (
        <p className="hint">Select joints to set them here, or to drag their limits on the body (Drawn: Limits).</p>
      )}
    </>
  );
}

interface SelectionProps extends EditorTabProps {
  readonly bones: readonly HumanoidBone[];
}

function Selection({ controller, settings, onChange, bones, refresh }: SelectionProps) {
  const { selected } = controller;
  const groups = bodyGroups.filter((group) => bones.some((bone) => groupOfBone(bone) === group));
  const [open, setOpen] = useState<string>('leftArm');
  const own = Object.keys(settings.groups);
  const bonesOf = (group: string) =>
    bones.filter((bone) => ownValue(settings.groups, group)?.bones.includes(bone) ?? groupOfBone(bone) === group);

  function select(some: readonly HumanoidBone[], isOn: boolean): void {
    const rest = selected.filter((bone) => !some.includes(bone));
    controller.selected = isOn ? [...rest, ...some] : rest;
    refresh();
  }

  const inGroup = bonesOf(open);
  return (
    <>
      <div className="joint-groups" role="radiogroup" aria-label="Body group">
        {[...groups, ...own].map((group) => {
          const count = bonesOf(group).filter((bone) => selected.includes(bone)).length;
          return (
            <label key={group} className="joint-chip" data-active={group === open}>
              <input type="radio" name="joint-group" checked={group === open} onChange={() => setOpen(group)} />
              {own.includes(group) ? group : boneLabel(group)}
              {count > 0 && <b>{count}</b>}
            </label>
          );
        })}
      </div>
      <div className="joint-bones">
        {inGroup.map((bone) => (
          <label key={bone}>
            <input
              type="checkbox"
              checked={selected.includes(bone)}
              onChange={(event) => select([bone], event.target.checked)}
            />
            {boneLabel(bone)}
          </label>
        ))}
      </div>
      <div className="joints-row">
        <button type="button" className="small" onClick={() => select(inGroup, true)}>
          Whole group
        </button>
        <button type="button" className="small" onClick={() => select(bones, true)}>
          All
        </button>
        <button type="button" className="small" disabled={selected.length === 0} onClick={() => select(bones, false)}>
          None
        </button>
      </div>
      <GroupFields
        controller={controller}
        settings={settings}
        onChange={onChange}
        open={own.includes(open) ? open : null}
        onOpen={(name) => setOpen(name ?? 'leftArm')}
      />
    </>
  );
}
