import { z } from 'zod';
import type { ErrorName } from '../kit/error-catalogue.ts';
import { parsed, type Parsed, refused } from './parsed.ts';
import { ruled } from './ruled.ts';

export interface PortRange {
  readonly from: number;
  readonly to: number;
}

export const PORT_MIN = 1;
export const PORT_MAX = 65_535;

export const portNumber = z
  .number({ error: 'Enter the port.' })
  .int('The port must be a whole number.')
  .refine(
    (port) => port >= PORT_MIN && port <= PORT_MAX,
    ruled('portOutOfRange', `The port must be between ${PORT_MIN} and ${PORT_MAX}.`),
  )
  .meta({ minimum: PORT_MIN, maximum: PORT_MAX });

/**
 * Parses single ports (`80;443`) or one range (`8000-8010`, `8000~8010`), but not both (specification §5,
 * Ports).
 */
export function parsePortRanges(text: string, twiceError?: ErrorName): Parsed<readonly PortRange[]> {
  const compact = text.replaceAll(/\s/g, '');
  const isRange = /[-~]/.test(compact);
  if (isRange && compact.includes(';'))
    return refused(
      'Consecutive and non-consecutive ports cannot be mixed. Enter ports such as 80;443 or 8000-8010.',
      'portsMixed',
    );
  const match = /^\d{1,5}(?:[-~]\d{1,5}|(?:;\d{1,5})*)$/.test(compact);
  if (!match) return refused('Enter ports such as 80;443 or 8000-8010.');
  const ports = compact.split(/[-~;]/).map(Number);
  if (ports.some((port) => port < PORT_MIN || port > PORT_MAX))
    return refused(`The port must be between ${PORT_MIN} and ${PORT_MAX}.`, 'portOutOfRange');
  if (!isRange) {
    const twice = ports.find((port, index) => ports.indexOf(port) !== index);
    return twice === undefined
      ? parsed(ports.map((port) => ({ from: port, to: port })))
      : refused(`Port ${twice} is listed twice. Remove one of the two.`, twiceError);
  }
  const [from = 0, to = 0] = ports;
  return to < from
    ? refused('The end port must not be less than the start port.', 'portEndBeforeStart')
    : parsed([{ from, to }]);
}

/** Formats ranges as text for which `parsePortRanges` returns the same ranges. */
export function formatPortRanges(ranges: readonly PortRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(';');
}

export function countPorts(ranges: readonly PortRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** Returns the schema of a list of ports as text; `twiceError` is the code of a repeated port. */
export const portRangesWith = (twiceError?: ErrorName) =>
  z.string({ error: 'Enter the ports.' }).check((context) => {
    const result = parsePortRanges(context.value, twiceError);
    if (result.ok) return;
    const { error, reason } = result;
    context.issues.push({
      code: 'custom',
      message: reason,
      input: context.value,
      ...(error && { params: { error } }),
    });
  });
