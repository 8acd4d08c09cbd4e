import { type HumanoidBone, humanoidBones } from '@leib/core';
import type { AvatarRig } from '@leib/three';
import { Download, Redo2, RotateCcw, TriangleAlert, Undo2, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Button } from '../../ui/Button.js';
import { IconButton } from '../../ui/IconButton.js';
import { useModal } from '../../ui/useModal.js';
import { type MappingRequest, useStudioStore } from '../studioStore.js';
import { BoneList } from './BoneList.js';
import { boneLabel } from './boneRows.js';
import { type CheckPart, checkParts } from './rigPicture.js';
import type { EditedBones } from './useMappingEdit.js';
import './mapping.css';
import { RigView } from './RigView.js';
import { type MappingEdit, useMappingEdit } from './useMappingEdit.js';

const closeMapping = () => useStudioStore.setState({ mapping: null });

/** Bones of an avatar's file: what was taken for each and why, changed in the list or on the picture. */
export default function MappingPanel({ asked }: { readonly asked: MappingRequest }) {
  const dialog = useModal();
  const edit = useMappingEdit(asked);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || !edit) return;
    event.preventDefault();
    if (event.shiftKey) edit.redo();
    else edit.undo();
  };
  return (
    <dialog
      ref={dialog}
      className="mapping card"
      aria-label="Bones of this avatar"
      onClose={closeMapping}
      onKeyDown={onKeyDown}
    >
      <header className="row">
        <h2>Bones of this avatar</h2>
        <span className="mapping-file">{asked.file.name}</span>
        <IconButton icon={X} label="Close" onClick={closeMapping} />
      </header>
      {edit ? <Editor edit={edit} /> : <p className="hint">Reading its bones …</p>}
    </dialog>
  );
}

function Editor({ edit }: { readonly edit: MappingEdit }) {
  const { rig, report, bones } = edit;
  const [selected, setSelected] = useState<string | null>(null);
  const [picking, setPicking] = useState<HumanoidBone | null>(null);
  const boneOf = useMemo(
    () => new Map(humanoidBones.flatMap((bone) => (bones[bone] === null ? [] : [[bones[bone], bone] as const]))),
    [bones],
  );
  const doubtful = useMemo(
    () =>
      new Set([...report.rows.values()].flatMap(({ node, doubt }) => (node !== null && doubt !== null ? [node] : []))),
    [report],
  );
  const { joints, isFinger } = useMemo(() => readJoints(rig, bones), [rig, bones]);
  const [hasFingers, setFingers] = useState(false);
  const isShown = useCallback((joint: number) => hasFingers || !isFinger[joint], [hasFingers, isFinger]);
  const assign = (bone: HumanoidBone, joint: string | null) => {
    edit.assign(bone, joint);
    setPicking(null);
    setSelected(joint);
  };
  return (
    <>
      <Judgement edit={edit} />
      <div className="mapping-columns">
        <section aria-label="Picture">
          <Picture
            edit={edit}
            {...{ boneOf, doubtful, isShown, selected, hasFingers }}
            onFingers={setFingers}
            onPick={(joint) => (joint !== null && picking ? assign(picking, joint) : setSelected(joint))}
          />
          <SelectedJoint {...{ selected, picking, boneOf }} onAssign={assign} />
        </section>
        <BoneList rows={report.rows} {...{ joints, picking, selected }} onPick={setPicking} onAssign={assign} />
      </div>
      <Footer edit={edit} rigName={rig.name} />
    </>
  );
}

/** Joints with their depth, and which of them hang on a hand. */
function readJoints(rig: AvatarRig, bones: EditedBones) {
  const { names, parents } = rig.rig;
  const depths: number[] = [];
  const ends = new Set([bones.leftHand, bones.rightHand]);
  const isFinger: boolean[] = [];
  names.forEach((_, joint) => {
    const parent = parents[joint];
    depths.push(parent < 0 ? 0 : depths[parent] + 1);
    isFinger.push(parent >= 0 && (isFinger[parent] || ends.has(names[parent])));
  });
  return { joints: names.map((name, joint) => ({ name, depth: depths[joint] })), isFinger };
}

function Judgement({ edit: { report, error } }: { readonly edit: MappingEdit }) {
  const { verdict, sentences } = report.judgement;
  const said = error === null ? sentences : [error];
  return (
    <div className="judgement" role="status">
      {verdict === 'good' && error === null ? (
        <span>Every bone that a body needs was found.</span>
      ) : (
        <>
          <TriangleAlert className="judgement-mark" data-verdict={verdict} size={16} strokeWidth={2} aria-hidden />
          <span>{said.join(' ')}</span>
        </>
      )}
    </div>
  );
}

