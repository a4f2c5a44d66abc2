/** The console API's types, in the shape that the generator makes from the server's OpenAPI. */
type Answer<Data> = { 200: { content: { 'application/json': { code: number; msg: string; data?: Data | null } } } };
type JsonBody<Body> = { content: { 'application/json': Body } };

export interface components {
  schemas: {
    LoginRequest: { username: string; password: string };
    LoginAnswer: { sid: string };
    RegisterRequest: { username: string; password: string; invite_code: string };
    ChangePwdRequest: { old_pwd: string; new_pwd: string; confirm_pwd: string };
    UserInfo: {
      uid: number;
      name: string;
      avatar?: string | null;
      introduction?: string | null;
      balance: number;
      credit: number;
      account_type: number;
      ud: number;
      switching: number;
      total_income: number;
      invite_code?: string | null;
      roles: number[];
      privilege_escalation: boolean;
      internal: boolean;
    };
    MenuEntry: {
      module: string;
      action: string;
      view: string;
      title: string;
      icon: string;
      type: number;
      children?: components['schemas']['MenuEntry'][];
    };
    WaitConfirm: { count: number };
    UserRow: {
      uid: number;
      username: string;
      account_type: number;
      roles: number[];
      balance: number;
      credit: number;
      invite_code?: string | null;
      inviter?: number | null;
      created_at: number;
      last_login_at?: number | null;
      disabled?: boolean;
    };
    UserList: { items: components['schemas']['UserRow'][]; total: number };
    UserListRequest: { page: number; size: number; sort?: string | null; filter?: Record<string, unknown> };
  };
}

type Schemas = components['schemas'];

export interface paths {
  '/api/user/login': { post: { requestBody: JsonBody<Schemas['LoginRequest']>; responses: Answer<Schemas['LoginAnswer']> } };
  '/api/user/register': { post: { requestBody: JsonBody<Schemas['RegisterRequest']>; responses: Answer<null> } };
  '/api/user/info': { post: { requestBody?: never; responses: Answer<Schemas['UserInfo']> } };
  '/api/user/logout': { post: { requestBody?: never; responses: Answer<null> } };
  '/api/user/getAuth': { post: { requestBody?: never; responses: Answer<Schemas['MenuEntry'][]> } };
  '/api/user/changePwd': { post: { requestBody: JsonBody<Schemas['ChangePwdRequest']>; responses: Answer<null> } };
  '/api/user/list': { post: { requestBody: JsonBody<Schemas['UserListRequest']>; responses: Answer<Schemas['UserList']> } };
}
