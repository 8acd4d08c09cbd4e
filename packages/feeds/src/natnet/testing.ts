/** Tests and benchmarks only: NatNet messages of any version, written by the same description that the reader follows, field by field. */

export interface BodyToWrite {
  readonly id: number;
  readonly pose: readonly number[];
  readonly isTracked?: boolean;
}

export interface FrameToWrite {
  readonly version: number;
  readonly frameNumber?: number;
  readonly bodies: readonly BodyToWrite[];
  readonly timestampSeconds?: number;
  readonly midExposureTicks?: number;
  readonly transmitTicks?: number;
  /** Marker sets, loose markers, a skeleton, an asset, labelled markers, a force plate and a device besides. */
  readonly isCrowded?: boolean;
}

class ByteWriter {
  readonly bytes: number[] = [];
  readonly #view = new DataView(new ArrayBuffer(8));

  u8 = (value: number) => this.#put(1, () => this.#view.setUint8(0, value));
  i16 = (value: number) => this.#put(2, () => this.#view.setInt16(0, value, true));
  i32 = (value: number) => this.#put(4, () => this.#view.setInt32(0, value, true));
  f32 = (...values: number[]) => {
    for (const value of values) this.#put(4, () => this.#view.setFloat32(0, value, true));
  };
  f64 = (value: number) => this.#put(8, () => this.#view.setFloat64(0, value, true));
  u64 = (value: number) => this.#put(8, () => this.#view.setBigUint64(0, BigInt(value), true));
  text = (value: string) => this.bytes.push(...new TextEncoder().encode(value), 0);
  zeros = (count: number) => this.bytes.push(...new Array<number>(count).fill(0));

  #put(size: number, write: () => void): void {
    write();
    for (let k = 0; k < size; k++) this.bytes.push(this.#view.getUint8(k));
  }
}

export function natNetFrame(frame: FrameToWrite): Uint8Array {
  const { version, isCrowded = false } = frame;
  const w = new ByteWriter();
  /** Count, then from 4.1 on the bytes that follow. */
  const section = (count: number, write: (inner: ByteWriter) => void) => {
    const inner = new ByteWriter();
    write(inner);
    w.i32(count);
    if (version >= 401) w.i32(inner.bytes.length);
    w.bytes.push(...inner.bytes);
  };
  w.i32(frame.frameNumber ?? 1);
  section(isCrowded ? 2 : 0, (inner) => {
    if (!isCrowded) return;
    for (const name of ['Actor', 'all']) {
      inner.text(name);
      inner.i32(2);
      inner.f32(1, 2, 3, 4, 5, 6);
    }
  });
  section(isCrowded ? 1 : 0, (inner) => isCrowded && inner.f32(7, 8, 9));
  section(frame.bodies.length, (inner) => {
    for (const body of frame.bodies) writeBody(inner, version, body);
  });
  if (version >= 201) {
    section(isCrowded ? 1 : 0, (inner) => {
      if (!isCrowded) return;
      inner.i32(1);
      inner.i32(2);
      for (const id of [65537, 65538]) writeBody(inner, version, { id, pose: [9, 9, 9, 0, 0, 0, 1] });
    });
  }
  if (version >= 401) {
    section(isCrowded ? 1 : 0, (inner) => {
      if (!isCrowded) return;
      inner.i32(3);
      inner.i32(1);
      inner.zeros(38);
      inner.i32(2);
      inner.zeros(52);
    });
  }
  if (version >= 203) {
    const size = 20 + (version >= 206 ? 2 : 0) + (version >= 300 ? 4 : 0);
    section(isCrowded ? 3 : 0, (inner) => isCrowded && inner.zeros(3 * size));
  }
  for (const since of [209, 211]) {
    if (version < since) continue;
    section(isCrowded ? 1 : 0, (inner) => {
      if (!isCrowded) return;
      inner.i32(0);
      inner.i32(2);
      for (let channel = 0; channel < 2; channel++) {
        inner.i32(3);
        inner.f32(1, 2, 3);
      }
    });
  }
  if (version < 300) w.f32(0.004);
  w.i32(0);
  w.i32(0);
  if (version >= 207) w.f64(frame.timestampSeconds ?? 1.5);
  else w.f32(frame.timestampSeconds ?? 1.5);
  if (version >= 300) {
    w.u64(frame.midExposureTicks ?? 0);
    w.u64(0);
    w.u64(frame.transmitTicks ?? 0);
  }
  if (version >= 401) w.zeros(8);
  w.i16(0);
  w.i32(0);
  return message(7, w.bytes);
}

function writeBody(w: ByteWriter, version: number, { id, pose, isTracked = true }: BodyToWrite): void {
  w.i32(id);
  w.f32(...pose);
  if (version < 300) {
    w.i32(1);
    w.f32(1, 2, 3);
    if (version >= 200) {
      w.i32(1);
      w.f32(0.01);
    }
  }
  if (version >= 200) w.f32(0.0005);
  if (version >= 206) w.i16(isTracked ? 1 : 0);
}

export function natNetServerInfo(major: number, minor: number, clockHz?: number): Uint8Array {
  const w = new ByteWriter();
  w.text('Motive');
  w.zeros(256 - w.bytes.length);
  for (const value of [3, 1, 0, 0, major, minor, 0, 0]) w.u8(value);
  if (clockHz !== undefined) {
    w.u64(clockHz);
    w.i16(1511);
  }
  return message(1, w.bytes);
}

/** A marker set, a skeleton, a camera (from 4.1 on), and the bodies. */
export function natNetModelDef(version: number, names: readonly (readonly [number, string])[]): Uint8Array {
  const w = new ByteWriter();
  const dataset = (kind: number, write: (inner: ByteWriter) => void) => {
    const inner = new ByteWriter();
    write(inner);
    w.i32(kind);
    if (version >= 401) w.i32(inner.bytes.length);
    w.bytes.push(...inner.bytes);
  };
  const body = (inner: ByteWriter, id: number, name: string) => {
    inner.text(name);
    inner.i32(id);
    inner.i32(-1);
    inner.f32(0, 0, 0);
    if (version >= 402) inner.f32(0, 0, 0, 1);
    if (version < 300) return;
    inner.i32(2);
    inner.zeros(32);
    if (version >= 400) for (const marker of ['Marker 1', 'Marker 2']) inner.text(marker);
  };
  w.i32(2 + names.length + (version >= 401 ? 1 : 0));
  dataset(0, (inner) => {
    inner.text('all');
    inner.i32(1);
    inner.text('M1');
  });
  dataset(2, (inner) => {
    inner.text('Actor');
    inner.i32(1);
    inner.i32(2);
    body(inner, 1, 'Hips of the skeleton');
    body(inner, 2, 'Spine');
  });
  if (version >= 401) dataset(5, (inner) => inner.zeros(40));
  for (const [id, name] of names) dataset(1, (inner) => body(inner, id, name));
  return message(5, w.bytes);
}

export function message(id: number, payload: readonly number[]): Uint8Array {
  return Uint8Array.from([id & 255, id >> 8, payload.length & 255, payload.length >> 8, ...payload]);
}
