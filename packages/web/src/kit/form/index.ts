export { FieldNotes } from './use-api-form.ts';
export { FormFoot } from './FormFoot.tsx';
export { useApiForm } from './use-api-form.ts';
export { fieldError, zodErrors } from './zod-errors.ts';
