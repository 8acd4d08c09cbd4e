import { bodyWords } from '@leib/body';
import type { TaskName } from '@leib/study';

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
  onScreen: 'Please read it on the screen.',
  inHeadset: 'This is for the headset: please put it on.',
  howWell: 'How well does this word describe you? -2: not at all, 2: very well.',
  write: 'Write the answer',
  leaveOut: 'Leave out',
  approved: (committee: string, reference: string, date: string) => `Approved by: ${committee}, ${reference}, ${date}.`,
  tasks: {
    handInBox: 'Hands in boxes',
    footInBox: 'Feet in boxes',
    explore: 'Explore',
    matchHeight: 'Match the height',
    tPose: 'Step into the body',
    mirror: 'Look into the mirror',
    adjustBetas: 'Adjust the body',
    adjustWords: 'Rate words',
    lookAtBody: 'Look at a body',
  },
} as const;

type Words = {
  readonly [K in keyof typeof english]: K extends 'asked' | 'tasks'
    ? Readonly<Record<keyof (typeof english)[K], string>>
    : K extends 'approved'
      ? (typeof english)[K]
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
  onScreen: 'Bitte lesen Sie am Bildschirm.',
  inHeadset: 'Das ist für die Brille: Bitte setzen Sie sie auf.',
  howWell: 'Wie gut beschreibt Sie dieses Wort? -2: gar nicht, 2: sehr gut.',
  write: 'Antwort schreiben',
  leaveOut: 'Auslassen',
  approved: (committee, reference, date) => `Genehmigt von: ${committee}, ${reference}, ${date}.`,
  tasks: {
    handInBox: 'Hände in Kästen',
    footInBox: 'Füße in Kästen',
    explore: 'Umsehen',
    matchHeight: 'Größe angleichen',
    tPose: 'In den Körper treten',
    mirror: 'In den Spiegel sehen',
    adjustBetas: 'Den Körper einstellen',
    adjustWords: 'Wörter bewerten',
    lookAtBody: 'Einen Körper ansehen',
  },
};

/** Words about bodies, of the task that rates them; English has their own labels. */
const germanBodyWords: Readonly<Record<string, string>> = {
  ...{ tall: 'groß', petite: 'zierlich', lanky: 'schlaksig', stocky: 'gedrungen', heavy: 'schwer', slim: 'schlank' },
  ...{ longLegs: 'lange Beine', longArms: 'lange Arme', highWaist: 'hohe Taille', broadShoulders: 'breite Schultern' },
  ...{
    bigChest: 'große Brust',
    roundBelly: 'runder Bauch',
    wideHips: 'breite Hüften',
    strongThighs: 'kräftige Schenkel',
  },
  ...{ slenderAnkles: 'schlanke Knöchel', hourglass: 'Sanduhr', pearShaped: 'Birnenform', vShaped: 'V-Form' },
};

/** A word that is rated, as participants read it; a word that is none of ours as it is. */
export function bodyWordIn(id: string, language: string): string {
  const own = language === 'de' ? germanBodyWords[id] : bodyWords.find((word) => word.id === id)?.label;
  return own ?? id;
}

/** What a task is called. */
export function taskIn(task: string, language: string): string {
  return wordsIn(language).tasks[task as TaskName] ?? task;
}

/** What the page says to participants beside the study's own texts. */
export function wordsIn(language: string): Words {
  return language === 'de' ? german : english;
}
