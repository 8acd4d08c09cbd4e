import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { WebSocketServer } from './webSockets.js';

/** Script of a relay in networked-aframe's manner: reads each message for its type, and sends it as it came to everybody else of the room. */
process.on('disconnect', () => process.exit());
const room = new Set<WebSocket>();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  room.add(socket);
  socket.on('close', () => room.delete(socket));
  socket.on('message', (data) => {
    const text = String(data);
    const { dataType } = JSON.parse(text) as { dataType: string };
    if (dataType !== 'um') return;
    for (const other of room) if (other !== socket) other.send(text);
  });
});
server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
