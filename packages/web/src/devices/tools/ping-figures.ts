import type { CommandResult } from '@northlight/contract/device-protocol';

interface PingFigures {
  readonly lost: number;
  readonly lostPercent: number;
  /** Round trip times (ms), rounded to one decimal; absent without an answer. */
  readonly times?: { readonly min: number; readonly mean: number; readonly max: number };
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Computes the loss and the shortest, mean and longest round trip of a ping. */
export function computePingFigures({
  received,
  roundTripsMs,
  sent,
}: NonNullable<CommandResult['ping']>): PingFigures {
  const lost = sent - received;
  const sum = roundTripsMs.reduce((total, ms) => total + ms, 0);
  return {
    lost,
    lostPercent: Math.round((100 * lost) / sent),
    ...(roundTripsMs.length > 0 && {
      times: {
        min: round(Math.min(...roundTripsMs)),
        mean: round(sum / roundTripsMs.length),
        max: round(Math.max(...roundTripsMs)),
      },
    }),
  };
}
