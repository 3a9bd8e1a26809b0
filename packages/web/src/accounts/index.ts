export { Door } from './Door.tsx';
