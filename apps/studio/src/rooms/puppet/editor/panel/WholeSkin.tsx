import type { PuppetFile, SkinSettings } from '@leib/puppet';
import { EditSlider, PointFields, Segments } from './fields.js';
import type { SkinCardProps } from './skinCardProps.js';

const methods = [
  { value: 'simplify', label: 'Surface', help: 'By simplifying the surface: follows thin parts' },
  { value: 'voxels', label: 'Volume', help: 'By cells of the volume: for broken and open models' },
] as const;

/** What holds for the whole skin, and the inner model below it. */
export function WholeSkin({ editor, skin }: SkinCardProps) {
  const { controller } = editor;
  const { inner } = controller.document.file;
  const set = (what: string, changes: Partial<SkinSettings>) =>
    editor.attempt(what, (file) => ({ ...file, skin: { ...file.skin, ...changes } }), what);
  const setInner = (what: string, changes: Partial<PuppetFile['inner']>) =>
    editor.attempt(what, (file) => ({ ...file, inner: { ...file.inner, ...changes } }), what);
  return (
    <section aria-label="Whole skin">
      <h3>Whole skin</h3>
      <EditSlider
        controller={controller}
        label="Volume"
        help="Stretch outside and squeeze inside of bends"
        value={skin.volume}
        range={[0, 1, 0.01]}
        onChange={(volume) => set('volume', { volume })}
      />
      <EditSlider
        controller={controller}
        label="Gravity, down"
        help="Pulls the skin down; the Earth has 9.81"
        value={-skin.gravity[1]}
        unit="m/s²"
        range={[-20, 30, 0.1]}
        onChange={(down) => set('gravity', { gravity: [skin.gravity[0], -down, skin.gravity[2]] })}
      />
      <details>
        <summary>
          <h3>More</h3>
        </summary>
        <PointFields
          label="Gravity"
          unit="m/s²"
          scale={1}
          least={-1000}
          most={1000}
          value={skin.gravity}
          onChange={(gravity) => set('gravity', { gravity })}
        />
        <EditSlider
          controller={controller}
          label="Iterations"
          help="Of the solver in a frame: more hold better and cost more"
          value={skin.iterations}
          range={[1, 50, 1]}
          onChange={(iterations) => set('iterations', { iterations: Math.round(iterations) })}
        />
        <h3>Inner model</h3>
        <Segments
          label="Method of the inner model"
          value={inner.method}
          options={methods}
          onChange={(method) => {
            setInner('method of the inner model', { method });
            controller.document.endGesture();
          }}
        />
        <EditSlider
          controller={controller}
          label="Inner points"
          help="Rigid points that carry the skin: few are soft and quick, many follow closely"
          value={inner.points}
          range={[8, 5000, 8]}
          onChange={(points) => setInner('inner points', { points: Math.round(points) })}
        />
      </details>
    </section>
  );
}
