import type { PuppetTabProps } from './puppetTab.js';

/** Which hand plays, and which finger moves what. */
export function PlayTab({ controller }: PuppetTabProps) {
  const { hands } = controller.document.file;
  return (
    <section aria-label="Hands">
      <h3>Hands</h3>
      {hands.map(({ name, connections }) => (
        <p key={name} className="hint">
          {name}: {connections.length} connections
        </p>
      ))}
    </section>
  );
}
