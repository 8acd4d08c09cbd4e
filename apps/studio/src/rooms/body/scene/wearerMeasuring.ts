import { createWearerMeter, stepWearerMeter, wearerLengths } from '@leib/calibration';
import { createJointFrame, type JointFrame, POSE_SIZE } from '@leib/tracking';
import type { BodyController } from '../bodyController.js';

/** Time between two updates of the shown numbers, seconds. */
const READ_SECONDS = 0.1;

/** Measures the wearer by the trackers while the room's meter is on, and hands the result to the room. */
export class WearerMeasuring {
  readonly #room: Pick<BodyController, 'state' | 'takeWearer'>;
  #meter = createWearerMeter();
  readonly #frame = createJointFrame();
  #sinceRead = 0;
  #isOn = false;

  constructor(room: Pick<BodyController, 'state' | 'takeWearer'>) {
    this.#room = room;
  }

  /**
   * Takes one frame.
   * @param joints what is tracked of the wearer; null where no real person is tracked
   * @param scale the wearer's metres per one of the joints'
   */
  step(joints: JointFrame | null, scale: number, dtSeconds: number): void {
    const isOn = this.#room.state.getState().meter !== null;
    if (isOn && !this.#isOn) this.#meter = createWearerMeter();
    this.#isOn = isOn;
    if (!isOn) return;
    const frame = this.#frame;
    if (joints) {
      frame.quality.set(joints.quality);
      frame.jointPoses.set(joints.jointPoses.map((value, i) => (i % POSE_SIZE < 3 ? value * scale : value)));
    } else frame.quality.fill(0);
    stepWearerMeter(this.#meter, frame, 0, dtSeconds);
    this.#sinceRead += dtSeconds;
    if (this.#meter.progress === 1) {
      this.#room.state.setState({ meter: null });
      void this.#room.takeWearer(wearerLengths(this.#meter));
    } else if (this.#sinceRead >= READ_SECONDS) {
      this.#sinceRead = 0;
      const { advice, progress } = this.#meter;
      const meter = { advice, progress, lengths: wearerLengths(this.#meter) };
      this.#room.state.setState({ meter });
    }
  }
}
