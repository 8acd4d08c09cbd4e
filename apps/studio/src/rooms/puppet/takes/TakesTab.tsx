import type { PuppetTabProps } from '../panel/puppetTab.js';

/** What was played, to be played again. */
export default function TakesTab({ controller }: PuppetTabProps) {
  return <p className="hint">No takes of {controller.document.file.name} yet.</p>;
}
