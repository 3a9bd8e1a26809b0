export { Form } from './Form.tsx';
export { FormFoot } from './FormFoot.tsx';
export { type ApiForm, type FormState, useApiForm } from './use-api-form.ts';
export { findFieldError, findZodErrors } from './zod-errors.ts';
