import { expect, it } from 'vitest';
import { findSignInLink } from './sign-in-link.ts';

it('links the sign-in pages with the return address, also inside the standalone page', () => {
  expect(findSignInLink('signUp', { pathname: '/login', search: '' })).toBe('/signup');
  expect(findSignInLink('signUp', { pathname: '/login', search: '?return=%2Fmanage%2Fdevconf' })).toBe(
    '/signup?return=%2Fmanage%2Fdevconf',
  );
  const standalone = { pathname: '/static/lrf', search: '?return=https%3A%2F%2Fevil.example' };
  expect(findSignInLink('resetPassword', standalone)).toBe('/static/lrf?page=reset-password');
  expect(findSignInLink('login', { pathname: '/static/lrf', search: '?page=sign-up' })).toBe('/static/lrf');
});
