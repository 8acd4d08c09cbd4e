import { afterEach, expect, test, vi } from 'vitest';
import { visitorStorage } from './visitorStorage.js';

afterEach(() => vi.unstubAllGlobals());

test('remembers what the browser lets it remember', () => {
  const data = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => data.get(key) ?? null,
    setItem: (key: string, text: string) => void data.set(key, text),
  });
  visitorStorage.setItem('theme', 'light');
  expect(visitorStorage.getItem('theme')).toBe('light');
});

test('where storage is blocked or full nothing fails: it only forgets', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  visitorStorage.setItem('theme', 'light');
  expect(visitorStorage.getItem('theme')).toBeNull();
});
