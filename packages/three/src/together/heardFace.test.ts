import { faceParameterNames } from '@leib/core/pack';
import type { RemoteActor } from '@leib/together';
import { expect, test } from 'vitest';
import type { FaceValues } from '../face/livingFace.js';
import { HeardFace } from './heardFace.js';

function faceOf(actor: Pick<RemoteActor, 'face' | 'faceAgeMs'>) {
  const face = new HeardFace();
  let shown: Readonly<FaceValues> | null = null;
  const show = (values: Readonly<FaceValues>) => {
    shown = { ...values };
  };
  const person = {
    actor: actor as RemoteActor,
    avatar: { face: { show } } as never,
  };
  return (loudness: number | null) => {
    for (let i = 0; i < 30; i++) face.step(person, loudness, 1 / 60);
    return shown as FaceValues | null;
  };
}

const sent = (aa: number, blink = 0) => {
  const weights = new Float64Array(faceParameterNames.length);
  weights[faceParameterNames.indexOf('aa')] = aa;
  weights[faceParameterNames.indexOf('blinkLeft')] = blink;
  return weights;
};

test('who sends no face opens the mouth to their voice, and closes it when they are silent', () => {
  const step = faceOf({ face: null, faceAgeMs: Number.POSITIVE_INFINITY });
  expect(step(null)).toBeNull();
  expect(step(0)?.aa).toBe(0);
  expect(step(0.2)?.aa).toBeGreaterThan(0.8);
  expect(step(0)?.aa).toBeLessThan(0.1);
  // Whose voice breaks off does not stay open-mouthed.
  step(0.2);
  expect(step(null)?.aa).toBeLessThan(0.1);
});

test('a face that comes now is shown as it comes; one that came from nearer keeps its eyes, and the voice opens its mouth', () => {
  expect(faceOf({ face: sent(0.25, 0.5), faceAgeMs: 100 })(0.2)).toMatchObject({ aa: 0.25, closedLeft: 0.5 });
  const far = faceOf({ face: sent(1, 0.5), faceAgeMs: 3000 });
  expect(far(0)).toMatchObject({ aa: 0, closedLeft: 0.5 });
  expect(far(0.2)?.aa).toBeGreaterThan(0.8);
});
