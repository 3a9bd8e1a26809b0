export { MessagesLink } from './MessagesLink.tsx';
