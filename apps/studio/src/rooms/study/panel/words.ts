const english = {
  next: 'Go on',
  begin: 'Begin',
  done: 'Done',
  back: 'Back',
  stop: 'Stop',
  question: 'Questions',
  asked: {
    screen: 'Please answer on the screen.',
    pointer: 'All questions are answered.',
    aloud: 'You are asked aloud. Please answer aloud.',
    none: '',
  },
  ready: 'Get ready:',
  stay: 'Stay as you are:',
  stayText: 'Everything is held still for a moment.',
  stopped: 'Stopped',
  stoppedText: 'The session was stopped. Nothing moves any more. Stay where you are; somebody helps you.',
  over: 'The end',
  thanks: 'Thank you. This was all.',
  wait: 'Please wait: the person who looks after the study goes on.',
} as const;

type Words = {
  readonly [K in keyof typeof english]: K extends 'asked'
    ? Readonly<Record<keyof typeof english.asked, string>>
    : string;
};

const german: Words = {
  next: 'Weiter',
  begin: 'Beginnen',
  done: 'Fertig',
  back: 'Zurück',
  stop: 'Anhalten',
  question: 'Fragen',
  asked: {
    screen: 'Bitte antworten Sie am Bildschirm.',
    pointer: 'Alle Fragen sind beantwortet.',
    aloud: 'Sie werden mündlich gefragt. Bitte antworten Sie mündlich.',
    none: '',
  },
  ready: 'Gleich geht es los:',
  stay: 'Bleiben Sie so:',
  stayText: 'Alles steht einen Moment still.',
  stopped: 'Angehalten',
  stoppedText: 'Die Sitzung wurde angehalten. Nichts bewegt sich mehr. Bleiben Sie, wo Sie sind; man hilft Ihnen.',
  over: 'Ende',
  thanks: 'Vielen Dank. Das war alles.',
  wait: 'Bitte warten Sie: Die Leitung der Studie macht weiter.',
};

/** What the page says to participants beside the study's own texts. */
export function wordsIn(language: string): Words {
  return language === 'de' ? german : english;
}
