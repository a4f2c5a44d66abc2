import type { MessagesOf } from '../messages';

export const errors: MessagesOf<'errors'> = {
  error: 'Error',
  has_error: 'Has Error',
  verification_failed: 'Verification failed, please log in again.',
  no_login_permission: 'The account has no login permission!',
  menu_failed: 'Menu data loading error',
  request_failed: 'Request failed, please retry',
  no_full_screen: 'you browser can not work',
  page_failed: 'This page ran into an error',
  page_not_loaded: 'The page could not be loaded',
  try_again_hint: 'Check your connection and try again. If it keeps happening, contact the operator.',
  refused_hint: 'Try again later. If it keeps happening, contact the operator.',
  forbidden_hint: 'None of your roles has the permission for this. Ask an administrator if you need it.',
  newer_version_title: 'This page needs a newer version',
  newer_version_hint:
    'This version of the console does not have the page. Reloading fetches the latest version from the server.',
};
