/** io[0], an angle, becomes the same angle in (-pi, pi]: core's wrapAngle() for the inside of a frame, see sampleCurve(). */
export function wrapTurn(io: Float64Array): void {
  io[0] -= 2 * Math.PI * Math.ceil(io[0] / (2 * Math.PI) - 0.5);
}
