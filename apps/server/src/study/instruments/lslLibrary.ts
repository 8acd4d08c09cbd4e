import { InputError } from '@leib/core';

/** The few functions of liblsl's C interface that are called here: 1.12 and later have them. */
export interface Lsl {
  /** Its clock, seconds. */
  now(): number;
  /** How well its clock is known against this process's, seconds. */
  readonly clockError: number;
  createMarkers(name: string, id: string): LslOutlet;
  createPose(name: string, id: string, channels: readonly string[]): LslOutlet;
  /** Opens streams of type "Markers" on the network, those that are wished for by their id. */
  openMarkers(isWished: (id: string) => boolean): Promise<readonly LslInlet[]>;
}

export interface LslOutlet {
  readonly hasConsumers: boolean;
  pushText(text: string, seconds: number): void;
  pushNumbers(values: Float64Array, seconds: number): void;
  close(): void;
}

export interface LslInlet {
  readonly id: string;
  readonly name: string;
  /** The next marker, with the time of its sender; null: there is none yet. */
  pull(): { readonly label: string; readonly seconds: number } | null;
  measureClock(): Promise<{ readonly offsetSeconds: number; readonly uncertaintySeconds: number | null } | null>;
  close(): void;
}

/** Where systems and programs have it, when it is installed. */
const names: Readonly<Record<string, readonly string[]>> = {
  win32: ['lsl.dll', 'liblsl64.dll'],
  darwin: ['liblsl.dylib', '/opt/homebrew/lib/liblsl.dylib', '/usr/local/lib/liblsl.dylib'],
  linux: ['liblsl.so', 'liblsl.so.2', 'liblsl64.so'],
};

/** Numbers of lsl_channel_format_t. */
const DOUBLE = 2;
const TEXT = 3;
const IRREGULAR = 0;
/** How long it is looked for streams, opened and measured, seconds. */
const LOOK_SECONDS = 1;
const MOST_STREAMS = 64;
const BUFFER_SECONDS = 360;

/** Loads liblsl, which is not shipped. @param path "" for one of the system's. Throws InputError. */
export async function openLslLibrary(path: string): Promise<Lsl> {
  const wished = path || process.env.LSL_LIBRARY || '';
  try {
    const { default: koffi } = await import('koffi');
    return bind(koffi, load(koffi, wished === '' ? (names[process.platform] ?? names.linux) : [wished]));
  } catch (error) {
    throw explainLsl(wished, error);
  }
}

type Koffi = typeof import('koffi')['default'];
type Library = ReturnType<Koffi['load']>;

function load(koffi: Koffi, paths: readonly string[]): Library {
  let failure: unknown = null;
  for (const path of paths)
    try {
      return koffi.load(path);
    } catch (error) {
      failure ??= error;
    }
  throw failure;
}

/** A pointer of the library's. */
type Handle = unknown;

