import { type Entropy, randomFloat } from '@northlight/runtime';

/** One step of a figure that is drawn to a target and disturbed on the way: smooth, and never the same twice. */
export function wander(
  value: number,
  target: number,
  entropy: Entropy,
  { pull = 0.25, noise = 2, min = 0, max = 100 } = {},
): number {
  const next = value + (target - value) * pull + (randomFloat(entropy) - 0.5) * 2 * noise;
  return Math.min(max, Math.max(min, next));
}
