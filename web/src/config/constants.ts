// Wire protocol
export const API_BASE = '/api';
export const API_VERSION = '1.1.1';
export const API_SOURCE = 'web';
export const API_TIMEOUT_MS = 120_000;
export const SUCCESS_CODE = 0;
export const SUCCESS_CODES: readonly number[] = [SUCCESS_CODE, 1, 20000];
export const SESSION_CODES: readonly number[] = [401, 50008, 50012, 50014];
export const FORBIDDEN_CODE = 40300;
export const NOT_FOUND_CODE = 40400;
export const CONFLICT_CODE = 40900;
export const TOO_FEW_POINTS_CODE = 42200;
export const VERSION_HEADER = 'x-numsift-version';

// Session
export const TOKEN_COOKIE = 'Admin-Token';
export const ORIGINAL_TOKEN_PREFIX = 'Original_';
export const PASSWORD_MIN_LENGTH = 6;
export const NEW_PASSWORD_MIN_LENGTH = 8;
export const ADMINISTRATOR_ROLE = 1;
/** Account types up to this one see the admin variants of titles. */
export const LAST_STAFF_ACCOUNT_TYPE = 2;
export const CREDIT_ACCOUNT_TYPE = 3;
export const DEFAULT_ACCOUNT_TYPE = 5;
export const DEFAULT_POINT_DECIMALS = 2;

export const MAX_POINT_DECIMALS = 4;
export const BULK_LIMIT = 200;

// Amounts are integers in 1/10,000 point.
export const POINT_FRACTION_DIGITS = 4;

// Polling and timers
export const NOTIFICATION_POLL_MS = 30_000;
/**
 * The server sends a heartbeat at least every 15 s. After three missed heartbeats the connection counts as
 * broken.
 */
export const EVENTS_SILENCE_MS = 45_000;
export const EVENTS_RETRY_MIN_MS = 1_000;
export const EVENTS_RETRY_MAX_MS = 60_000;
/** A hidden page closes its event connection after this time. */
export const EVENTS_HIDDEN_MS = 5 * 60_000;
export const RECHARGE_STATUS_POLL_MS = 5_000;
export const COUNTDOWN_TICK_MS = 1_000;
export const TOAST_MS = 5_000;
/** A view that is shown again within this time does not refetch. */
export const QUERY_STALE_MS = 60_000;

/** Poll interval for lists and tasks in progress, with and without an event connection. */
export const WORK_POLL_LIVE_MS = 5_000;
export const WORK_POLL_MS = 1_500;

// Lists
export const UPLOAD_MAX_BYTES = 16 * 1024 ** 3;
/** The server copies the parts of the file into one: gigabytes take minutes. */
export const UPLOAD_FINISH_TIMEOUT_MS = 7_200_000;
/** Bytes that are sent with one request. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
/** As long as the server keeps an upload that does not go on. */
export const UPLOAD_KEPT_MS = 2 * 86_400_000;

/** Maximum length of a task or list name. */
export const NAME_MAX_CHARS = 120;
/** Longest note on a list or a task. */
export const NOTE_MAX_CHARS = 500;
/** Answers of at most this many days can be reused. */
export const FRESHNESS_MAX_DAYS = 30;

// Recharge
export const RECHARGE_MIN_USDT = 1;
export const RECHARGE_MAX_USDT = 100_000;
export const RECHARGE_NETWORK = 'TRC20';
export const USDT_INPUT_DIGITS = 2;
/** Maximum length of the reason for a manual credit or adjustment. */
export const REASON_MAX_CHARS = 500;

// Layout
export const MOBILE_BREAKPOINT_PX = 992;
/** Below this width the tabs are a menu. */
export const PHONE_BREAKPOINT_PX = 600;
export const SIDEBAR_WIDTH_PX = 210;
export const SIDEBAR_COLLAPSED_WIDTH_PX = 54;
export const DIALOG_WIDTH_PX = 600;
export const PASSWORD_DIALOG_WIDTH_PX = 350;
export const SETTINGS_HANDLE_TOP_PX = 250;
export const SETTINGS_HANDLE_SIZE_PX = 48;
export const TAB_MENU_WIDTH_PX = 105;
export const TAB_MENU_OFFSET_PX = 15;
export const TAB_SPACING_PX = 4;

// Theme
export const DEFAULT_THEME_COLOR = '#1890ff';
export const THEME_PRESETS: readonly string[] = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
];

// Component size
export const SIZES = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof SIZES)[number];
export const DEFAULT_SIZE: Size = 'medium';

// Languages
export const LANGUAGES = ['zh', 'en', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'zh';
/** Language names in their own language, the same in every translation. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  zh: '简体中文',
  en: 'English',
  es: 'Español',
  ja: '日本語',
};

// Cookies and browser storage
export const SIDEBAR_COOKIE = 'sidebarStatus';
export const SIZE_COOKIE = 'size';
export const LANGUAGE_COOKIE = 'language';
export const SETTINGS_STORAGE_KEY = 'numsift-settings';
export const COLOR_SCHEME_STORAGE_KEY = 'numsift-color-scheme';
export const TABS_STORAGE_KEY = 'numsift-tabs';
export const UPLOADS_STORAGE_KEY = 'numsift-uploads';
export const RECENT_PAGES_STORAGE_KEY = 'numsift-recent-pages';
export const TABLE_COLUMNS_STORAGE_PREFIX = 'numsift-columns:';
export const EXPORT_CHOICE_STORAGE_KEY = 'numsift-export';
/** Favourite checks by account. */
export const FAVOURITES_STORAGE_KEY = 'numsift-favourites';
/** Files that the wizard reads. */
export const ACCEPTED_FILES = '.csv,.txt,.tsv,.xlsx,.xls,.html,.htm,.vcf,.json,.xml,.log,.ldif,.gz,.zip';
export const CHARTS_STORAGE_KEY = 'numsift-charts';
export const TASK_DRAFTS_STORAGE_KEY = 'numsift-task-drafts';
export const SESSION_CHANNEL = 'numsift-session';
