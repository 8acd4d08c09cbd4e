/** What a setting of the room can be about: what must be on for it to change anything (idleReasons.ts). */
export const idleTopics = [
  'embody',
  'gait',
  'ownFeet',
  'placedFeet',
  'groundedFeet',
  'rhythm',
  'ownKnees',
  'deadZone',
  'multipliers',
  'fittedTrunk',
  'headLimits',
  'swing',
  'shoulder',
  'circleShoulder',
  'collar',
  'limits',
  'wrist',
  'torso',
  'magnets',
  'ownRhythm',
  'ownTorso',
  'learned',
  'learnedSteps',
] as const;

export type IdleTopic = (typeof idleTopics)[number];
