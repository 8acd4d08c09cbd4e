import { defineCommand, UsageError } from '../command.js';
import { writeOutput } from '../files.js';
import { readMotion, readNumber, readSettings } from '../reembody/reembodyInput.js';
import { trackClip } from '../reembody/trackClip.js';

export const reembodyTrackCommand = defineCommand({
  name: 'reembody track',
  summary: 'how well the simulated body follows a clip',
  operands: [],
  options: {
    in: { type: 'string', value: 'FILE', help: 'a motion with a skeleton: BVH, glTF, VRMA (may be gzip’d)' },
    settings: { type: 'string', value: 'FILE', help: 'settings of the body, as leib reembody tune writes them' },
    untuned: {
      type: 'boolean',
      help: 'gains from the inertia; without it and without --settings the body is tuned first',
    },
    fingers: { type: 'boolean', help: 'simulate the fingers too' },
    hz: { type: 'string', value: 'HZ', help: 'frames a second, 30 to 240; 90 when absent' },
    floor: { type: 'string', value: 'METRES', help: 'put a floor at this height; none when absent' },
    series: {
      type: 'string',
      value: 'FILE',
      help: 'also write every joint’s error of every frame, degrees, as CSV: for plots',
    },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  details: [
    'The body is made of the clip’s own skeleton. The error of a joint is the angle between its part’s rotation against the',
    'part it hangs on and the target projected on the joint’s axes and limits; what the projection took is told apart.',
    'Parts of the body touch each other as the layers of the settings say.',
  ].join('\n'),
  async run(_operands, options, output) {
    if (options.in === undefined) throw new UsageError('--in is missing; see leib reembody track --help.');
    const hz = readNumber('hz', options.hz, 90, 30, 240);
    const floorY = options.floor === undefined ? null : readNumber('floor', options.floor, 0, -10, 10);
    const settings = await readSettings(options.settings, options.fingers);
    const motion = await readMotion(options.in);
    const { loadMujoco } = await import('@leib/reembody');
    const rows: (readonly number[])[] = [];
    const report = trackClip(await loadMujoco(), motion, settings, {
      hz,
      isTuned: !options.untuned && options.settings === undefined,
      floorY,
      onProgress: (text) => output.progress(text),
      onErrors: (errors) => rows.push(errors),
    });
    if (options.series !== undefined) {
      const lines = [Object.keys(report.perJoint), ...rows.map((row) => row.map((value) => value.toFixed(4)))];
      const text = lines.map((line, i) => [i === 0 ? 'time' : ((i - 1) / hz).toFixed(4), ...line].join(',')).join('\n');
      await writeOutput(options.series, new TextEncoder().encode(`${text}\n`));
    }
    if (options.json) return output.print(JSON.stringify({ in: options.in, hz, ...report }));
    output.print(
      `${options.in}: mean ${report.meanErrorDeg.toFixed(2)}, RMS ${report.rmsErrorDeg.toFixed(2)}, largest ${report.maxErrorDeg.toFixed(1)} degrees; ` +
        `projection ${report.projectionLossDeg.toFixed(2)}; ${report.resets} resets, ${report.nan} NaN; ${report.usPerFrame.toFixed(0)} us a frame`,
    );
    for (const [bone, joint] of Object.entries(report.perJoint)) {
      const numbers = [joint.meanDeg, joint.rmsDeg, joint.maxDeg, joint.projectionLossDeg].map((value) =>
        value.toFixed(2).padStart(8),
      );
      output.print(`  ${bone.padEnd(24)}${numbers.join('')}`);
    }
  },
});
