/** Matches a number that a program has written in powers of ten, such as 1.23457E+15. */
const POWER_OF_TEN = /^[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d{1,3}$/i;
/** Matches the signs that fill a cell which is too narrow for its number. */
const TOO_NARROW = /^#{2,}$/;
/** Matches error values of formulas in any language of the common programs, such as #N/A, #NV and #VALEUR!. */
const FORMULA_ERROR = /^(?:#(?:N\/?[A-Z]|[¡¿]?[\p{Lu}\d_/ ]*\p{Lu}{2}[\p{Lu}\d_/ ]*[!?])|Err:\d{3})$/u;

export const RETYPE = 'Format the column as text and enter the value again.';

/** Describes a text that a spreadsheet program shows instead of a value; undefined for any other text. */
export function describeDamage(text: string): string | undefined {
  if (POWER_OF_TEN.test(text)) return `A spreadsheet program has shortened this number. ${RETYPE}`;
  if (TOO_NARROW.test(text))
    return 'The column was too narrow for this number. Widen it and export the list again.';
  if (FORMULA_ERROR.test(text))
    return 'This is the error of a formula. Correct the formula, or enter the value.';
  return undefined;
}
