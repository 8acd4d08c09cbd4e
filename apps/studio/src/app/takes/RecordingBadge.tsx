import { useEffect, useRef } from 'react';
import { useStudio } from '../StudioContext.js';
import './takes.css';

const LOOK_SECONDS = 0.1;

/** Mark in front of the page's title while it records: seen in the browser's tabs. */
const TITLE_MARK = '● ';

/** How long the recording has run, or how long until it begins. The page's title has a mark meanwhile. */
export function RecordingBadge() {
  const { clock, takes } = useStudio();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const look = () => {
      if (text.current) text.current.textContent = badgeText(takes.seconds, takes.countdownLeft);
      // Each room sets a title of its own.
      if (!document.title.startsWith(TITLE_MARK)) document.title = `${TITLE_MARK}${document.title}`;
    };
    look();
    const stop = clock.refreshEvery(LOOK_SECONDS, look);
    return () => {
      stop();
      document.title = document.title.replace(TITLE_MARK, '');
    };
  }, [clock, takes]);
  return (
    <output className="recording-badge" aria-label="Recording">
      <i aria-hidden />
      <span ref={text} />
    </output>
  );
}

function badgeText(seconds: number, countdownLeft: number): string {
  if (countdownLeft > 0) return `in ${Math.ceil(countdownLeft)} …`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - 60 * minutes).toFixed(1).padStart(4, '0')}`;
}
