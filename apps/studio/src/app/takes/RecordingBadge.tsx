import { useEffect } from 'react';
import { useFigures } from '../../time/useClock.js';
import { useStudio } from '../StudioContext.js';
import './takes.css';

/** Mark in front of the page's title while it records: seen in the browser's tabs. */
const TITLE_MARK = '● ';

/** How long the recording has run, or how long until it begins. The page's title has a mark meanwhile. */
export function RecordingBadge() {
  const { takes } = useStudio();
  const { text, title } = useFigures(() => ({
    text: badgeText(takes.seconds, takes.countdownLeft),
    title: document.title,
  }));
  useEffect(() => {
    // Each room sets a title of its own.
    if (!title.startsWith(TITLE_MARK)) document.title = `${TITLE_MARK}${title}`;
  }, [title]);
  useEffect(
    () => () => {
      document.title = document.title.replace(TITLE_MARK, '');
    },
    [],
  );
  return (
    <output className="recording-badge" aria-label="Recording">
      <i aria-hidden />
      <span>{text}</span>
    </output>
  );
}

function badgeText(seconds: number, countdownLeft: number): string {
  if (countdownLeft > 0) return `in ${Math.ceil(countdownLeft)} …`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - 60 * minutes).toFixed(1).padStart(4, '0')}`;
}
