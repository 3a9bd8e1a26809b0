import { type Entropy, drawRandomFloat } from '@northlight/runtime';

/** Moves a figure towards a target with random noise, within its limits. */
export function computeNextValue(
  value: number,
  target: number,
  entropy: Entropy,
  { pull = 0.25, noise = 2, min = 0, max = 100 } = {},
): number {
  const next = value + (target - value) * pull + (drawRandomFloat(entropy) - 0.5) * 2 * noise;
  return Math.min(max, Math.max(min, next));
}
