import { refusalOf } from '@leib/core';
import { expect, test } from 'vitest';
import { type RoomWish, readJoin, roomPath, roomUrl } from './join.js';

test.each<[RoomWish, string]>([
  [{ feeds: true }, '/api/room?feeds='],
  [{ world: null }, '/api/room?world='],
  [{ world: 'room-1' }, '/api/room?world=room-1'],
  [{ walls: 'simulation' }, '/api/room?walls=simulation'],
  [{ walls: 'display', wall: 'front' }, '/api/room?walls=display&wall=front'],
  [{ feeds: true, world: 'a', walls: 'watcher' }, '/api/room?feeds=&world=a&walls=watcher'],
  [{ people: 'lab-1' }, '/api/room?people=lab-1'],
  [{ people: 'a', resume: 'p1.x-_', since: 12 }, '/api/room?people=a&resume=p1.x-_&since=12'],
])('[RJ1] the wish %j is the address %s, and read from it again', (wish, path) => {
  expect(roomPath(wish)).toBe(path);
  expect(readJoin(path)).toEqual({ ok: true, value: { ...wish, token: '' } });
});

test.each([
  ['', 'expected feeds, world, walls or people'],
  ['?token=a', 'expected feeds, world, walls or people'],
  ['?feeds&clock=manual', 'got clock'],
  ['?feeds&feeds', 'expected once'],
  ['?world=a%20b', 'expected at most 40 letters'],
  [`?world=${'a'.repeat(41)}`, 'expected at most 40 letters'],
  ['?walls=nobody', 'expected one of simulation, display, watcher'],
  ['?walls=display', 'expected with walls=display'],
  ['?walls=simulation&wall=front', 'expected with walls=display'],
  ['?people=', 'expected 1 to 40 lower-case'],
  ['?people=A', 'expected 1 to 40 lower-case'],
  ['?people=../a', 'expected 1 to 40 lower-case'],
  [`?people=${'a'.repeat(41)}`, 'expected 1 to 40 lower-case'],
  ['?feeds&resume=a', 'join, resume: expected'],
  ['?people=a&resume=', 'join, resume: expected'],
  ['?people=a&since=1', 'join, since: expected'],
  ['?people=a&resume=b&since=-1', 'join, since: expected'],
  ['?feeds&wall=front', 'expected with walls=display'],
  ['?walls=display&wall=a%20b', 'expected 1 to 32 letters'],
])('[RJ1] the address %s is refused: %s', (query, reason) => {
  expect(refusalOf(readJoin(`/api/room${query}`))).toContain(reason);
});

test.each([
  ['http://127.0.0.1:8080/', 'ws://127.0.0.1:8080/api/room?feeds='],
  ['ws://127.0.0.1:8080/api/feeds', 'ws://127.0.0.1:8080/api/room?feeds='],
  ['https://leib.example/studio/?room=wear#x', 'wss://leib.example/api/room?feeds='],
  ['https://leib.example/?token=a+b', 'wss://leib.example/api/room?feeds=&token=a+b'],
])('[RJ2] for the page %s it is at %s', (page, url) => {
  expect(roomUrl(page, { feeds: true })).toBe(url);
});
