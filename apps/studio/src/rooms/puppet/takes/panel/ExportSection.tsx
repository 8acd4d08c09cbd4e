import { writeTake } from '@leib/puppet';
import { useState } from 'react';
import { saveFile } from '../../../../files/saveFile.js';
import { Button } from '../../../../ui/Button.js';
import type { ExportJob } from '../../../../ui/exportDesk.js';
import { Fold } from '../../../../ui/PanelParts.js';
import { Select } from '../../../../ui/Select.js';
import { SettingControl } from '../../../../ui/SettingsPanel.js';
import { ExportProgress } from '../../../../ui/takes/TakesPanel.js';
import { plainBackground } from '../../../../world/background.js';
import { fileNameOf } from '../../files/openModel.js';
import type { EntryProps } from '../../panel/puppetTab.js';
import { askForFolder, canWriteFolder, exportFrames, exportGltf, exportVideo } from '../exports.js';

const sizes = { '360': [640, 360], '720': [1280, 720], '1080': [1920, 1080], square: [1080, 1080] } as const;
type Size = keyof typeof sizes;
const sizeOptions = (Object.keys(sizes) as Size[]).map((value) => ({ value, label: sizes[value].join(' × ') }));

/** The take as a file: our own, glTF, video, pictures. */
export function ExportSection(props: EntryProps) {
  const { workshop, controller, entry } = props;
  const { takes } = workshop;
  const [size, setSize] = useState<Size>('720');
  const { current } = takes.exports;
  const fileName = `${fileNameOf(controller.document.file)}-${fileNameOf(entry.take)}`;
  const { model } = controller.player;
  const picture = () => {
    const [width, height] = sizes[size];
    const background = plainBackground(controller.settings.values());
    return { width, height, background, camera: controller.world.rig.camera };
  };
  const run = (label: string, work: (job: ExportJob) => Promise<string>) => {
    takes.stop();
    void takes.exports.run(label, work).finally(controller.refresh);
    controller.refresh();
  };
  const frames = async (isFolder: boolean) => {
    const folder = isFolder ? await askForFolder() : null;
    if (isFolder && !folder) return;
    run('Pictures', (job) => exportFrames(model, entry.take, picture(), { fileName, folder }, job));
  };
  if (current) return <ExportProgress desk={takes.exports} onCancel={controller.refresh} />;
  return (
    <Fold title="Save and export" open>
      <div className="file-buttons">
        <Button
          onClick={() => saveFile(`${fileName}.take.jsonl`, writeTake(entry.take), 'application/jsonl')}
          help="To be opened here again; without its sound (leib-puppet-take/1)"
        >
          Take
        </Button>
        <Button
          onClick={() => run('glTF with bones', (job) => exportGltf(model, entry.take, 'bones', fileName, job))}
          help="Parts as bones, small, to go on with in Blender and games; without wobble"
        >
          glTF with bones
        </Button>
        <Button
          onClick={() => run('glTF with shapes', (job) => exportGltf(model, entry.take, 'morphs', fileName, job))}
          help="The surface as morph targets: looks as it was played, wobble too"
        >
          glTF with shapes
        </Button>
        <Button
          onClick={() =>
            run('Video', (job) => exportVideo(model, entry, picture(), { fileName, sound: takes.sound }, job))
          }
          help="With its sound, as long as the take lasts; without a background see-through where the browser can"
        >
          Video
        </Button>
        <Button onClick={() => void frames(false)} help="Every frame as PNG in one ZIP, 30 for each second">
          Pictures
        </Button>
        {canWriteFolder && (
          <Button onClick={() => void frames(true)} help="For long takes: nothing is held in memory">
            Pictures in a folder …
          </Button>
        )}
      </div>
      <label className="row">
        Size of the picture
        <Select value={size} options={sizeOptions} onChange={setSize} />
      </label>
      <SettingControl settings={controller.settings} name="background" />
    </Fold>
  );
}
