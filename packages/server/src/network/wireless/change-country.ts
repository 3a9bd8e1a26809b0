import { DomainError, EMPTY_WIRELESS, type Job } from '@northlight/contract';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { applyChange } from '../apply.ts';

const CUT_OFF =
  'A device could lose its connection to the cloud. Change the country in the wireless configuration and review it there.';

/**
 * Stores the country of devices in the wireless configuration of the project and pushes it, as an ordinary change with
 * its version, history and job.
 */
export async function changeCountry(
  context: RequestContext,
  deviceIds: readonly string[],
  { country, title }: { readonly country: string; readonly title: string },
): Promise<Job> {
  try {
    const { job } = await applyChange(context, {
      origin: { formatTitle: () => title },
      change: ({ config }) => {
        const { wireless = EMPTY_WIRELESS } = config;
        const others = wireless.countries.filter(({ deviceId }) => !deviceIds.includes(deviceId));
        const countries = [...others, ...deviceIds.map((deviceId) => ({ deviceId, country }))];
        return { ...config, wireless: { ...wireless, countries } };
      },
    });
    return job;
  } catch (error) {
    throw error instanceof DomainError ? toCountryError(error) : error;
  }
}

/** Moves the errors of a configuration to the field of the request. */
function toCountryError({ errorName, fields, message }: DomainError): DomainError {
  const text = errorName === 'managementCutOff' ? CUT_OFF : message;
  return new DomainError(errorName, { message: text, ...(fields && { fields: { 'args.country': text } }) });
}
