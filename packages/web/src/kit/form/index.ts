export { FormFoot } from './FormFoot.tsx';
export { type ApiForm, useApiForm } from './use-api-form.ts';
export { findFieldError, findZodErrors } from './zod-errors.ts';
