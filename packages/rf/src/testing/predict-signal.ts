import { computeFreeSpaceLoss, saturateWallLoss } from '../path-loss.ts';
import type { Transmitter } from '../signal-grid.ts';
import { type Point, sumWallLoss, type Wall } from '../walls.ts';

/** Returns the signal (dBm) at one point by testing every wall: the slow reference of `SignalGrid`. */
export function predictSignal(
  from: Transmitter,
  to: Point,
  walls: readonly Wall[],
  limitDb?: number,
): number {
  const distance = Math.hypot(to.x - from.x, to.y - from.y, from.heightM);
  const loss = computeFreeSpaceLoss(distance, from.frequencyMhz);
  return from.powerDbm - loss - saturateWallLoss(sumWallLoss(from, to, walls), limitDb);
}
