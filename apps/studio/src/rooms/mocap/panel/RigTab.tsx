import { RigSection } from '../rigging/RigSection.js';
import type { MocapTabProps } from './mocapTab.js';

/** Making an agent from a mesh without bones. */
export default function RigTab({ controller, refresh }: MocapTabProps) {
  const wear = (file: File) => void controller.showAgentFile(file).then(refresh);
  return <RigSection controller={controller.rigging} onWear={wear} />;
}