function bind(koffi: Koffi, library: Library): Lsl {
  const call = (declaration: string) => library.func(declaration);
  const now: () => number = call('double lsl_local_clock()');
  const createInfo = call('void* lsl_create_streaminfo(const char*, const char*, int, double, int, const char*)');
  const destroyInfo = call('void lsl_destroy_streaminfo(void*)');
  const describe = call('void* lsl_get_desc(void*)');
  const appendChild = call('void* lsl_append_child(void*, const char*)');
  const appendValue = call('void* lsl_append_child_value(void*, const char*, const char*)');
  const createOutlet = call('void* lsl_create_outlet(void*, int, int)');
  const destroyOutlet = call('void lsl_destroy_outlet(void*)');
  const haveConsumers = call('int lsl_have_consumers(void*)');
  const pushText = call('int lsl_push_sample_strtp(void*, const char**, double, int)');
  const pushDoubles = call('int lsl_push_sample_dtp(void*, const double*, double, int)');
  const resolve = call('int lsl_resolve_byprop(_Out_ void**, uint, const char*, const char*, int, double)');
  const nameOf = call('const char* lsl_get_name(void*)');
  const idOf = call('const char* lsl_get_uid(void*)');
  const sourceOf = call('const char* lsl_get_source_id(void*)');
  const createInlet = call('void* lsl_create_inlet(void*, int, int, int)');
  const destroyInlet = call('void lsl_destroy_inlet(void*)');
  const openStream = call('void lsl_open_stream(void*, double, _Out_ int*)');
  // Texts are the library's, and given back to it.
  const text = koffi.disposable('str', call('void lsl_destroy_string(void*)'));
  const [textOut, intOut] = [koffi.out(koffi.pointer(text)), koffi.out(koffi.pointer('int'))];
  const pull = library.func('lsl_pull_sample_str', 'double', ['void*', textOut, 'int', 'double', intOut]);
  const correction = measureWith(library);

  const outletOf = (info: Handle): LslOutlet => {
    const outlet = createOutlet(info, 0, BUFFER_SECONDS);
    destroyInfo(info);
    let isOpen = true;
    return {
      get hasConsumers() {
        return isOpen && haveConsumers(outlet) !== 0;
      },
      pushText: (text, seconds) => void pushText(outlet, [text], seconds, 1),
      pushNumbers: (values, seconds) => void pushDoubles(outlet, values, seconds, 1),
      close() {
        if (isOpen) destroyOutlet(outlet);
        isOpen = false;
      },
    };
  };

  return {
    now,
    clockError: measureCall(now),
    createMarkers: (name, id) => outletOf(createInfo(name, 'Markers', 1, IRREGULAR, TEXT, id)),
    createPose(name, id, channels) {
      const info = createInfo(name, 'MoCap', channels.length, IRREGULAR, DOUBLE, id);
      const list = appendChild(describe(info), 'channels');
      for (const label of channels) appendValue(appendChild(list, 'channel'), 'label', label);
      return outletOf(info);
    },
    async openMarkers(isWished) {
      const found: Handle[] = Array(MOST_STREAMS).fill(null);
      const count = await later<number>(resolve, found, MOST_STREAMS, 'type', 'Markers', 0, LOOK_SECONDS);
      const inlets: LslInlet[] = [];
      for (const info of found.slice(0, count)) {
        const id: string = sourceOf(info) || idOf(info);
        const name: string = nameOf(info);
        const inlet = isWished(id) ? createInlet(info, BUFFER_SECONDS, 0, 1) : null;
        destroyInfo(info);
        if (inlet === null) continue;
        const wrong = [0];
        await later(openStream, inlet, LOOK_SECONDS, wrong);
        if (wrong[0] === 0) inlets.push(inletOf(inlet, id, name));
        else destroyInlet(inlet);
      }
      return inlets;
    },
  };

  function inletOf(inlet: Handle, id: string, name: string): LslInlet {
    let isOpen = true;
    return {
      id,
      name,
      pull() {
        const [text, wrong] = [[null as string | null], [0]];
        const seconds = isOpen ? pull(inlet, text, 1, 0, wrong) : 0;
        return seconds === 0 || text[0] === null ? null : { label: text[0], seconds };
      },
      measureClock: () => (isOpen ? correction(inlet) : Promise.resolve(null)),
      close() {
        if (isOpen) destroyInlet(inlet);
        isOpen = false;
      },
    };
  }
}

/** What is added to a sender's times, from 1.13 on with how well it is known; LSL says the negative of an offset. */
function measureWith(library: Library) {
  try {
    const measure = library.func(
      'double lsl_time_correction_ex(void*, _Out_ double*, _Out_ double*, double, _Out_ int*)',
    );
    return async (inlet: Handle) => {
      const [remote, uncertainty, wrong] = [[0], [0], [0]];
      const correction = await later<number>(measure, inlet, remote, uncertainty, LOOK_SECONDS, wrong);
      // LSL tells the whole way there and back.
      return wrong[0] === 0 ? { offsetSeconds: -correction, uncertaintySeconds: uncertainty[0] / 2 } : null;
    };
  } catch {
    const measure = library.func('double lsl_time_correction(void*, double, _Out_ int*)');
    return async (inlet: Handle) => {
      const wrong = [0];
      const correction = await later<number>(measure, inlet, LOOK_SECONDS, wrong);
      return wrong[0] === 0 ? { offsetSeconds: -correction, uncertaintySeconds: null } : null;
    };
  }
}

/** How long the clock takes to be read at least, seconds: two clocks are known to each other to that. */
function measureCall(now: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 100; i++) {
    const began = performance.now();
    now();
    least = Math.min(least, performance.now() - began);
  }
  return least / 1000;
}

/** Calls a function that waits, in a thread of its own. */
function later<T>(work: ReturnType<Library['func']>, ...values: readonly unknown[]): Promise<T> {
  return new Promise((resolve, reject) =>
    work.async(...values, (error: Error | null, value: T) => (error ? reject(error) : resolve(value))),
  );
}

function explainLsl(path: string, error: unknown): InputError {
  const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return new InputError(
    '',
    `lsl: expected ${path === '' ? 'an installed liblsl' : path} (its releases are at github.com/sccn/liblsl; or lsl:FILE, or LSL_LIBRARY), got none: ${why}`,
  );
}
