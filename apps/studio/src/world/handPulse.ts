/** A short buzz, where the controller has a motor. */
export function pulseInput(input: XRInputSource | null, strength = 0.4, milliseconds = 25): void {
  void input?.gamepad?.hapticActuators?.[0]?.pulse(strength, milliseconds);
}

/** The same in the controller of a side; nothing outside of a headset. */
export function pulseSide(
  session: Pick<XRSession, 'inputSources'> | null,
  side: 'left' | 'right',
  strength: number,
  milliseconds: number,
): void {
  for (const input of session?.inputSources ?? [])
    if (input.handedness === side) pulseInput(input, strength, milliseconds);
}
