import { hasFingerBones } from '@leib/core/pack';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import type { RoomFaceControl } from '../agents/handsAndFace.js';
import type { MocapTabProps } from './mocapTab.js';

const faceWords: Readonly<Record<RoomFaceControl, string>> = {
  smile: 'smile',
  mouthOpen: 'open its mouth',
  eyesClosed: 'close its eyes',
};
const faceControls = Object.keys(faceWords) as RoomFaceControl[];

/** Fingers and face of the agents: streams besides the angles of the body. */
export function HandsAndFaceSection({ controller }: MocapTabProps) {
  const { settings, agents, actor, shown } = controller;
  const { fingers, face } = settings.values();
  const hasBones = agents.kind === null || hasFingerBones(agents.kind.skeleton);
  const isFromSource = actor?.hasFingers ?? false;
  const canMove = (control: RoomFaceControl) => face && (agents.faceColumns?.[control].length ?? 0) > 0;
  const still = face && agents.faceColumns ? faceControls.filter((control) => !canMove(control)) : [];
  return (
    <section aria-label="Hands and face">
      <SettingControl settings={settings} name="fingers" isDisabled={!hasBones} />
      {['leftFist', 'rightFist'].map((name) => (
        <SettingControl key={name} settings={settings} name={name} isDisabled={!fingers || !hasBones || isFromSource} />
      ))}
      {fingers && isFromSource && <p className="hint">Fingers come from {shown.label}.</p>}
      {!hasBones && <p className="hint">This agent has no finger bones.</p>}
      <SettingControl settings={settings} name="face" />
      {faceControls.map((name) => (
        <SettingControl key={name} settings={settings} name={name} isDisabled={!canMove(name)} />
      ))}
      <SettingControl settings={settings} name="blinking" isDisabled={!canMove('eyesClosed')} />
      {still.length > 0 && (
        <p className="hint">This agent cannot {still.map((control) => faceWords[control]).join(' or ')}.</p>
      )}
    </section>
  );
}
