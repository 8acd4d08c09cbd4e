/** What rooms of people have done since the server started, and are doing. */
export interface PeopleFigures {
  rooms: number;
  people: number;
  waitingBytes: number;
  /** Servers that share rooms, this one included, and whether it reaches them. */
  nodes: number;
  isConnected: boolean;
  traffic: { readonly bytesOut: number; readonly bytesIn: number };
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  /** Messages and changes that were refused or left out. */
  refused: number;
  writes: number;
  writeMs: number;
  failedWrites: number;
  /** How many ticks there were, and how long the last of them took, milliseconds. */
  ticks: number;
  readonly tickMs: Float32Array;
}

/** Ticks that are remembered: seventeen seconds. */
const MEMORY = 1024;
const QUANTILES = [0.5, 0.95, 0.99, 1];

export function createPeopleFigures(): PeopleFigures {
  return {
    ...{
      rooms: 0,
      people: 0,
      waitingBytes: 0,
      nodes: 1,
      isConnected: true,
      traffic: { bytesOut: 0, bytesIn: 0 },
      messagesIn: 0,
      messagesOut: 0,
      bytesIn: 0,
      bytesOut: 0,
    },
    ...{ refused: 0, writes: 0, writeMs: 0, failedWrites: 0, ticks: 0 },
    tickMs: new Float32Array(MEMORY),
  };
}

export function noteTick(figures: PeopleFigures, tookMs: number): void {
  figures.tickMs[figures.ticks++ % MEMORY] = tookMs;
}

/** The text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function writeMetrics(figures: PeopleFigures): string {
  const ticks = figures.tickMs.slice(0, Math.min(figures.ticks, MEMORY)).sort();
  const quantile = (share: number) => (ticks[Math.ceil(share * ticks.length) - 1] ?? 0) / 1000;
  const { user, system } = process.cpuUsage();
  return [
    metric('process_cpu_seconds_total', 'counter', 'Computing of this process.', (user + system) / 1e6),
    metric('process_resident_memory_bytes', 'gauge', 'Memory of this process.', process.memoryUsage.rss()),
    metric('leib_rooms', 'gauge', 'Rooms of people in memory.', figures.rooms),
    metric('leib_people', 'gauge', 'People in all rooms.', figures.people),
    metric('leib_nodes', 'gauge', 'Servers that share rooms, this one included.', figures.nodes),
    metric('leib_nodes_connected', 'gauge', 'Whether this one reaches what they share.', figures.isConnected ? 1 : 0),
    metric('leib_nodes_bytes_sent_total', 'counter', 'Bytes to them.', figures.traffic.bytesOut),
    metric('leib_nodes_bytes_received_total', 'counter', 'Bytes from them.', figures.traffic.bytesIn),
    metric('leib_people_waiting_bytes', 'gauge', 'Bytes under way to people.', figures.waitingBytes),
    metric('leib_people_messages_received_total', 'counter', 'Messages of people.', figures.messagesIn),
    metric('leib_people_messages_sent_total', 'counter', 'Messages to people.', figures.messagesOut),
    metric('leib_people_bytes_received_total', 'counter', 'Bytes of people.', figures.bytesIn),
    metric('leib_people_bytes_sent_total', 'counter', 'Bytes to people.', figures.bytesOut),
    metric('leib_people_refused_total', 'counter', 'Messages and changes refused or left out.', figures.refused),
    metric('leib_room_writes_total', 'counter', 'Writes to logs of rooms.', figures.writes),
    metric('leib_room_write_seconds_total', 'counter', 'Time of these writes.', figures.writeMs / 1000),
    metric('leib_room_failed_writes_total', 'counter', 'Those of them that failed.', figures.failedWrites),
    '# HELP leib_room_tick_seconds Time of a tick of all rooms, of the last 1024.\n# TYPE leib_room_tick_seconds summary\n',
    ...QUANTILES.map((share) => `leib_room_tick_seconds{quantile="${share}"} ${quantile(share)}\n`),
    `leib_room_tick_seconds_count ${figures.ticks}\n`,
  ].join('');
}

function metric(name: string, type: 'gauge' | 'counter', help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
}
