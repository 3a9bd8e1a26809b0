import type { Schema } from './api-document.ts';

const LONG_PATTERN = 40;

/** Describes the type of a field and its limits. */
export function describeType(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (choices) return [...new Set(choices.map(describeType))].join(' or ');
  if (schema.allOf) return [...new Set(schema.allOf.map(describeType))].join(' and ');
  if (schema.items) return [`list of ${describeType(schema.items)}`, ...formatLimits(schema)].join(', ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type;
  return [schema.format ?? type ?? 'any value', ...formatLimits(schema)].join(', ');
}

/** Returns false for the limits of safe integers, which give the reader no information. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function formatLimits({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  pattern,
}: Schema): string[] {
  return [
    formatRange('', minimum, maximum),
    formatRange(' characters', minLength, maxLength),
    formatRange(' items', minItems, maxItems),
    pattern !== undefined && pattern.length <= LONG_PATTERN ? `like ${pattern}` : undefined,
  ].filter((text) => text !== undefined);
}

function formatRange(unit: string, min: number | undefined, max: number | undefined): string | undefined {
  if (isBound(min) && isBound(max)) return min === max ? `${min}${unit}` : `${min} to ${max}${unit}`;
  if (isBound(min)) return `at least ${min}${unit}`;
  return isBound(max) ? `at most ${max}${unit}` : undefined;
}
