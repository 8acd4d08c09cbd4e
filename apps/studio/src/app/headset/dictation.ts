/** Words by voice, where the browser knows speech: Chrome sends the sound to a service of its maker, and others have none. */
export interface Dictation {
  stop(): void;
}

/** The part of SpeechRecognition that is used; it is in no library of types. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  start(): void;
  stop(): void;
}

interface Heard extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<{ readonly isFinal: boolean; readonly 0: { readonly transcript: string } }>;
}

function recognitionOf(page: object): (new () => Recognition) | undefined {
  const known = page as Partial<Record<'SpeechRecognition' | 'webkitSpeechRecognition', new () => Recognition>>;
  return known.SpeechRecognition ?? known.webkitSpeechRecognition;
}

/** Begins to listen: `onWords` for what is understood, `onEnd` when it listens no more. Null where the browser cannot. */
export function startDictation(onWords: (words: string) => void, onEnd: () => void): Dictation | null {
  const Recognition = recognitionOf(globalThis);
  if (!Recognition) return null;
  const recognition = new Recognition();
  recognition.lang = navigator.language;
  recognition.continuous = true;
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as Heard;
    for (let i = resultIndex; i < results.length; i++) if (results[i].isFinal) onWords(results[i][0].transcript.trim());
  });
  recognition.addEventListener('end', onEnd);
  recognition.start();
  return { stop: () => recognition.stop() };
}

startDictation.isKnown = (): boolean => recognitionOf(globalThis) !== undefined;
