import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { callLeib, freePort } from '../testing.js';

afterEach(() => vi.unstubAllGlobals());

test('feed watch says that Node 20 lacks WebSocket, and lets its port go', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const probe = createSocket('udp4').bind(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  const { code, stderr } = await callLeib(['feed', 'watch', '--dtrack', String(port)]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'leib: WebSocket: expected one in this JavaScript engine, got none; Node has it from version 22 on\n',
  );
  const again = createSocket('udp4').bind(port, '127.0.0.1');
  await once(again, 'listening');
  again.close();
});

test('its port is free as soon as it has ended', async () => {
  const port = String(await freePort());
  for (let time = 0; time < 5; time++) {
    const { code, stderr } = await callLeib(['feed', 'watch', '--dtrack', port, '--seconds', '0.01', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }
});
