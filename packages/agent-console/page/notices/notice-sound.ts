let context: AudioContext | null = null;

/** Browsers play nothing before the agent has used the page. Call it on a press. */
export function prepareSound(): void {
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
}

/** Two short tones. Silent while the browser forbids it. */
export function playSound(): void {
  prepareSound();
  if (context?.state !== "running") return;
  for (const [delay, frequency] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const start = context.currentTime + delay;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.15, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, start + 0.13);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.15);
  }
}
