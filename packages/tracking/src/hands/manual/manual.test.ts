import { seededRandom } from '@leib/core/testing';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createHandSignal, type HandSource } from '../handSignal.js';
import { createGamepadHandSource, type GamepadLike } from './gamepadHand.js';
import {
  createMidiHandState,
  decodeMidi,
  learnMidi,
  type MidiAccessLike,
  openMidiHand,
  stepMidiHand,
  takeMidi,
} from './midiHand.js';
import { MouseHand } from './mouseHand.js';

/** The signal after a while, and the largest change of a bend in one frame. */
function after(source: Pick<HandSource, 'step'>, frames = 60) {
  const signal = createHandSignal();
  let largest = 0;
  for (let i = 0; i < frames; i++) {
    const before = signal.bends.slice();
    source.step(1 / 60, signal);
    for (let finger = 0; finger < 5; finger++)
      largest = Math.max(largest, Math.abs(signal.bends[finger] - before[finger]));
  }
  return { ...signal, bendsNow: Array.from(signal.bends, (bend) => Math.round(bend * 100) / 100), largest };
}

describe('MIDI', () => {
  const midi = (...messages: number[][]) => {
    const state = createMidiHandState();
    for (const message of messages) takeMidi(state, message);
    return after({ step: (dtSeconds, out) => stepMidiHand(state, dtSeconds, out) });
  };

  test('the modulation wheel closes the fingers, the pitch wheel turns the hand; both rest exactly', () => {
    expect(midi([0xb3, 1, 127]).bendsNow).toEqual([0, 1, 1, 1, 1]);
    expect(midi([0xd0, 127]).bendsNow).toEqual([1, 0, 0, 0, 0]);
    expect(midi([0xe0, 0, 64]).rotation[1]).toBeCloseTo(0, 12);
    expect(midi([0xe0, 127, 127]).rotation[1]).toBeCloseTo(-Math.sin(0.6), 3); // to the right
  });

  test('learning gives each target the next new control, and keeps the others', () => {
    const state = createMidiHandState();
    learnMidi(state, ['thumb', 'index']);
    for (const value of [10, 20, 30]) takeMidi(state, [0xb0, 70, value]); // one fader that still moves
    takeMidi(state, [0xb0, 71, 64]);
    takeMidi(state, [0x90, 60, 100]);
    expect(state.map).toMatchObject({ thumb: 'cc 70', index: 'cc 71', middle: 'cc 1' });
    expect(state.learning).toEqual([]);
    learnMidi(state, ['little']);
    takeMidi(state, [0x90, 60, 100]);
    const down = after({ step: (dtSeconds, out) => stepMidiHand(state, dtSeconds, out) });
    expect(down.bendsNow[4]).toBe(1);
    takeMidi(state, [0x80, 60, 0]);
    expect(after({ step: (dtSeconds, out) => stepMidiHand(state, dtSeconds, out) }).bendsNow[4]).toBe(0);
  });

  test('random bytes never throw and never give NaN', () => {
    const random = seededRandom(3);
    const state = createMidiHandState();
    const signal = createHandSignal();
    for (let i = 0; i < 3000; i++) {
      const data = Uint8Array.from({ length: i % 5 }, () => random() * 256);
      decodeMidi(data);
      takeMidi(state, data);
      stepMidiHand(state, 0.01, signal);
    }
    expect([...signal.bends, ...signal.position, ...signal.rotation].every(Number.isFinite)).toBe(true);
  });

  test('devices come and go: no device is confidence 0 and one sentence', async () => {
    const input = Object.assign(new EventTarget(), { name: 'Faders', state: 'connected' });
    const inputs = new Map([['1', input]]);
    const access = Object.assign(new EventTarget(), { inputs });
    const source = await openMidiHand(async () => access as unknown as MidiAccessLike);
    const turn = Object.assign(new Event('midimessage'), { data: Uint8Array.of(0xb0, 1, 127) });
    input.dispatchEvent(turn);
    expect(after(source)).toMatchObject({ confidence: 1, timeSeconds: turn.timeStamp / 1000 });
    inputs.clear();
    access.dispatchEvent(new Event('statechange'));
    expect(after(source).confidence).toBe(0);
    expect(source.problem).toMatch(/connect a keyboard or faders/);
    await expect(openMidiHand(() => Promise.reject(new Error('denied')))).rejects.toThrow(/allow MIDI for this page/);
    expectTypeOf<MIDIAccess>().toExtend<MidiAccessLike>();
  });
});

