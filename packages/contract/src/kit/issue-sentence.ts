import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Maximum number of choices that a message lists; longer lists do not fit beside a field. */
const CHOICES_MAX = 12;

const FORMATS: Readonly<Record<string, string>> = {
  cidrv4: 'Enter an IPv4 network with its prefix, for example 192.168.1.0/24.',
  date: 'Enter a date of the form 2026-11-23.',
  datetime: 'Enter a time of the form 2026-11-23T14:05:00Z.',
  email: 'Enter an e-mail address.',
  guid: 'Enter an id of 32 hexadecimal digits with hyphens.',
  ipv4: 'Enter an IPv4 address.',
  mac: 'Enter a MAC address.',
  url: 'Enter a complete address that begins with https:// or http://.',
  uuid: 'Enter an id of 32 hexadecimal digits with hyphens.',
};

const TYPES: Readonly<Record<string, string>> = {
  array: 'Enter a list.',
  boolean: 'Enter true or false.',
  int: 'Enter a whole number.',
  number: 'Enter a number.',
  object: 'Enter an object.',
  record: 'Enter an object.',
  string: 'Enter a text.',
};

/**
 * Returns a message for a schema error that has no message of its own. The message states what to enter,
 * without terms of the parser. Pass the function to `safeParse` as `error`; messages of a schema take
 * precedence.
 */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'A value is required.';
      return TYPES[issue.expected] ?? 'The value is of the wrong type.';
    case 'too_small':
      return describeMinimum(issue);
    case 'too_big':
      return describeMaximum(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'The value does not have the required form.';
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Remove the unknown fields: ${issue.keys.map((key) => `“${shortenText(key)}”`).join(', ')}.`;
    case 'invalid_value':
      return describeChoices(issue.values);
    case 'invalid_union':
      return describeUnion(issue.errors);
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    default:
      return 'The value is not valid.';
  }
}

const shortenText = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const UNITS: Readonly<Record<string, string>> = {
  array: 'entry',
  set: 'entry',
  string: 'character',
  file: 'byte',
};

function describeAmount(amount: number | bigint, origin: string): string | undefined {
  const unit = UNITS[origin];
  if (unit === undefined) return undefined;
  if (Number(amount) === 1) return `1 ${unit}`;
  return `${amount} ${unit === 'entry' ? 'entries' : `${unit}s`}`;
}

function describeMinimum({ exact, inclusive, minimum, origin }: Issue & { code: 'too_small' }): string {
  const amount = describeAmount(minimum, origin);
  if (amount !== undefined) return `Enter ${exact ? 'exactly' : 'at least'} ${amount}.`;
  return inclusive === false ? `Enter more than ${minimum}.` : `Enter ${minimum} or more.`;
}

function describeMaximum({ exact, inclusive, maximum, origin }: Issue & { code: 'too_big' }): string {
  const amount = describeAmount(maximum, origin);
  if (amount !== undefined) return `Enter ${exact ? 'exactly' : 'at most'} ${amount}.`;
  return inclusive === false ? `Enter less than ${maximum}.` : `Enter ${maximum} or less.`;
}

function describeChoices(values: readonly unknown[]): string {
  if (values.length === 0 || values.length > CHOICES_MAX) return 'Enter one of the allowed values.';
  return values.length === 1
    ? `Enter ${String(values[0])}.`
    : `Enter one of: ${values.map(String).join(', ')}.`;
}

/**
 * A union of constants is a list of choices; other unions get no list, because one message cannot name all
 * their forms.
 */
function describeUnion(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const values = branches.map(([issue, ...rest]) =>
    issue?.code === 'invalid_value' && issue.path.length === 0 && rest.length === 0
      ? issue.values
      : undefined,
  );
  if (values.length > 0 && values.every((each) => each !== undefined)) return describeChoices(values.flat());
  return 'Enter one of the allowed values.';
}
