import { fileSetOfFiles } from '@leib/formats';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { SmallButton } from '../../../ui/Button.js';
import { explainError } from '../../../ui/explainError.js';
import { FilesInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { notify } from '../../../ui/pageStore.js';
import type { FollowFigures, RobotQuestion } from '../scene/robotController.js';
import { RobotJoints } from './RobotJoints.js';
import { RobotOutputFields } from './RobotOutputFields.js';
import { useReembody } from './useReembody.js';
import './robotTool.css';

/** The robot beside the person: load one, see how it follows, change what its joints follow, remove it. */
export default function RobotTool() {
  const room = useReembody();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  if (!room) return null;
  const controller = room.controller.robot;
  const { name: loaded, loading, question, follows, output } = room.figures.robot;
  const load = (files: readonly File[]) =>
    fileSetOfFiles(files)
      .then((set) => controller.load(set))
      .catch((error) => notify('error', explainError(error)));
  const name = loading ? `Loading ${loading.name} … ${Math.round(loading.share * 100)} %` : (loaded ?? 'No robot');
  return (
    <div className="robot-tool">
      <div className="row">
        <p className="robot-name" title={name}>
          {name}
        </p>
        {loaded !== null && <IconButton icon={X} label="Take the robot away" onClick={() => controller.remove()} />}
      </div>
      <div className="row robot-files">
        <SmallButton word="Example" label="Load the example robot" onClick={() => void controller.loadExample()} />
        <SmallButton
          word="File …"
          label="Load a robot from a file: a zip, or MJCF or URDF with what belongs to it"
          onClick={() => fileInput.current?.click()}
        />
        <SmallButton word="Folder …" label="Load a robot’s folder" onClick={() => folderInput.current?.click()} />
      </div>
      {loading && <progress value={loading.share} aria-label="Loading the robot" />}
      {question && <RobotAsked question={question} />}
      {follows && <RobotState {...follows} />}
      {follows?.isFree && (
        <SmallButton
          word="Stand up"
          label="Put the robot on its feet where it lies"
          onClick={() => room.controller.standUp()}
        />
      )}
      {follows && <RobotJoints report={follows.report} onChoose={(joint, bone) => controller.setBone(joint, bone)} />}
      {(follows || output.recording) && <RobotOutputFields output={controller.output} figures={output} />}
      <FilesInput inputRef={fileInput} label="Robot files" onFiles={load} />
      <FilesInput inputRef={folderInput} label="Robot folder" choice="folder" onFiles={load} />
    </div>
  );
}

function RobotAsked({ question }: { readonly question: RobotQuestion }) {
  if (question.kind === 'missing') {
    return (
      <div className="robot-asked">
        <p>
          Missing: {question.missing.slice(0, 6).join(', ')}
          {question.missing.length > 6 && ` and ${question.missing.length - 6} more`}
        </p>
        <button type="button" onClick={() => question.goOn()}>
          Load it without them
        </button>
      </div>
    );
  }
  return (
    <fieldset className="robot-asked">
      <legend>Which of these is the robot?</legend>
      {question.candidates.map((path) => (
        <button type="button" key={path} onClick={() => question.choose(path)}>
          {path}
        </button>
      ))}
    </fieldset>
  );
}

/** How many hinges follow, and how far the robot's segments point from the person's. */
function RobotState({ report: { joints, segments }, segmentAngles, largestAngle, stepMs }: FollowFigures) {
  const following = joints.filter(({ bone }) => bone !== null).length;
  const details = segments.map((bone, i) => `${bone} ${toDegrees(segmentAngles[i]).toFixed(1)}°`).join(', ');
  return (
    <p className="muted" data-testid="robot-state" title={`Angles to the person’s: ${details}`}>
      {following} hinges follow, {joints.length - following} do not; segments off by up to{' '}
      {toDegrees(largestAngle).toFixed(1)}°
      {stepMs === null ? '; in your world: it can be touched' : `; in its own world, ${stepMs.toFixed(2)} ms`}
    </p>
  );
}

function toDegrees(angle: number): number {
  return (angle * 180) / Math.PI;
}
