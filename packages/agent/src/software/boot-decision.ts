import { z } from 'zod';

/** Number of starts in which a new image must reach the cloud, and its time limit from the first start. */
export const CANDIDATE_STARTS = 2;
export const CANDIDATE_MS = 5 * 60_000;

const imageName = z.string().regex(/^[0-9A-Za-z.-]{1,80}$/);

/** Stored state of the images. Without `current`, the installed image runs. */
export const bootState = z.object({
  /** Version of the installed image that wrote this state. Another installed version discards the state. */
  base: z.string(),
  current: imageName.optional(),
  previous: imageName.optional(),
  candidate: z
    .object({
      image: imageName,
      starts: z.number().int().nonnegative(),
      /** Deadline to reach the cloud (device clock, ms); set at the first start. */
      until: z.number().optional(),
    })
    .optional(),
  /** Set when a candidate has failed and the cloud does not know it yet. */
  fellBack: z.literal(true).optional(),
});
export type BootState = z.infer<typeof bootState>;

export interface BootDecision {
  /** Version of the image to run; undefined for the installed image. */
  readonly image: string | undefined;
  /** State to save before the image is started. */
  readonly state: BootState;
  readonly bootReason: 'upgrade' | undefined;
  /**
   * Time limit (ms) for a candidate to reach the cloud, after which it is killed; undefined for other images.
   */
  readonly withinMs: number | undefined;
}

export interface BootFacts {
  /** Version of the installed image. */
  readonly base: string;
  /** Current time of the device clock (ms). */
  readonly now: number;
  readonly has: (image: string) => boolean;
}

/**
 * Decides which image to run at this start: the candidate until its starts or its time are used up, then the
 * image before it.
 */
export function decideBoot(kept: BootState | undefined, { base, has, now }: BootFacts): BootDecision {
  const state = kept?.base === base ? kept : { base };
  const { candidate, ...settled } = state;
  if (!candidate) return runSettled(state, has);
  // Limits the remaining time, because the clock may have been set back.
  const until = Math.min(candidate.until ?? Infinity, now + CANDIDATE_MS);
  if (!has(candidate.image) || candidate.starts >= CANDIDATE_STARTS || now >= until)
    return runSettled({ ...settled, fellBack: true }, has);
  return {
    image: candidate.image,
    state: { ...state, candidate: { ...candidate, starts: candidate.starts + 1, until } },
    bootReason: 'upgrade',
    withinMs: until - now,
  };
}

function runSettled(state: BootState, has: BootFacts['has']): BootDecision {
  const image = [state.current, state.previous].find((name) => name !== undefined && has(name));
  return { image, state, bootReason: state.fellBack && 'upgrade', withinMs: undefined };
}

/** Makes an image the candidate of the next start, replacing an earlier candidate. */
export const applyCandidate = (
  { candidate: _before, fellBack: _reported, ...state }: BootState,
  image: string,
): BootState => ({
  ...state,
  candidate: { image, starts: 0 },
});

/** Makes a candidate the current image, because it has reached the cloud. */
export function confirmBoot(state: BootState, running: string | undefined): BootState {
  const { candidate, current, fellBack: _reported, ...rest } = state;
  if (candidate && candidate.image === running)
    return { base: rest.base, current: candidate.image, ...(current !== undefined && { previous: current }) };
  return { ...rest, ...(current !== undefined && { current }), ...(candidate && { candidate }) };
}
