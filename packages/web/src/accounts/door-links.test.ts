import { expect, it } from 'vitest';
import { doorLink } from './door-links.ts';

it('leads from page to page before the door, with the way back, inside the standalone entry too', () => {
  expect(doorLink('signUp', { pathname: '/login', search: '' })).toBe('/signup');
  expect(doorLink('signUp', { pathname: '/login', search: '?return=%2Fmanage%2Fdevconf' })).toBe(
    '/signup?return=%2Fmanage%2Fdevconf',
  );
  const alone = { pathname: '/static/lrf', search: '?return=https%3A%2F%2Fevil.example' };
  expect(doorLink('resetPassword', alone)).toBe('/static/lrf?page=reset-password');
  expect(doorLink('login', { pathname: '/static/lrf', search: '?page=sign-up' })).toBe('/static/lrf');
});
