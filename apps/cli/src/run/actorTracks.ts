import type { PackedActor } from '@leib/core';
import { FACE_STEP, faceTrackSpec } from '@leib/core/pack';
import type { RecordingWriter } from '@leib/formats';
import { forcesTrackSpec, isSimulatedActor, valuesOfForces } from '@leib/reembody';
import type { Actor } from '@leib/stage';

/** Writes the face of an actor, where it has one, into a track of its name. */
export function createFaceTracks(writer: RecordingWriter, hz: number) {
  const tracks = new Map<string, ReturnType<RecordingWriter['track']>>();
  return ({ id, face }: Pick<PackedActor, 'id' | 'face'>, seconds: number, called = id) => {
    if (face === null) return;
    const spec = faceTrackSpec(`${called} face`, hz);
    const track = tracks.get(id) ?? writer.track({ ...spec, about: { ...spec.about, actor: id } });
    tracks.set(id, track);
    track.append(seconds, { weights: Float64Array.from(face, (step) => step * FACE_STEP) });
  };
}

/** Writes what forces do to a simulated body into a track of its name; bodies of other parts or axes begin a track of their own. */
export function createForcesTracks(writer: RecordingWriter, hz: number) {
  const tracks = new Map<string, { readonly writer: ReturnType<RecordingWriter['track']>; readonly axes: string }>();
  return (actor: Actor, seconds: number, called = `${actor.id} forces`) => {
    const values = isSimulatedActor(actor) ? valuesOfForces(actor) : null;
    const built = isSimulatedActor(actor) ? actor.simulation?.built : null;
    if (values === null || !built) return;
    const axes = `${values.torques.length} ${values.errors.length}`;
    let track = tracks.get(actor.id);
    if (track?.axes !== axes) {
      const name = track === undefined ? called : `${called} ${seconds.toFixed(3)}`;
      track = { writer: writer.track(forcesTrackSpec(name, built, hz)), axes };
      tracks.set(actor.id, track);
    }
    track.writer.append(seconds, values);
  };
}
