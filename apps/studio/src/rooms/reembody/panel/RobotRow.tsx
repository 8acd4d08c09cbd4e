import { robotOutputAt } from '@leib/reembody';
import { Bot, FolderOpen, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import { medianOf } from '../../../world/meter.js';
import type { RobotController } from '../scene/robotController.js';

/** The robot beside the person: load one, see how it follows, remove it. */
export function RobotRow({ controller }: { readonly controller: RobotController }) {
  const fileInput = useRef<HTMLInputElement>(null);
  const { robot, loading } = controller;
  return (
    <div className="robot-row">
      <div className="row">
        <span className="robot-name">{loading ? `Loading ${loading} …` : (robot?.name ?? 'No robot')}</span>
        <IconButton icon={Bot} label="Load the example robot" onClick={() => controller.loadExample()} />
        <IconButton
          icon={FolderOpen}
          label="Load a robot: MJCF or URDF, with its meshes"
          onClick={() => fileInput.current?.click()}
        />
        {robot && <IconButton icon={X} label="Take the robot away" onClick={() => controller.remove()} />}
      </div>
      {robot?.built && robot.output && (
        <p
          className="muted"
          data-testid="robot-state"
          title={`Held still: ${robot.built.report.unmapped.join(', ') || 'none'}`}
        >
          {robot.built.report.mapped.length} hinges follow, {robot.built.report.unmapped.length} do not; off by up to{' '}
          {((robot.output[robotOutputAt.largestError] * 180) / Math.PI).toFixed(1)}°,{' '}
          {medianOf(robot.stepMs).toFixed(2)} ms
        </p>
      )}
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple
        aria-label="Robot files"
        accept=".xml,.mjcf,.urdf,.stl,.obj,.msh,.png"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) void controller.load(files);
        }}
      />
    </div>
  );
}
