import { z } from 'zod';
import { parsed, type Parsed, refused } from './parsed.ts';

export interface PortRange {
  readonly from: number;
  readonly to: number;
}

export const PORT_MIN = 1;
export const PORT_MAX = 65_535;

export const portNumber = z
  .number({ error: 'Enter the port.' })
  .int('The port must be a whole number.')
  .min(PORT_MIN, `The port must be between ${PORT_MIN} and ${PORT_MAX}.`)
  .max(PORT_MAX, `The port must be between ${PORT_MIN} and ${PORT_MAX}.`);

/** Reads separate ports (`80;443`) or one range (`8000-8010`, `8000~8010`), never both (specification §5, Ports). */
export function parsePortRanges(text: string): Parsed<readonly PortRange[]> {
  const compact = text.replaceAll(/\s/g, '');
  const isRange = /[-~]/.test(compact);
  if (isRange && compact.includes(';'))
    return refused('Consecutive and non-consecutive ports cannot be mixed.');
  const match = /^\d{1,5}(?:[-~]\d{1,5}|(?:;\d{1,5})*)$/.test(compact);
  if (!match) return refused('Enter ports such as 80;443 or 8000-8010.');
  const ports = compact.split(/[-~;]/).map(Number);
  if (ports.some((port) => port < PORT_MIN || port > PORT_MAX))
    return refused(`The port must be between ${PORT_MIN} and ${PORT_MAX}.`);
  if (!isRange) {
    const twice = ports.find((port, index) => ports.indexOf(port) !== index);
    return twice === undefined
      ? parsed(ports.map((port) => ({ from: port, to: port })))
      : refused(`Port ${twice} stands in the list twice.`);
  }
  const [from = 0, to = 0] = ports;
  return to < from ? refused('The end port must not be less than the start port.') : parsed([{ from, to }]);
}

/** The text that `parsePortRanges` reads back as the same ranges. */
export function formatPortRanges(ranges: readonly PortRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(';');
}

/** How many ports a list names. */
export function countPorts(ranges: readonly PortRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** A list as text, refused with the parser's own sentence. */
export const portRanges = z.string({ error: 'Enter the ports.' }).check((context) => {
  const result = parsePortRanges(context.value);
  if (!result.ok) context.issues.push({ code: 'custom', message: result.reason, input: context.value });
});
