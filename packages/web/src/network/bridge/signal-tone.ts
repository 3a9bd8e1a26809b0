/** Range of signals that the tone covers (dBm). */
const WEAKEST_DBM = -90;
const STRONGEST_DBM = -30;
/** Frequencies of the weakest and of the strongest signal (Hz): three octaves. */
const LOWEST_HZ = 220;
const OCTAVES = 3;
const BEEP_SECONDS = 0.12;
const LOUDNESS = 0.15;

/** Returns the frequency (Hz) of the tone of a signal; a stronger signal has a higher tone. */
export function getToneHz(signalDbm: number): number {
  const level = (signalDbm - WEAKEST_DBM) / (STRONGEST_DBM - WEAKEST_DBM);
  return Math.round(LOWEST_HZ * 2 ** (OCTAVES * Math.min(1, Math.max(0, level))));
}

/** Plays one short tone for each signal, so that an antenna can be aligned without looking at the screen. */
export class SignalTone implements Disposable {
  readonly #context = new AudioContext();

  play(signalDbm: number): void {
    const start = this.#context.currentTime;
    const oscillator = this.#context.createOscillator();
    const gain = this.#context.createGain();
    oscillator.frequency.value = getToneHz(signalDbm);
    gain.gain.setValueAtTime(LOUDNESS, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + BEEP_SECONDS);
    oscillator.connect(gain).connect(this.#context.destination);
    oscillator.start(start);
    oscillator.stop(start + BEEP_SECONDS);
  }

  [Symbol.dispose](): void {
    void this.#context.close();
  }
}