type PictureProps = Pick<
  React.ComponentProps<typeof RigView>,
  'boneOf' | 'doubtful' | 'isShown' | 'selected' | 'onPick'
> & {
  readonly edit: MappingEdit;
  /** Whether the joints of fingers are drawn. */
  readonly hasFingers: boolean;
  readonly onFingers: (hasFingers: boolean) => void;
};

function Picture({ edit, hasFingers, onFingers, ...view }: PictureProps) {
  const { avatar, report } = edit;
  const [moving, setMoving] = useState<CheckPart | 'all' | null>('all');
  const [part, setPart] = useState<CheckPart | null>(null);
  const isRefused = report.judgement.verdict === 'refused';
  return (
    <>
      <RigView rig={edit.rig} avatar={avatar} moving={moving} onPart={setPart} {...view} />
      <div className="tpose row">
        <Button
          aria-pressed={avatar !== null}
          disabled={isRefused || edit.isBusy}
          title="The avatar in the T-pose with these bones; arms, legs and head move in turn"
          onClick={() => edit.showTPose(avatar === null)}
        >
          T-pose check
        </Button>
        {avatar && (
          <select
            aria-label="What moves"
            title="The part that bends in the check"
            value={moving ?? ''}
            onChange={(event) => setMoving((event.target.value || null) as typeof moving)}
          >
            <option value="all">All in turn</option>
            {checkParts.map((name) => (
              <option key={name} value={name}>
                Only the {name}
              </option>
            ))}
            <option value="">Nothing</option>
          </select>
        )}
        {avatar && moving !== null && part && <small className="moving-part">The {part} should bend.</small>}
        <label className="fingers" title="Bones of the fingers, too">
          <input type="checkbox" checked={hasFingers} onChange={(event) => onFingers(event.target.checked)} />
          Fingers
        </label>
      </div>
    </>
  );
}

interface SelectedJointProps {
  readonly selected: string | null;
  readonly picking: HumanoidBone | null;
  readonly boneOf: ReadonlyMap<string, HumanoidBone>;
  readonly onAssign: (bone: HumanoidBone, joint: string | null) => void;
}

/** What the joint that was clicked is, and the choice of another bone for it. */
function SelectedJoint({ selected, picking, boneOf, onAssign }: SelectedJointProps) {
  if (picking) return <p className="selected-joint">Click the joint that is: {boneLabel(picking)}.</p>;
  if (selected === null) return <p className="selected-joint">Click a joint to say which bone it is. Drag to turn.</p>;
  const bone = boneOf.get(selected) ?? null;
  return (
    <p className="selected-joint">
      <label htmlFor="selected-bone">{selected} is</label>
      <select
        id="selected-bone"
        title="The bone that this joint moves as"
        value={bone ?? ''}
        onChange={(event) => {
          const chosen = event.target.value as HumanoidBone | '';
          if (chosen !== '') onAssign(chosen, selected);
          else if (bone) onAssign(bone, null);
        }}
      >
        <option value="">no bone</option>
        {humanoidBones.map((name) => (
          <option key={name} value={name}>
            {boneLabel(name)}
          </option>
        ))}
      </select>
    </p>
  );
}

function Footer({ edit, rigName }: { readonly edit: MappingEdit; readonly rigName: string }) {
  return (
    <footer className="row">
      <IconButton icon={Undo2} label="Undo" isDisabled={!edit.canUndo} onClick={edit.undo} />
      <IconButton icon={Redo2} label="Redo" isDisabled={!edit.canRedo} onClick={edit.redo} />
      <IconButton
        icon={RotateCcw}
        label="Forget: back to the guess"
        isDisabled={!edit.canForget}
        onClick={edit.forget}
      />
      <IconButton icon={Download} label="Save these bones as JSON, for loadAvatar()" onClick={edit.save} />
      <span className="spacer" />
      <Button title="Leaves the bones as they were" onClick={closeMapping}>
        Cancel
      </Button>
      <Button
        className="wear"
        disabled={edit.isBusy || edit.report.judgement.verdict === 'refused'}
        title={`Wear ${rigName} with these bones, now and whenever this file is loaded`}
        onClick={edit.wear}
      >
        Wear it
      </Button>
    </footer>
  );
}
