export { SignInApp } from './SignInApp.tsx';
