/** The demo role switch. */
export const roles = {
  hint: '仅用于演示：不输密码切换到另一个演示账户。',
  switch: '切换',
};
