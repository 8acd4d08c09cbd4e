import { CircleAlert, Info, X } from 'lucide-react';
import { IconButton } from '../ui/IconButton.js';
import { closeNotice, useStudioStore } from './studioStore.js';

export function Notices() {
  const notices = useStudioStore((state) => state.notices);
  const busy = useStudioStore((state) => state.busy);
  return (
    <div className="notices" aria-live="polite">
      {busy && (
        <div className="notice card" data-kind="busy">
          <span className="spinner" aria-hidden />
          <p>{busy}</p>
        </div>
      )}
      {notices.map(({ id, kind, text }) => (
        <div key={id} className="notice card" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
          {kind === 'error' ? <CircleAlert size={18} aria-hidden /> : <Info size={18} aria-hidden />}
          <p>{text}</p>
          <IconButton icon={X} label="Close message" onClick={() => closeNotice(id)} />
        </div>
      ))}
    </div>
  );
}
