import { CircleAlert, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { useClock } from '../time/useClock.js';
import { Button } from './Button.js';
import { IconButton } from './IconButton.js';
import { closeNotice, type Notice, usePage } from './pageStore.js';

export function Notices() {
  const notices = usePage((state) => state.notices);
  const busy = usePage((state) => state.busy);
  return (
    <div className="notices" aria-live="polite">
      {busy && (
        <div className="notice card" data-kind="busy">
          <span className="spinner" aria-hidden />
          <p>{busy}</p>
        </div>
      )}
      {notices.map((notice) => (
        <OneNotice key={notice.id} {...notice} />
      ))}
    </div>
  );
}

const NOTICE_SECONDS = 6;

function OneNotice({ id, kind, text, action }: Notice) {
  const clock = useClock();
  useEffect(() => {
    if (kind === 'info') return clock.after(NOTICE_SECONDS, () => closeNotice(id));
  }, [clock, id, kind]);
  return (
    <div className="notice card" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'error' ? <CircleAlert size={18} aria-hidden /> : <Info size={18} aria-hidden />}
      <p>{text}</p>
      {action && (
        <Button
          className="notice-action"
          onClick={() => {
            closeNotice(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label="Close message" onClick={() => closeNotice(id)} />
    </div>
  );
}
