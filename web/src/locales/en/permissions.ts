import type { MessagesOf } from '../messages';

export const permissions: MessagesOf<'permissions'> = {
  modules: {
    user: 'User management',
    role: 'Roles',
    invite: 'Invite codes',
    notify: 'Notifications',
    approval: 'Approvals',
    audit: 'Audit log',
    setting: 'System settings',
    system: 'Health and setup',
    recharge: 'Top-ups',
    finance: 'Finance',
    privilege_escalation: 'Own quota',
    project: 'Projects',
    channel: 'API channels',
    wallet: 'Receiving wallets',
    task: 'Tasks',
    lookup: 'Lookups',
    list: 'Lists',
    gen_number: 'Number generation',
  },
  names: {
    user: {
      list: 'View users',
      create: 'Create users',
      edit: 'Edit, enable and disable users',
      resetPwd: 'Reset passwords',
      apiKeys: "View and revoke customers' API keys",
      endSession: 'End sessions',
      switch: 'Switch to other accounts',
      getApiInfo: 'View API keys, usage and webhooks',
      generateApi: 'Create, edit and revoke API keys and webhooks',
    },
    role: {
      list: 'View roles',
      edit: 'Create, edit and delete roles',
    },
    invite: {
      list: 'View invite codes',
      edit: 'Create and disable invite codes',
    },
    notify: {
      manage: 'View sent notifications',
      send: 'Send notifications',
    },
    approval: {
      list: 'Approve and reject actions of others',
    },
    audit: {
      list: 'View the audit log',
    },
    setting: {
      edit: 'Edit system settings',
    },
    system: {
      health: 'Check system health',
      setup: 'View and dismiss the setup guide',
    },
    recharge: {
      list: 'View top-up orders',
      recharge: 'Create top-up orders',
      query: 'Check the status of orders',
      verify: 'Verify payments by transaction',
      cancel: 'Cancel orders',
      getWallet: 'View receiving wallets',
      setWallet: 'Change the receiving wallet',
      deposits: 'View deposits',
      creditDeposit: 'Credit deposits manually',
    },
    finance: {
      list: 'View financial records',
      credit: 'View credit records',
      income: 'View project income',
      adjust: 'Adjust balances',
    },
    privilege_escalation: {
      creditRecharge: 'Create quota orders',
      getCreditRechargeList: 'View quota orders',
      getDeductList: 'View quota spending',
    },
    gen_number: {
      list: 'View figures, previews and history',
      generate: 'Generate numbers and delete runs',
    },
    project: {
      list: 'View project management',
      edit: 'Edit, enable and disable projects',
    },
    channel: {
      list: 'View API channels',
      edit: 'Edit, test and disable channels',
    },
    task: {
      list: 'View tasks and results',
      create: 'Upload lists and start tasks',
      edit: 'Pause, cancel, rename and delete tasks',
      export: 'Export results',
    },
    lookup: {
      list: 'View lookups',
      create: 'Look up numbers in the console',
    },
    list: {
      list: 'View lists',
      edit: 'Save, rename and delete lists',
      global: 'Manage global suppression lists',
    },
  },
};
