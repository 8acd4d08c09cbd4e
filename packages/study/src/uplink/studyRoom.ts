/** Rooms of people whose names begin so belong to studies: who orders there is who operates the study. */
export const STUDY_ROOM = 'study-';

/** The room of people of a study: its stations and those who look after them. */
export function roomOfStudy(study: string): string {
  return `${STUDY_ROOM}${study.toLowerCase().replace(/[^a-z\d]+/g, '-')}`.slice(0, 40).replace(/-$/, '');
}
