import type { PuppetTabProps } from '../panel/puppetTab.js';

/** How the surface moves. */
export default function SkinTab({ controller }: PuppetTabProps) {
  const { regions } = controller.document.file.skin;
  return (
    <section aria-label="Regions">
      <h3>Regions</h3>
      {regions.map(({ name, stiffness, mass }) => (
        <p key={name} className="hint">
          {name}: stiffness {stiffness.toFixed(2)}, {mass.toFixed(2)} kg per square metre
        </p>
      ))}
    </section>
  );
}
