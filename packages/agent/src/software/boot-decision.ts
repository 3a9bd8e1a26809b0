import { z } from 'zod';

/** Starts that a new image gets to reach the cloud, and the time from its first one. */
export const CANDIDATE_STARTS = 2;
export const CANDIDATE_MS = 5 * 60_000;

const imageName = z.string().regex(/^[0-9A-Za-z.-]{1,80}$/);

/** Which images there are to choose from. No `current` is the image that was installed with the machine. */
export const bootState = z.object({
  /** Version of the installed image that this was written under: another one takes the place of everything. */
  base: z.string(),
  current: imageName.optional(),
  previous: imageName.optional(),
  candidate: z
    .object({
      image: imageName,
      starts: z.number().int().nonnegative(),
      /** Device clock, ms; from its first start on. */
      until: z.number().optional(),
    })
    .optional(),
  /** A candidate did not hold, and the cloud has not heard of that. */
  fellBack: z.literal(true).optional(),
});
export type BootState = z.infer<typeof bootState>;

export interface BootDecision {
  /** Undefined is the installed image. */
  readonly image: string | undefined;
  /** To be kept before the image is started. */
  readonly state: BootState;
  readonly bootReason: 'upgrade' | undefined;
  /** A candidate is ended when it has not reached the cloud by then. */
  readonly withinMs: number | undefined;
}

export interface BootFacts {
  /** Version of the installed image. */
  readonly base: string;
  /** Device clock, ms. */
  readonly now: number;
  readonly has: (image: string) => boolean;
}

/** Which image runs at this start. */
export function decideBoot(kept: BootState | undefined, { base, has, now }: BootFacts): BootDecision {
  const state = kept?.base === base ? kept : { base };
  const { candidate, ...settled } = state;
  if (!candidate) return runSettled(state, has);
  // A clock that was set back must not give it for ever.
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

/** An image was kept: it is tried at the next start, in the place of one that was not yet. */
export const withCandidate = (
  { candidate: _before, fellBack: _told, ...state }: BootState,
  image: string,
): BootState => ({
  ...state,
  candidate: { image, starts: 0 },
});

/** The cloud was reached by this image. */
export function confirmBoot(state: BootState, running: string | undefined): BootState {
  const { candidate, current, fellBack: _told, ...rest } = state;
  if (candidate && candidate.image === running)
    return { base: rest.base, current: candidate.image, ...(current !== undefined && { previous: current }) };
  return { ...rest, ...(current !== undefined && { current }), ...(candidate && { candidate }) };
}
