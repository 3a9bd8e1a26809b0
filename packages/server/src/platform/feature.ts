import { StartupError } from './startup-error.ts';

/** An optional part of a server process. An absent part has a reason that users can read. */
export type Feature<Part> =
  | { readonly enabled: true; readonly part: Part }
  | { readonly enabled: false; readonly reason: string };

export const enableFeature = <Part>(part: Part): Feature<Part> => ({ enabled: true, part });
export const disableFeature = (reason: string): Feature<never> => ({ enabled: false, reason });

/** Returns the part; throws a StartupError with the reason when it is absent. */
export function requireFeature<Part>(feature: Feature<Part>): Part {
  if (!feature.enabled) throw new StartupError(feature.reason);
  return feature.part;
}
