import type { Source } from './house-rules.ts';

/** Matches names that are also common literals: single lower-case names, and the name of a parameter. */
const COMMON = /^(?:[a-z]+|projectId)$/;
/** Matches lists that declare the errors of an operation but do not raise them. */
const DECLARED = /(?:\berrors[:\s=]+|\bREFUSALS = |\bREFUSAL_NAMES = )\[[^\]]*\]/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const USES_CATALOGUE = /\b(?:ErrorName|ERRORS|DomainError|createViolation|ruled|portRangesWith|tooLarge)\b/;
/**
 * Matches sources that do not raise codes: the console compares them, tests expect them, and the catalogue
 * defines them.
 */
const RAISES_NONE =
  /^packages\/(?:web|e2e|lab|simulator|dev-env)\/|\.(?:test|e2e|component)\.tsx?$|\/testing\/|error-catalogue/;

/** Lists the sources that can raise a code, without comments and declarations. */
const listRaisingTexts = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^packages\/[\w-]+\/src\/.*\.ts$/.test(path) && !RAISES_NONE.test(path))
    .map(({ text }) => text.replaceAll(COMMENT, '').replaceAll(DECLARED, ''))
    .filter((text) => USES_CATALOGUE.test(text));

/**
 * Returns true if a text raises a name of the catalogue: as `ERRORS.name` (without its message) or as a
 * literal. A common literal counts only as an argument of a refusal or as a value of a table of refusals.
 */
function isRaised(text: string, name: string): boolean {
  if (new RegExp(`\\bERRORS\\.${name}\\b(?!\\.message)`).test(text)) return true;
  if (!COMMON.test(name)) return text.includes(`'${name}'`);
  const call = `(?:DomainError|createSkipReason)\\(\\s*'${name}'|createViolation\\([^;]*?'${name}'`;
  return new RegExp(`${call}|Record<[^>]*ErrorName>> = \\{[^}]*'${name}'`).test(text);
}

/** Returns the names of the catalogue that the sources raise. */
export function listRaisedNames(sources: readonly Source[], names: readonly string[]): string[] {
  const texts = listRaisingTexts(sources);
  return names.filter((name) => texts.some((text) => isRaised(text, name)));
}
