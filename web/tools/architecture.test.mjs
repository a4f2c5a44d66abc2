import { describe, expect, it } from 'vitest';
import { violations } from './architecture.mjs';

describe('import direction', () => {
  it.each([
    ['lib/money.ts', "import { x } from '@/config/constants';", 0],
    ['lib/money.ts', "import { x } from '@/components/page/empty-state';", 1],
    ['components/page/a.tsx', "import { x } from '@/shell/shell';", 1],
    ['features/users/a.tsx', "import { x } from '@/features/auth/login-page';", 1],
    ['features/users/a.tsx', "import { x } from '../auth/login-page';", 1],
    ['features/users/a.tsx', "import { x } from './api/list-users';", 0],
    ['features/users/a.tsx', "const x = import('@/app/app');", 1],
    ['shell/shell.tsx', "import x from '@/features/auth/change-password-dialog';", 0],
    ['shell/shell.tsx', "import type { X } from '@/app/app';", 1],
    ['lib/a.ts', "export * from './b';", 1],
    ['lib/a.ts', "export { b } from './b';", 1],
    ['features/users/a.tsx', 'useQuery({\n    queryKey: [KEY], queryFn })', 1],
    ['features/users/a.tsx', 'useQuery({ ...userOptions(1), enabled })', 0],
    ['app/app.tsx', "import { BrowserRouter } from 'react-router';", 0],
  ])('%s with %j: %s problems', (file, source, count) => {
    expect(violations(file, source)).toHaveLength(count);
  });
});