describe('gamepad', () => {
  const pad = (buttons: Record<number, number>, axes = [0, 0, 0, 0]): GamepadLike => ({
    connected: true,
    timestamp: 5,
    buttons: Array.from({ length: 17 }, (_, i) => ({ value: buttons[i] ?? 0 })),
    axes,
  });

  test('triggers and buttons are fingers, sticks are place and turn', () => {
    const hand = (gamepad: GamepadLike) => after(createGamepadHandSource(() => [null, gamepad]));
    expect(hand(pad({ 7: 0.5 })).bendsNow).toEqual([0, 0.5, 0.5, 0.5, 0.5]);
    expect(hand(pad({ 6: 1, 2: 1 })).bendsNow).toEqual([1, 0, 0, 0, 1]);
    const pushed = hand(pad({ 12: 1 }, [1, -1, 1, 0.05]));
    expect(Array.from(pushed.position, (value) => Math.round(value * 100) / 100)).toEqual([0.25, 0.25, -0.25]);
    expect(pushed.rotation[1]).toBeLessThan(-0.4);
    expect(pushed.rotation[0]).toBeCloseTo(0, 6); // inside the dead zone
    expect(pushed.largest).toBeLessThan(0.5);
  });

  test('unplugged: confidence 0, one sentence, and values stay; a strange pad gives no NaN', () => {
    let pads: (GamepadLike | null)[] = [pad({ 7: 1 })];
    const source = createGamepadHandSource(() => pads);
    const signal = createHandSignal();
    for (let i = 0; i < 60; i++) source.step(1 / 60, signal);
    pads = [null];
    source.step(1 / 60, signal);
    expect(signal.confidence).toBe(0);
    expect(signal.bends[2]).toBeGreaterThan(0.9);
    expect(source.problem).toMatch(/plug one in and press a button/);
    pads = [{ connected: true, timestamp: 1, buttons: [{ value: Number.NaN }], axes: [Number.NaN] }];
    source.step(1 / 60, signal);
    expect([...signal.bends, ...signal.position, ...signal.rotation].every(Number.isFinite)).toBe(true);
  });
});

describe('mouse and keys', () => {
  test('held keys bend their fingers smoothly, and a page that loses the focus lets go', () => {
    const hand = new MouseHand();
    expect([hand.press('KeyD', true), hand.press('Space', true), hand.press('KeyQ', true)]).toEqual([
      true,
      true,
      false,
    ]);
    const held = after(hand);
    expect(held.bendsNow).toEqual([1, 0, 1, 0, 0]);
    expect(held.largest).toBeLessThan(0.3);
    hand.press('Space', false);
    expect(after(hand).bendsNow).toEqual([0, 0, 1, 0, 0]);
    hand.releaseKeys();
    expect(after(hand).bendsNow).toEqual([0, 0, 0, 0, 0]);
  });

  test('the pointer moves the hand, the wheel pushes it, a drag with the right button turns it', () => {
    const hand = new MouseHand();
    hand.move(1, 0);
    hand.push(-500);
    const moved = after(hand);
    expect(moved.position[0]).toBeCloseTo(0.25, 6);
    expect(moved.position[1]).toBeCloseTo(0, 6);
    expect(moved.position[2]).toBeCloseTo(-0.2, 6);
    hand.turn(-100, 0);
    const turned = after(hand);
    expect(turned.position[0]).toBeCloseTo(0.25, 6);
    expect(turned.rotation[1]).toBeCloseTo(Math.sin(0.3), 6); // to the left
  });
});
