import type { MessagesOf } from '../messages';

export const permissions: MessagesOf<'permissions'> = {
  modules: {
    user: 'User management',
    role: 'Roles',
    invite: 'Invite codes',
    notify: 'Notifications',
    audit: 'Audit log',
    setting: 'System settings',
    recharge: 'Recharges',
    finance: 'Finance',
    privilege_escalation: 'Own quota',
    project: 'Projects',
    channel: 'API channels',
    wallet: 'Receiving wallets',
    task: 'Tasks',
    list: 'Lists',
    gen_number: 'Number generation',
  },
  names: {
    user: {
      list: 'See users',
      create: 'Create users',
      edit: 'Edit, enable and disable users',
      resetPwd: 'Reset passwords',
      endSession: 'End sessions',
      switch: 'Switch into accounts',
      getApiInfo: 'See API keys, usage and webhooks',
      generateApi: 'Make, change and revoke API keys and webhooks',
    },
    role: {
      list: 'See roles',
      edit: 'Create, edit and delete roles',
    },
    invite: {
      list: 'See invite codes',
      edit: 'Create and disable invite codes',
    },
    notify: {
      manage: 'See sent notifications',
      send: 'Send notifications',
    },
    audit: {
      list: 'Read the audit log',
    },
    setting: {
      edit: 'Change system settings',
    },
    recharge: {
      list: 'See recharge orders',
      recharge: 'Make recharge orders',
      query: 'Ask how an order stands',
      verify: 'Verify payments by transaction',
      cancel: 'Cancel orders',
      getWallet: 'See receiving wallets',
      setWallet: 'Change the receiving wallet',
      deposits: 'See deposits',
      creditDeposit: 'Credit deposits by hand',
    },
    finance: {
      list: 'See financial records',
      credit: 'See credit records',
      income: 'See project income',
      adjust: 'Adjust balances',
    },
    privilege_escalation: {
      creditRecharge: 'Make quota orders',
      getCreditRechargeList: 'See quota orders',
      getDeductList: 'See quota spending',
    },
    gen_number: {
      list: 'See figures, previews and history',
      generate: 'Generate and delete runs',
    },
    project: {
      list: 'See project management',
      edit: 'Edit, enable and disable projects',
    },
    channel: {
      list: 'See API channels',
      edit: 'Edit, test and disable channels',
    },
    task: {
      list: 'See tasks and results',
      create: 'Upload lists and start tasks',
      edit: 'Pause, cancel, rename and delete tasks',
      export: 'Export results',
    },
    list: {
      list: 'See lists',
      edit: 'Save, rename and delete lists',
      global: 'Manage the global suppression list',
    },
  },
};
