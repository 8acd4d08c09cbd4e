import { type CommandOptions, defineCommand } from '../command.js';

export const bodyWordsOptions = {
  sex: { type: 'string', value: 'SEX', help: 'female, male or neutral (default): the people that words compare with' },
  name: { type: 'string', value: 'NAME', help: 'name of the body; default "From words"' },
  out: { type: 'string', value: 'FILE', help: 'write leib-betas/1, which the studio’s Body room opens' },
  json: { type: 'boolean', help: 'print betas, measures and ratings as one JSON object' },
} as const satisfies CommandOptions;

export const bodyWordsCommand = defineCommand({
  name: 'body words',
  summary: 'a body from rated words: tall=2 slim=1 broadShoulders=-1',
  operands: ['ratings'],
  lastRepeats: true,
  options: bodyWordsOptions,
  details: [
    'A rating is WORD=NUMBER from -2 (not at all) to 2 (very); 0 is as most people are, and words that are left out have no',
    'effect. Words: tall, petite, lanky, stocky, heavy, slim, longLegs, longArms, highWaist, broadShoulders, bigChest,',
    'roundBelly, wideHips, strongThighs, slenderAnkles, hourglass, pearShaped, vShaped. What each means is stated by us and',
    'listed in docs/body.md; how measures go together is ANSUR II’s. Prints the betas, the measures of the body, and how well',
    'each word describes it.',
  ].join('\n'),
  load: async () => (await import('../body/runBodyWords.js')).runBodyWords,
});
