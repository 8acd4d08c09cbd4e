import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../common/server.testing.js';
import { systemClock } from '../../common/serverClock.js';
import { eventsOf } from '../study.testing.js';
import { Instruments } from './instruments.js';
import { openLslLibrary } from './lslLibrary.js';

// With a real liblsl, which is not shipped: LSL_LIBRARY names it (docs/study-data.md).
const hasLsl = Boolean(process.env.LSL_LIBRARY);

test.skipIf(!hasLsl)(
  'LSL: events come with their time to who records the stream, and others’ markers come in',
  async () => {
    const instruments = await Instruments.open(['lsl'], systemClock);
    onTestFinished(() => instruments.close());
    const lsl = await openLslLibrary('');
    // Another program's markers, and one that listens to ours.
    const other = lsl.createMarkers('Amplifier', 'amplifier-1');
    onTestFinished(() => other.close());
    const [ours] = await lsl.openMarkers((id) => id.startsWith('leib-'));
    onTestFinished(() => ours.close());
    const heard: { readonly label: string; readonly seconds: number }[] = [];
    const [event] = eventsOf('p', 1);
    const hostMs = systemClock.nowMs() - 250;
    const sentAt = lsl.now() - 0.25;
    await until(() => instruments.status[0].isConnected);
    instruments.sendEvent('s', event, { sessionSeconds: 12.5, hostMs, uncertaintySeconds: 0 });
    await until(() => {
      const sample = ours.pull();
      if (sample !== null) heard.push(sample);
      return heard.length > 0;
    });
    expect(JSON.parse(heard[0].label)).toMatchObject({ participant: 'p', sequence: 0, seconds: 12.5, kind: 'noted' });
    expect(Math.abs(heard[0].seconds - sentAt)).toBeLessThan(0.05);
    // A marker that says when it was, by LSL's clock.
    await until(
      () => instruments.markersFor('p').length > 0,
      () => other.pushText('blink', lsl.now() - 1),
    );
    const [marker] = instruments.markersFor('p');
    expect(marker).toMatchObject({ label: 'blink', source: 'lsl Amplifier' });
    const early = systemClock.nowMs() - marker.hostMs;
    expect(early).toBeGreaterThan(950);
    const joints = ['hips', 'head'];
    const pose = { participant: 'p', joints, root: [0, 1, 0], rotations: [0, 0, 0, 1, 0, 0, 0, 1] };
    instruments.sendPose(pose, { sessionSeconds: 12.5, hostMs });
  },
);
